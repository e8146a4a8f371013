/* src/plain/play.c - shoes and simulations for other languages. */
#include "plain.h"

#include <felt/dealing.h>
#include <felt/sim_report.h>
#include <stdio.h>

/* ---- shoes ---- */

felt_status felt_plain_shoes(felt_plain *plain, int decks, uint64_t seed, uint64_t first, size_t count, uint8_t *ret)
{
    felt_random random;
    felt_dealing shoe;
    if (decks < 1 || decks > FELT_DECKS_MAX || count > FELT_PLAIN_SHOES_MAX)
        return plain_fail(plain,
                          felt_error_set(&plain->error, FELT_ERANGE, -1, "found %zu shoes of %d decks, expected at most %d of 1 to %d",
                                         count, decks, FELT_PLAIN_SHOES_MAX, FELT_DECKS_MAX));
    for (size_t i = 0; i < count; i++) {
        felt_random_counter(&random, seed, first + i);
        felt_status status = felt_dealing_shuffle(&shoe, &random, decks, FELT_CUT_MIN, (felt_dealing_rules){0});
        if (status != FELT_OK)
            return plain_fail(plain, status);
        for (int k = 0; k < shoe.count; k++)
            *ret++ = (uint8_t)(shoe.cards[k].rank | shoe.cards[k].suit << 4);
    }
    return FELT_OK;
}

/* ---- simulations ---- */

typedef struct sampling {
    felt_arena *arena;
    const felt_book *book;
    char decks[24]; /* "decks=8": what the book takes, for the list of odds */
    felt_odds_list all, odds;
    felt_sim_setup setup;
    felt_sim_result result;
} sampling;

/* Of every wager the entry of the book's own choices. */
static felt_status keep_the_books(sampling *s)
{
    s->odds.list = felt_arena_take(s->arena, (size_t)s->all.count, sizeof *s->odds.list);
    felt_sim_wager *wagers = felt_arena_take(s->arena, (size_t)s->all.count, sizeof *wagers);
    if (s->odds.list == NULL || wagers == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < s->all.count; i++) {
        const felt_odds *o = &s->all.list[i];
        bool taken = false;
        for (int w = 0; w < felt_book_wager_count(s->book) && !taken; w++)
            taken = felt_book_variant(s->book, w) == o->variant;
        if (!taken)
            continue;
        wagers[s->odds.count] = (felt_sim_wager){o->wager, o->variant, o->same_rows};
        s->odds.list[s->odds.count++] = *o;
    }
    s->setup.wagers = wagers;
    s->setup.wager_count = s->odds.count;
    return FELT_OK;
}

static felt_status prepare(felt_plain *plain, sampling *s, const char *choices, const char *wager)
{
    felt_selection selection;
    felt_status status = plain_choices(plain, choices, &selection);
    if (status == FELT_OK)
        status = plain_book(plain, s->arena, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &s->book);
    if (status != FELT_OK)
        return status;
    s->setup.game = felt_book_game(s->book);
    s->setup.decks = felt_book_decks(s->book);
    snprintf(s->decks, sizeof s->decks, "decks=%d", s->setup.decks);
    if (s->setup.decks > 0 && felt_selection_add(&selection, felt_text_from(s->decks)) != FELT_OK)
        return felt_error_set(&plain->error, FELT_ELIMIT, -1, "more than %d choices, with decks", FELT_SETTINGS_MAX);
    status = plain_odds(plain, &selection, wager, NULL, &s->all);
    return status == FELT_OK ? keep_the_books(s) : status;
}

static felt_status sample(felt_plain *plain, sampling *s, const char *choices, const char *wager, char **ret)
{
    felt_text text;
    felt_status status = prepare(plain, s, choices, wager);
    if (status != FELT_OK)
        return status;
    if (s->odds.count == 0)
        return felt_error_set(&plain->error, FELT_ENOTFOUND, -1, "no wager is left under these choices");
    status = felt_sim_run(&s->setup, &s->result);
    if (status == FELT_ERANGE)
        return felt_error_set(&plain->error, status, -1,
                              "found %llu rounds, %d threads and %d cards behind the cut card, and one of them is out of range",
                              (unsigned long long)s->setup.rounds, s->setup.threads, s->setup.cut);
    if (status != FELT_OK)
        return status;
    felt_sim_report report = {.odds = &s->odds, .setup = &s->setup, .result = &s->result};
    status = felt_report_sim(s->arena, &report, FELT_REPORT_JSON, &text);
    return status == FELT_OK ? plain_give(text, ret) : status;
}

felt_status felt_plain_simulate(felt_plain *plain, const char *choices, const char *wager, uint64_t rounds, uint64_t seed, int threads,
                                int cut, char **ret)
{
    sampling s = {.arena = felt_arena_new(PLAIN_ARENA_MAX), .setup = {.cut = cut, .rounds = rounds, .seed = seed, .threads = threads}};
    felt_status status = s.arena == NULL ? FELT_ENOMEM : sample(plain, &s, choices, wager, ret);
    felt_sim_result_free(&s.result);
    felt_odds_list_free(&s.all);
    felt_arena_free(s.arena);
    return status == FELT_OK ? status : plain_fail(plain, status);
}
