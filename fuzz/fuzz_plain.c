/* fuzz/fuzz_plain.c - the calls of other languages (felt/plain.h) with any texts: what they give is JSON, and what they refuse has a sentence.
 *
 * The first byte says which game, whether rows are sorted, how many decimals there are and whether the figures of a wager are asked for, too;
 * then come choices, a wager, a rule of rounding, a map, rounds and bets, with a line "---" between them. */
#include <assert.h>
#include <felt/plain.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char baccarat[] = "sheet \"Cards\"\n"
                               "game baccarat with 1 or 8 decks\n"
                               "option tie-pay \"what a tie pays\"\n"
                               "  8 \"eight\"\n"
                               "  9 \"nine\"\n"
                               "wager \"Player\" as player\n"
                               "  player wins pays 1 to 1\n"
                               "  tie pushes\n"
                               "  otherwise loses\n"
                               "wager \"Tie\" as tie\n"
                               "  where tie-pay is 8: tie pays 8 to 1\n"
                               "  where tie-pay is 9: tie pays 9 to 1\n"
                               "  otherwise loses\n"
                               "wager \"Pair\" as pair on player or banker\n"
                               "  own has pair pays 11 to 1\n"
                               "  otherwise loses\n";

static const char craps[] = "sheet \"Dice\"\n"
                            "game craps\n"
                            "wager \"Pass\" as pass\n"
                            "  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Hardway\" as hard on 6 or 8\n"
                            "  hard number rolled pays 9 to 1\n"
                            "  easy number rolled or any seven loses\n"
                            "  otherwise stays\n";

enum { PARTS = 6, CHOICES = 0, WAGER, ROUNDING, MAP, ROUNDS, BETS };

/* The tables are made once: that is what takes the time. */
static felt_plain *table_of(int game)
{
    static felt_plain *tables[2];
    const char *text = game == 0 ? baccarat : craps;
    if (!tables[game] &&
        (felt_plain_open(&tables[game]) != FELT_OK || felt_plain_add(tables[game], "fuzz.felt", text, strlen(text)) != FELT_OK)) {
        abort();
    }
    return tables[game];
}

/* Cuts the input into texts of their own, each with a NUL behind it. */
static void divide(const uint8_t *data, size_t size, char *parts[PARTS], size_t lengths[PARTS])
{
    static const char line[] = "\n---\n";
    size_t at = 0;
    for (int i = 0; i < PARTS; i++) {
        size_t end = at;
        while (end < size && (size - end < 5 || memcmp(data + end, line, 5) != 0)) {
            end++;
        }
        lengths[i] = end - at;
        parts[i] = calloc(lengths[i] + 1, 1);
        if (!parts[i]) {
            abort();
        }
        if (lengths[i] > 0) {
            memcpy(parts[i], data + at, lengths[i]);
        }
        at = end < size ? end + 5 : size;
    }
}

static void check_json(const char *text, size_t length)
{
    json_error_t error;
    json_t *value = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    assert(value);
    json_decref(value);
}

/* One object on each line. */
static void check_lines(const char *text)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        assert(at[length] == '\n');
        check_json(at, length);
        at += length + 1;
    }
}

static void ask_figures(felt_plain *table, char *parts[PARTS])
{
    char *odds = NULL;
    felt_status status = felt_plain_odds(table, parts[CHOICES], parts[WAGER][0] == '\0' ? NULL : parts[WAGER], NULL, &odds);
    assert((status == FELT_OK) == (odds != NULL));
    if (status == FELT_OK) {
        check_json(odds, strlen(odds));
    } else {
        assert(strlen(felt_plain_error(table)) > 0);
    }
    felt_plain_release(odds);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *parts[PARTS], *settled = NULL, *refused = NULL;
    size_t lengths[PARTS];
    if (size == 0) {
        return 0;
    }
    felt_plain *table = table_of(data[0] & 1);
    int decimals = data[0] >> 2 & 7;
    divide(data + 1, size - 1, parts, lengths);
    felt_plain_row_count(table, parts[CHOICES], parts[WAGER]);
    if ((data[0] & 0x20) != 0) {
        ask_figures(table, parts);
    }
    felt_status status = felt_plain_settle(table, parts[CHOICES], parts[ROUNDING], decimals, parts[MAP], data[0] & 2, parts[ROUNDS],
                                           lengths[ROUNDS], parts[BETS], lengths[BETS], &settled, &refused);
    assert((status == FELT_OK) == (settled != NULL) && (status == FELT_OK) == (refused != NULL));
    if (status == FELT_OK) {
        check_lines(settled);
        check_json(refused, strlen(refused));
    } else {
        assert(strlen(felt_plain_error(table)) > 0);
    }
    felt_plain_release(settled);
    felt_plain_release(refused);
    for (int i = 0; i < PARTS; i++) {
        free(parts[i]);
    }
    return 0;
}
