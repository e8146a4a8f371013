/* fuzz/fuzz_fair.c - records of a shoe's making: garbage is refused with a message and changes nothing, and what is followed is written as
 * it was. The input is one record to a line. */
#include <assert.h>
#include <felt/fair.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void follow(felt_fair_shoe *shoe, felt_text record)
{
    felt_fair_shoe before = *shoe;
    felt_error error = {.item = 0};
    felt_status status = felt_fair_follow(shoe, felt_text_from("table"), record, &error);
    if (status != FELT_OK) {
        assert(error.message[0] != '\0' && memcmp(shoe, &before, sizeof before) == 0);
        return;
    }
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_text again;
    if (felt_fair_record_write(arena, shoe, &again) == FELT_OK) {
        assert(felt_text_equal(again, record) && felt_fair_record_stage(again) == shoe->stage);
    }
    felt_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_fair_shoe shoe;
    memset(&shoe, 0, sizeof shoe);
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - data);
        follow(&shoe, (felt_text){(const char *)data, length});
        size -= end == NULL ? length : length + 1;
        data += end == NULL ? length : length + 1;
    }
    return 0;
}
