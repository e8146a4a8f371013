/* fuzz/fuzz_strategy.c - any bytes as a strategy: they are read or refused, and what is read can be played. */
#include "tables.h"

#include <felt/strategy_run.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const felt_strategy *strategy)
{
    felt_strategy_setup setup = {.strategy = strategy, .bankroll = {100000}, .rounds = 40, .sessions = 3, .seed = 1, .threads = 1};
    felt_strategy_result result;
    felt_status status = felt_strategy_run(&setup, &result);
    assert(status == FELT_OK || status == FELT_EUNSET || status == FELT_ENOMEM);
    if (status != FELT_OK) {
        return;
    }
    assert(result.played.count == 3 && result.played.rounds <= 120 && result.played.action.minor >= 0);
    for (int i = 0; i < 3; i++) {
        assert(result.played.sessions[i].result.minor >= -100000);
    }
    felt_strategy_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_text text = {(const char *)data, size};
    for (int craps = 0; craps < 2; craps++) {
        felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
        if (!arena) {
            return 0;
        }
        felt_diags diags = felt_diags_in(arena);
        const felt_strategy *strategy = NULL;
        felt_status status = felt_strategy_read(arena, felt_text_from("fuzz.strategy"), text, fuzz_setup(craps).book, (felt_money){0},
                                                &diags, &strategy);
        if (status == FELT_OK) {
            assert(diags.error_count == 0 && felt_strategy_wager_count(strategy) > 0 && felt_strategy_unit(strategy).minor > 0);
            play(strategy);
        } else {
            assert(status == FELT_ENOMEM || (status == FELT_EDATA && diags.error_count > 0));
        }
        felt_arena_free(arena);
    }
    return 0;
}
