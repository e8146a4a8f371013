/* src/count/session_expect.c - what the bets of sessions were expected to bring: amounts times exact edges. */
#include <felt/session_expect.h>
#include <felt/shoe.h>
#include <felt/standing.h>
#include <math.h>
#include <stdlib.h>

/* Adds `amount` handed over where a unit is worth `worth`. */
static void add_flow(mpq_t sum, int64_t amount, const mpq_t worth)
{
    mpq_t net, stake;
    mpq_inits(net, stake, NULL);
    mpq_set_si(net, -1, 1);
    mpq_add(net, net, worth);
    mpq_set_si(stake, (long)amount, 1);
    mpq_mul(net, net, stake);
    mpq_add(sum, sum, net);
    mpq_clears(net, stake, NULL);
}

static felt_status expect_dealt(const felt_book *book, const felt_session_action *a, mpq_t ret, felt_error *error)
{
    felt_standing standing;
    felt_shoe shoe = felt_shoe_fresh(felt_book_decks(book));
    felt_status status = felt_standing_make(felt_book_wager(book, a->wager), felt_book_variant(book, a->wager), 0, &shoe, &standing, error);
    if (status != FELT_OK)
        return status;
    add_flow(ret, a->flows[0], standing.worth);
    felt_standing_free(&standing);
    return FELT_OK;
}

static felt_status expect_thrown(const felt_book *book, const felt_session_action *a, mpq_t ret, felt_error *error)
{
    felt_standings standings;
    felt_status status = felt_standings_make(felt_book_wager(book, a->wager), felt_book_variant(book, a->wager), &standings, error);
    if (status != FELT_OK)
        return status;
    for (uint32_t i = 0; i < a->state_count; i++)
        if (a->flows[i] != 0)
            add_flow(ret, a->flows[i], standings.worth[i]);
    felt_standings_free(&standings);
    return FELT_OK;
}

/* How far the mean result is from the expected one, in standard errors. What is expected depends on what was bet, and so on luck: where
 * everybody plays on to ruin, results are all alike and the rounds until then are not. So each result is taken less the expectation of as
 * many rounds, which together are the whole of it, and the spread of these differences says how sure the mean of them is. */
static void set_z(const felt_session_result *played, felt_session_figures *f)
{
    double mean = 0, squares = 0, count = (double)played->count;
    double each = played->rounds > 0 ? mpq_get_d(f->expected) / (double)played->rounds : 0;
    for (uint64_t i = 0; i < played->count; i++)
        mean += ((double)played->sessions[i].result.minor - each * (double)played->sessions[i].rounds) / count;
    for (uint64_t i = 0; i < played->count; i++) {
        double difference = (double)played->sessions[i].result.minor - each * (double)played->sessions[i].rounds - mean;
        squares += difference * difference;
    }
    f->deviation = played->count > 0 ? sqrt(squares) / count : 0;
    f->z = f->deviation > 0 ? mean / f->deviation : 0;
}

felt_status felt_session_expect(const felt_book *book, const felt_session_result *result, felt_session_figures *ret, felt_error *error)
{
    bool dealt = felt_book_game(book)->source == FELT_SOURCE_SHOE;
    felt_session_figures f = {.wager_count = result->wager_count};
    f.wagers = calloc((size_t)result->wager_count + 1, sizeof *f.wagers);
    if (f.wagers == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    felt_status status = FELT_OK;
    mpq_init(f.expected);
    for (int i = 0; i < result->wager_count; i++)
        mpq_init(f.wagers[i]);
    for (int i = 0; i < result->wager_count && status == FELT_OK; i++) {
        const felt_session_action *a = &result->wagers[i];
        status = dealt ? expect_dealt(book, a, f.wagers[i], error) : expect_thrown(book, a, f.wagers[i], error);
        mpq_add(f.expected, f.expected, f.wagers[i]);
    }
    if (status == FELT_OK) {
        set_z(result, &f);
        *ret = f;
    } else {
        felt_session_figures_free(&f);
    }
    return status;
}

void felt_session_figures_free(felt_session_figures *figures)
{
    for (int i = 0; i < figures->wager_count; i++)
        mpq_clear(figures->wagers[i]);
    mpq_clear(figures->expected);
    free(figures->wagers);
    *figures = (felt_session_figures){.wager_count = 0};
}
