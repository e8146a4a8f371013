/* src/cli/par_request.c - what `felt par` computes before the document is made: cover, findings, the most the house can lose, a sample. */
#include "par_request.h"
#include "progress.h"

#include <ctype.h>
#include <errno.h>
#include <felt/sim.h>
#include <stdlib.h>

#ifndef FELT_VERSION
#define FELT_VERSION "unknown"
#endif

enum { COVER_FILE_MAX = 64 << 10, DEFAULT_SAMPLE = 1000000 };

#define SAMPLE_MOST UINT64_C(1000000000000)

const char *const par_cover_keys[PAR_COVER_FLAGS] = {"title",     "number",     "revision", "jurisdiction",
                                                     "requester", "laboratory", "received", "issued"};

/* ---- numbers ---- */

static bool read_rounds(cli *c, const char *text, uint64_t list[FELT_PAR_ROUNDS_MAX], int *ret_count)
{
    const char *at = text;
    for (int count = 0; count < FELT_PAR_ROUNDS_MAX; count++) {
        char *end = NULL;
        errno = 0;
        unsigned long long number = isdigit((unsigned char)*at) ? strtoull(at, &end, 10) : 0;
        if (end == NULL || errno != 0 || number < 1 || number > FELT_PAR_ROUND_MOST || (*end != ',' && *end != '\0'))
            break;
        list[count] = number;
        *ret_count = count + 1;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
    cli_usage(c, "found --rounds %s, expected at most %d numbers from 1 to %llu with commas, such as 1000,1000000", text,
              FELT_PAR_ROUNDS_MAX, (unsigned long long)FELT_PAR_ROUND_MOST);
    return false;
}

static bool read_numbers(cli *c, const par_options *r, par_material *m)
{
    static const uint64_t usual[] = {1000, 10000, 100000, 1000000};
    m->request.rounds = r->rounds != NULL ? m->rounds : usual;
    m->request.round_count = 4;
    m->sample.rounds = DEFAULT_SAMPLE;
    m->sample.seed = 1;
    return (r->rounds == NULL || read_rounds(c, r->rounds, m->rounds, &m->request.round_count)) &&
           (r->sample == NULL || cli_number(c, "--sample", r->sample, 0, SAMPLE_MOST, &m->sample.rounds)) &&
           (r->seed == NULL || cli_number(c, "--seed", r->seed, 0, INT64_MAX, &m->sample.seed));
}

/* ---- the cover ---- */

static cli_exit read_cover_file(cli *c, felt_arena *arena, const char *path, felt_par_cover *cover)
{
    felt_text text;
    felt_error error;
    if (cli_read(c, arena, path, COVER_FILE_MAX, &text) != FELT_OK)
        return CLI_DATA;
    if (felt_par_cover_read(text, cover, &error) == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s:%llu: %s", path, (unsigned long long)error.line, error.message);
    return CLI_DATA;
}

/* The file first: a flag says it again, and better. */
static cli_exit read_cover(cli *c, felt_arena *arena, const par_options *r, felt_par_cover *cover)
{
    felt_error error;
    cli_exit code = r->cover_file == NULL ? CLI_DONE : read_cover_file(c, arena, r->cover_file, cover);
    for (int i = 0; i < PAR_COVER_FLAGS && code == CLI_DONE; i++)
        if (r->cover[i] != NULL &&
            felt_par_cover_set(cover, felt_text_from(par_cover_keys[i]), felt_text_from(r->cover[i]), &error) != FELT_OK)
            code = cli_usage(c, "--%s: %s", par_cover_keys[i], error.message);
    return code;
}

/* ---- the sample ---- */

/* A sample that is being played: for each number of decks the same number of rounds. */
typedef struct sampling {
    const felt_odds_list *odds;
    const felt_par_sample *sample;
    felt_sim_wager *wagers; /* room for all entries ... */
    int *places;            /* ... and where each stands in `odds` */
    uint64_t (*rows)[FELT_ROWS_MAX];
    uint64_t before, total; /* rounds of the numbers of decks before this one, and of all */
    cli_progress progress;
} sampling;

static bool show_progress(void *context, uint64_t done)
{
    sampling *s = context;
    cli_progress_show(&s->progress, s->before + done, s->total);
    return true;
}

/* Plays the entries of one number of decks, from `first` on, and puts how often each row decided where the entry is. */
static felt_status play(sampling *s, int first)
{
    const felt_odds_list *odds = s->odds;
    const felt_odds *of = &odds->list[first];
    int count = 0;
    for (int i = first; i < odds->count; i++) {
        const felt_odds *o = &odds->list[i];
        if (o->decks != of->decks)
            continue;
        s->places[count] = i;
        s->wagers[count++] = (felt_sim_wager){o->wager, o->variant, o->same_rows};
    }
    felt_sim_result result;
    felt_sim_setup setup = {.game = of->sheet->game,
                            .wagers = s->wagers,
                            .wager_count = count,
                            .decks = of->decks,
                            .rounds = s->sample->rounds,
                            .seed = s->sample->seed,
                            .threads = 1,
                            .tick = show_progress,
                            .context = s};
    felt_status status = felt_sim_run(&setup, &result);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < count; i++)
        memcpy(s->rows[s->places[i]], result.rows[i], sizeof *s->rows);
    s->before += s->sample->rounds;
    felt_sim_result_free(&result);
    return FELT_OK;
}

static bool is_first_of_decks(const felt_odds_list *odds, int at)
{
    for (int i = 0; i < at; i++)
        if (odds->list[i].decks == odds->list[at].decks)
            return false;
    return true;
}

static felt_status play_all(cli *c, felt_arena *arena, const felt_odds_list *odds, par_material *m)
{
    size_t count = (size_t)odds->count;
    sampling s = {.odds = odds,
                  .sample = &m->sample,
                  .wagers = felt_arena_take(arena, count, sizeof *s.wagers),
                  .places = felt_arena_take(arena, count, sizeof *s.places),
                  .rows = felt_arena_take(arena, count, sizeof *s.rows)};
    felt_status status = s.rows == NULL || s.wagers == NULL || s.places == NULL ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; i < odds->count; i++)
        s.total += is_first_of_decks(odds, i) ? m->sample.rounds : 0;
    cli_progress_begin(&s.progress, c, odds->list[0].sheet->game->words.events);
    for (int i = 0; i < odds->count && status == FELT_OK; i++)
        if (is_first_of_decks(odds, i))
            status = play(&s, i);
    cli_progress_end(&s.progress);
    m->sample.rows = (const uint64_t(*)[FELT_ROWS_MAX])s.rows;
    m->request.sample = &m->sample;
    return status;
}

