/* fuzz/fuzz_exposure.c - saved states of exposures: garbage is refused and changes nothing, and from what is taken shoes can be dealt on.
 *
 * The bytes are first read as they are. Then the first two say where the others go in a real state, which gets the check sum that fits, so
 * that what lies behind it is reached too. */
#include "sheets.h"

#include <felt/exposure.h>
#include <sodium.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "sheet \"Count\"\n"
                           "game baccarat with 1 deck\n"
                           "wager \"Seven\" as seven\n"
                           "  banker wins with 3-card 7 pays 40 to 1\n"
                           "  otherwise loses\n";

enum { HASH_BYTES = 32, SHOES = 3 };

static felt_exposure *open_exposure(void)
{
    static const felt_sheet *sheet;
    static const int cuts[] = {30, 14};
    sheet = sheet ? sheet : fuzz_sheet("count", text);
    felt_exposure_bet bet = {&sheet->wagers[0], &sheet->wagers[0].variants[0]};
    felt_exposure_system system = {.tags = {0, 0, 0, -1, -1, -1, -1, 2, 2}};
    felt_exposure_setup setup = {.decks = 1, .cuts = cuts, .cut_count = 2, .seed = 1, .shoes = SHOES, .pilot = 2, .threads = 1};
    felt_exposure *e;
    setup.bets = &bet;
    setup.bet_count = 1;
    setup.systems = &system;
    setup.system_count = 1;
    if (felt_exposure_new(&setup, &e, NULL) != FELT_OK) {
        abort();
    }
    return e;
}

/* What is taken is dealt on from, to the end. */
static void read_state(felt_text bytes)
{
    felt_exposure *e = open_exposure();
    felt_error error;
    felt_status status = felt_exposure_read(e, bytes, &error);
    if (status != FELT_OK) {
        assert((status == FELT_EDATA || status == FELT_ERANGE) && error.message[0] != '\0');
        assert(felt_exposure_shoes(e) == 0);
    }
    status = felt_exposure_run(e, NULL);
    assert(status == FELT_OK && felt_exposure_done(e));
    for (int cut = 0; cut < 2; cut++) {
        felt_exposure_perfect(e, 0, cut);
        felt_exposure_of_system(e, 0, cut);
    }
    felt_exposure_free(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_state((felt_text){(const char *)data, size});
    if (size < 2) {
        return 0;
    }
    felt_exposure *e = open_exposure();
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_text state;
    if (!arena || felt_exposure_write(e, arena, &state) != FELT_OK) {
        abort();
    }
    size_t at = (size_t)(data[0] << 8 | data[1]) % state.length, room = state.length - at;
    memcpy((char *)state.bytes + at, data + 2, size - 2 < room ? size - 2 : room);
    size_t body = state.length - HASH_BYTES;
    crypto_generichash((uint8_t *)state.bytes + body, HASH_BYTES, (const uint8_t *)state.bytes, body, NULL, 0);
    read_state(state);
    felt_exposure_free(e);
    felt_arena_free(arena);
    return 0;
}
