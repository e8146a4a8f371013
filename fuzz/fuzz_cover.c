/* fuzz/fuzz_cover.c - what the cover of a PAR document says, from a file of any bytes. */
#include <felt/par.h>

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every text that was taken can be printed and lies inside the file. */
static void verify(felt_text text, const uint8_t *data, size_t size)
{
    const uint8_t *first = (const uint8_t *)text.bytes;
    if (text.length > FELT_PAR_COVER_BYTES_MAX || (text.length > 0 && (first < data || first + text.length > data + size)))
        abort();
    while (text.length > 0) {
        uint32_t point;
        size_t length = felt_text_decode(text, &point);
        if (length == 0 || felt_point_is_control(point))
            abort();
        text = (felt_text){text.bytes + length, text.length - length};
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_par_cover cover = {.title = {NULL, 0}};
    felt_error error = {.line = 0};
    if (size > 0 && felt_par_cover_read((felt_text){(const char *)data, size}, &cover, &error) != FELT_OK && error.line == 0)
        abort();
    const felt_text all[] = {cover.title,     cover.number,     cover.revision, cover.jurisdiction,
                             cover.requester, cover.laboratory, cover.received, cover.issued};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        verify(all[i], data, size);
    return 0;
}
