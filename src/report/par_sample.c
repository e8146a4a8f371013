/* src/report/par_sample.c - what a simulation found, beside the exact figures of a PAR sheet.
 *
 * A sample is whole numbers, so that its return, its hit frequency and its distance from the exact return are fractions as well. */
#include "odds_report.h"
#include "par_parts.h"

enum { SAMPLE_ITEMS_MAX = 8, SAMPLE_PLACES = 4, Z_PLACES = 2 };

typedef struct sample {
    mpq_t decided, hits, back; /* bets, wins, and what came back of as many units */
} sample;

static void add_row(sample *s, const felt_pay *pay, uint64_t times)
{
    int64_t num, den;
    mpq_t one;
    mpq_init(one);
    felt_ratio_set(one, (int64_t)times, 1);
    mpq_add(s->decided, s->decided, one);
    if (pay->kind == FELT_PAY_WINS || pay->kind == FELT_PAY_UNSET)
        mpq_add(s->hits, s->hits, one);
    if (pay->kind == FELT_PAY_WINS || pay->kind == FELT_PAY_PUSHES) {
        felt_pay_worth(pay, &num, &den);
        felt_ratio_add_times(s->back, one, num + den, den);
    }
    mpq_clear(one);
}

/* z = (found - exact) / sqrt(variance / decided), as the root of its square. */
static felt_text z_text(par_maker *m, const mpq_t found, const mpq_t decided)
{
    const felt_odds *o = m->odds;
    if (mpq_sgn(o->variance) == 0)
        return felt_text_from("0.00");
    mpq_t exact, square;
    mpq_inits(exact, square, NULL);
    felt_odds_return(o, exact);
    mpq_sub(exact, found, exact);
    int sign = mpq_sgn(exact);
    mpq_mul(square, exact, exact);
    mpq_mul(square, square, decided);
    mpq_div(square, square, o->variance);
    felt_text text = par_keep(m, report_signed_root(m->arena, square, sign, Z_PLACES));
    mpq_clears(exact, square, NULL);
    return sign > 0 ? par_say(m, "+%.*s", FELT_TEXT_ARGS(text)) : text;
}

static void add(par_maker *m, felt_par_item *list, const char *label, felt_text text)
{
    list[m->sheet->sample_count++] = (felt_par_item){felt_text_from(label), text};
}

static void add_share(par_maker *m, felt_par_item *list, const char *label, const mpq_t of)
{
    add(m, list, label, par_say(m, "%.*s %%", FELT_TEXT_ARGS(par_keep(m, felt_ratio_print_percent(m->arena, of, SAMPLE_PLACES)))));
}

static felt_text counted(par_maker *m, uint64_t number)
{
    return par_grouped(m, par_say(m, "%llu", (unsigned long long)number));
}

static void add_found(par_maker *m, felt_par_item *list, sample *s)
{
    add(m, list, "Bets decided", par_grouped(m, par_keep(m, felt_ratio_print(m->arena, s->decided))));
    if (mpq_sgn(s->decided) == 0)
        return;
    mpq_div(s->hits, s->hits, s->decided);
    mpq_div(s->back, s->back, s->decided);
    if (m->odds->has_outcomes)
        add_share(m, list, "Hit frequency", s->hits);
    if (!m->odds->has_pays)
        return;
    add_share(m, list, "Return to player", s->back);
    add(m, list, "Standard errors from the exact return", z_text(m, s->back, s->decided));
}

void par_sample(par_maker *m, int entry)
{
    const felt_par_sample *given = m->request->sample;
    if (given == NULL)
        return;
    felt_par_item *list = par_room(m, SAMPLE_ITEMS_MAX, sizeof *list);
    sample s;
    mpq_inits(s.decided, s.hits, s.back, NULL);
    for (int row = 0; row < m->odds->wager->row_count; row++)
        add_row(&s, &m->odds->variant->pays[row].pay, given->rows[entry][row]);
    if (list != NULL) {
        const felt_game_words *words = &m->odds->sheet->game->words;
        add(m, list, "Simulated",
            par_say(m, "%.*s %s, seed %llu", FELT_TEXT_ARGS(counted(m, given->rounds)), words->events, (unsigned long long)given->seed));
        add_found(m, list, &s);
    }
    m->sheet->sample = list;
    mpq_clears(s.decided, s.hits, s.back, NULL);
}
