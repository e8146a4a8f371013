/* tests/battery_stream.c - what tests/battery examines: raw random bytes for dieharder, and chi-square of cards, positions and dice.
 *
 *   battery_stream live|counter N    raw bytes of stream N without end, to standard output
 *   battery_stream chi               a line for each test: name, chi-square, degrees of freedom, probability of more, verdict
 *
 * The seed is fixed, so that a result can be looked at again. The verdict is "passed" when the probability is at least 0.01 / tests: with
 * that limit the whole list passes for 99 % of good generators. */
#include <felt/craps.h>
#include <felt/dealing.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOES = 200000, THROWS = 50000000, TESTS = 12, CARDS = 52, PLACES = 416 };

static const uint8_t seed[FELT_RANDOM_SEED_BYTES] = "Felt's statistical battery, 2026";

static int stream(felt_random_kind kind, uint64_t number)
{
    static felt_random random;
    uint64_t words[4096];
    if (kind == FELT_RANDOM_LIVE)
        felt_random_live(&random, seed, number);
    else
        felt_random_counter(&random, 1, number);
    do
        felt_random_fill(&random, words, sizeof words / sizeof *words);
    while (fwrite(words, sizeof words, 1, stdout) == 1);
    return 0;
}

/* The probability that a normal variable is larger. */
static double normal_tail(double x)
{
    return erfc(x / sqrt(2)) / 2;
}

/* Of a chi-square with many degrees, after Wilson and Hilferty. */
static bool report(const char *name, double sum, double freedom)
{
    double part = 2 / (9 * freedom);
    double more = normal_tail((cbrt(sum / freedom) - (1 - part)) / sqrt(part));
    bool passed = more >= 0.01 / TESTS && more <= 1 - 0.01 / TESTS;
    printf("%-38s %14.2f %9.0f %9.6f  %s\n", name, sum, freedom, more, passed ? "passed" : "FAILED");
    return passed;
}

static double chi_square(const uint64_t *counts, size_t cells)
{
    double total = 0, sum = 0;
    for (size_t i = 0; i < cells; i++)
        total += (double)counts[i];
    double expected = total / (double)cells;
    for (size_t i = 0; i < cells; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

static int card_number(felt_card card)
{
    return (card.rank - 1) * 4 + card.suit;
}

/* Each place of an eight-deck shoe holds each card equally often. */
static bool test_places(const char *name, felt_random_kind kind)
{
    uint64_t(*counts)[CARDS] = calloc(PLACES, sizeof *counts), first[CARDS] = {0}, burn[FELT_RANK_COUNT] = {0};
    double sum = 0;
    char label[80];
    if (counts == NULL)
        return false;
    for (uint64_t number = 0; number < SHOES; number++) {
        felt_random random;
        felt_dealing shoe;
        if (kind == FELT_RANDOM_LIVE)
            felt_random_live(&random, seed, number);
        else
            felt_random_counter(&random, 1, number);
        felt_dealing_shuffle(&shoe, &random, FELT_DECKS_MAX, 14, (felt_dealing_rules){0});
        for (int i = 0; i < PLACES; i++)
            counts[i][card_number(shoe.cards[i])]++;
        first[card_number(shoe.cards[0])]++;
        burn[felt_dealing_burn(&shoe).rank - 1]++;
    }
    for (int i = 0; i < PLACES; i++)
        sum += chi_square(counts[i], CARDS);
    /* A shoe has eight of each card, so the places depend on each other: the sum is that of one place less, PLACES / (PLACES - 1) times. */
    sum = sum * (PLACES - 1) / PLACES;
    snprintf(label, sizeof label, "%s: cards by place in the shoe", name);
    bool passed = report(label, sum, (double)(PLACES - 1) * (CARDS - 1));
    snprintf(label, sizeof label, "%s: first card of the shoe", name);
    passed = report(label, chi_square(first, CARDS), CARDS - 1) && passed;
    snprintf(label, sizeof label, "%s: card shown at the burn", name);
    passed = report(label, chi_square(burn, FELT_RANK_COUNT), FELT_RANK_COUNT - 1) && passed;
    free(counts);
    return passed;
}

/* Which card follows which in a single deck, in pairs that do not overlap: 52 * 51 pairs are possible. */
static bool test_neighbours(const char *name, felt_random_kind kind)
{
    uint64_t *counts = calloc(CARDS * (CARDS - 1), sizeof *counts);
    char label[80];
    if (counts == NULL)
        return false;
    for (uint64_t number = 0; number < SHOES; number++) {
        felt_random random;
        felt_dealing shoe;
        if (kind == FELT_RANDOM_LIVE)
            felt_random_live(&random, seed, SHOES + number);
        else
            felt_random_counter(&random, 1, SHOES + number);
        felt_dealing_shuffle(&shoe, &random, 1, 14, (felt_dealing_rules){0});
        int a = card_number(shoe.cards[20]), b = card_number(shoe.cards[21]); /* one pair from each deck: pairs of one deck depend */
        counts[a * (CARDS - 1) + (b < a ? b : b - 1)]++;
    }
    snprintf(label, sizeof label, "%s: neighbours in a deck", name);
    bool passed = report(label, chi_square(counts, CARDS * (CARDS - 1)), CARDS * (CARDS - 1) - 1);
    free(counts);
    return passed;
}

static bool test_dice(const char *name, felt_random_kind kind)
{
    static uint64_t ways[36], pairs[36 * 36];
    felt_random random;
    char label[80];
    memset(ways, 0, sizeof ways);
    memset(pairs, 0, sizeof pairs);
    if (kind == FELT_RANDOM_LIVE)
        felt_random_live(&random, seed, 7);
    else
        felt_random_counter(&random, 1, 7);
    for (int i = 0, before = 0; i < THROWS; i++) {
        felt_dice dice = felt_dice_throw(&random);
        int way = (dice.first - 1) * 6 + dice.second - 1;
        ways[way]++;
        if (i % 2 == 1)
            pairs[before * 36 + way]++;
        before = way;
    }
    snprintf(label, sizeof label, "%s: two dice, 36 ways", name);
    bool passed = report(label, chi_square(ways, 36), 35);
    snprintf(label, sizeof label, "%s: two throws, 1296 ways", name);
    return report(label, chi_square(pairs, 36 * 36), 36 * 36 - 1) && passed;
}

static int chi(void)
{
    static const felt_random_kind kinds[] = {FELT_RANDOM_LIVE, FELT_RANDOM_COUNTER};
    static const char *const names[] = {"live", "counter"};
    bool passed = true;
    printf("%-38s %14s %9s %9s\n", "test", "chi-square", "degrees", "p");
    for (int i = 0; i < 2; i++) {
        passed = test_places(names[i], kinds[i]) && passed;
        passed = test_neighbours(names[i], kinds[i]) && passed;
        passed = test_dice(names[i], kinds[i]) && passed;
    }
    return passed ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (argc == 3 && strcmp(what, "live") == 0)
        return stream(FELT_RANDOM_LIVE, strtoull(argv[2], NULL, 10));
    if (argc == 3 && strcmp(what, "counter") == 0)
        return stream(FELT_RANDOM_COUNTER, strtoull(argv[2], NULL, 10));
    if (argc == 2 && strcmp(what, "chi") == 0)
        return chi();
    fputs("usage: battery_stream live|counter N, or chi\n", stderr);
    return 2;
}