/* ---- findings, and what the house can lose ---- */

static felt_status check(felt_arena *arena, const felt_sheet *sheet, const felt_selection *own, par_material *m)
{
    m->findings = felt_diags_in(arena);
    felt_status status = felt_sheet_check_under(sheet, own, &m->findings);
    if (status == FELT_OK)
        status = felt_odds_check_under(sheet, own, &m->findings);
    m->request.findings = &m->findings;
    return status;
}

/* Where it cannot be found, the document says nothing of it, and standard error why. */
static felt_status find_most(cli *c, const felt_sheet *sheet, const felt_selection *own, par_material *m)
{
    felt_error error;
    felt_status status = felt_odds_add(&m->every, sheet, own, felt_text_from(""), NULL, &error);
    if (status == FELT_OK)
        status = felt_most_make(&m->every, own, &m->most);
    m->has_most = status == FELT_OK;
    m->request.most = m->has_most ? &m->most : NULL;
    if (status == FELT_ELIMIT)
        cli_complain(c, "the document does not say the most the house can lose: its choices combine in too many ways; --set states some");
    return status == FELT_ENOTFOUND || status == FELT_ELIMIT ? FELT_OK : status; /* no wager has its pays */
}

cli_exit par_gather(cli *c, felt_arena *arena, const par_options *r, const felt_sheet *sheet, const felt_selection *own,
                    const felt_odds_list *odds, par_material *ret)
{
    *ret = (par_material){.request = {.odds = odds, .selection = &r->selection, .version = felt_text_from(FELT_VERSION)}};
    if (!read_numbers(c, r, ret))
        return CLI_USAGE;
    cli_exit code = read_cover(c, arena, r, &ret->request.cover);
    if (code != CLI_DONE)
        return code;
    felt_status status = check(arena, sheet, own, ret);
    if (status == FELT_OK)
        status = find_most(c, sheet, own, ret);
    if (status == FELT_OK && ret->sample.rounds > 0)
        status = play_all(c, arena, odds, ret);
    if (status == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s", felt_status_text(status));
    return CLI_DATA;
}

void par_material_free(par_material *m)
{
    if (m->has_most)
        felt_most_free(&m->most);
    felt_odds_list_free(&m->every);
}
