/* tests/unit/sim_sample.h - shipped sheets with their exact odds, ready to be simulated. To be included after cmocka.h. */
#ifndef SIM_SAMPLE_H
#define SIM_SAMPLE_H

#include <dirent.h>
#include <felt/baccarat.h>
#include <felt/odds.h>
#include <felt/sim_report.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 64, NAME_BYTES = 80 };

/* The names of the shipped sheets, in any order. */
static inline int shipped_names(char ret[NAMES_MAX][NAME_BYTES])
{
    DIR *folder = opendir(FELT_SOURCE_DIR "/rules");
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && length < NAME_BYTES && strcmp(entry->d_name + length - 5, ".felt") == 0) {
            assert_true(count < NAMES_MAX);
            snprintf(ret[count++], NAME_BYTES, "%.*s", (int)length - 5, entry->d_name);
        }
    }
    closedir(folder);
    assert_true(count > 10);
    return count;
}

static inline const felt_sheet *shipped_sheet(felt_arena *arena, const char *name)
{
    const felt_sheet *sheet;
    felt_text path = felt_arena_print(arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
    assert_int_equal(felt_sheet_load(arena, path.bytes, NULL, &sheet, NULL), FELT_OK);
    return sheet;
}

/* The wagers of a list of odds, each placed where its exact figures hold. */
static inline const felt_sim_wager *sample_wagers(felt_arena *arena, const felt_odds_list *odds)
{
    felt_sim_wager *wagers = felt_arena_take(arena, (size_t)odds->count, sizeof *wagers);
    assert_non_null(wagers);
    for (int i = 0; i < odds->count; i++)
        wagers[i] = (felt_sim_wager){odds->list[i].wager, odds->list[i].variant, odds->list[i].same_rows};
    return wagers;
}

static inline felt_sim_exact sample_exact(const felt_odds *o)
{
    return (felt_sim_exact){o->has_outcomes, o->has_pays, mpq_get_d(o->hit), mpq_get_d(o->edge), mpq_get_d(o->variance)};
}

typedef struct sample {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list odds;
    felt_sim_setup setup;
    const felt_book *book; /* under the first choice of everything, and eight decks */
} sample;

static inline void sample_open(sample *s, const char *name)
{
    felt_selection selection = {.count = 0};
    *s = (sample){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    s->sheet = shipped_sheet(s->arena, name);
    if (s->sheet->game == &felt_game_baccarat)
        assert_int_equal(felt_selection_add(&selection, felt_text_from("decks=8")), FELT_OK);
    assert_int_equal(felt_odds_add(&s->odds, s->sheet, &selection, felt_text_from(""), NULL, NULL), FELT_OK);
    s->setup = (felt_sim_setup){.game = s->sheet->game, .wager_count = s->odds.count, .decks = 8, .seed = 1, .threads = 1};
    s->setup.wagers = sample_wagers(s->arena, &s->odds);
    assert_int_equal(felt_book_open(s->arena, &s->sheet, 1, &selection, (felt_house){.min = {0}}, &s->book, NULL), FELT_OK);
}

static inline void sample_close(sample *s)
{
    felt_odds_list_free(&s->odds);
    felt_arena_free(s->arena);
}

#endif
