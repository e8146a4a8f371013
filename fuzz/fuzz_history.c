/* fuzz/fuzz_history.c - histories: garbage is refused with a message and a line, and what is read is settled again or refused. */
#include <assert.h>
#include <felt/history.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

static ptrdiff_t read_bytes(void *context, char *ret, size_t size)
{
    bytes *b = context;
    size_t taken = b->size < size ? b->size : size;
    if (taken > 0) {
        memcpy(ret, b->data, taken);
    }
    b->data += taken;
    b->size -= taken;
    return (ptrdiff_t)taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes whole = {data, size};
    felt_history_counts counts = {.tables = 0};
    felt_history_ends *ends;
    felt_error error = {.item = 0};
    if (felt_history_ends_new(&ends, &error) != FELT_OK)
        return 0;
    felt_status status = felt_history_verify_on((felt_input){&whole, read_bytes}, ends, &counts, &error);
    assert(status == FELT_OK || error.message[0] != '\0');
    if (status == FELT_OK) { /* what was read goes on with itself where it has nothing in it, and nowhere else */
        felt_history_counts again = counts;
        whole = (bytes){data, size};
        status = felt_history_verify_on((felt_input){&whole, read_bytes}, ends, &again, &error);
        assert(status != FELT_OK || counts.records == 0);
    }
    felt_history_ends_free(ends);
    return 0;
}
