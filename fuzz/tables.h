/* fuzz/tables.h - live tables of two small books, and the check sum that their bytes end with. */
#ifndef FELT_FUZZ_TABLES_H
#define FELT_FUZZ_TABLES_H

#include "sheets.h"

#include <felt/table.h>
#include <string.h>

static const char fuzz_craps[] = "sheet \"Craps\"\n"
                                 "game craps\n"
                                 "wager \"Pass\" as pass\n"
                                 "  placed before any come-out roll\n"
                                 "  line wins pays 1 to 1\n"
                                 "  come-out craps or seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Odds\" as odds on 4, 6 or 8\n"
                                 "  placed while number is the point\n"
                                 "  needs \"Pass\", at most 3 times its stake\n"
                                 "  may be raised, lowered, taken down or turned off\n"
                                 "  number rolled pays 6 to 5\n"
                                 "  any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Buy\" as buy on 6 or 8\n"
                                 "  placed at any time\n"
                                 "  vig 5% of the stake\n"
                                 "  may be raised, lowered, taken down or turned off\n"
                                 "  number rolled pays 6 to 5\n"
                                 "  any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Lows\" as lows\n"
                                 "  placed before a new shooter's first come-out roll\n"
                                 "  2, 3, 4, 5 and 6 all rolled pays 34 to 1\n"
                                 "  seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Envy\" as envy\n"
                                 "  12 rolled pays unset\n"
                                 "  otherwise loses\n";

static const char fuzz_baccarat[] = "sheet \"Baccarat\"\n"
                                    "game baccarat with 8 decks\n"
                                    "wager \"Player\" as player\n"
                                    "  player wins pays 1 to 1\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"Pair\" as pair on player or banker\n"
                                    "  needs \"Player\"\n"
                                    "  own has pair pays 11 to 1\n"
                                    "  otherwise loses\n";

/* The setup of the craps table, or of the one for baccarat. */
static inline felt_table_setup fuzz_setup(bool craps)
{
    static const felt_book *books[2];
    if (!books[0]) {
        books[0] = fuzz_book(fuzz_sheet("baccarat.felt", fuzz_baccarat), FELT_ROUNDING_FLOOR);
        books[1] = fuzz_book(fuzz_sheet("craps.felt", fuzz_craps), FELT_ROUNDING_NEAREST);
    }
    return (felt_table_setup){.book = books[craps],
                              .seats = 3,
                              .seat_bets = 6,
                              .seat_max = {100000},
                              .cost_max = {500000},
                              .pace = craps ? FELT_PACE_ON_DEMAND : FELT_PACE_TIMED,
                              .betting_ms = 50,
                              .between_ms = 20,
                              .seat_timeout_ms = 900};
}

static inline void fuzz_put_sum(uint8_t *bytes, size_t size)
{
    uint32_t sum = 0x811c9dc5u; /* as in src/table/bytes.h */
    for (size_t i = 0; i < size - 4; i++) {
        sum = (sum ^ bytes[i]) * 0x01000193u;
    }
    for (size_t i = 0; i < 4; i++) {
        bytes[size - 4 + i] = (uint8_t)(sum >> (8 * i));
    }
}

static inline felt_table *fuzz_table(const felt_table_setup *setup)
{
    felt_table *table;
    if (felt_table_new(setup, &table, NULL) != FELT_OK) {
        abort();
    }
    return table;
}

/* Are the two the same to the byte? */
static inline bool fuzz_same(felt_table *a, felt_table *b)
{
    uint8_t left[FELT_TABLE_HASH_BYTES], right[FELT_TABLE_HASH_BYTES];
    if (felt_table_hash(a, left, NULL) != FELT_OK || felt_table_hash(b, right, NULL) != FELT_OK) {
        abort();
    }
    return memcmp(left, right, sizeof left) == 0;
}

#endif
