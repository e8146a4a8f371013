/* src/sim/run.c - many rounds with many wagers on at once, played by the engine of the game, and what a sample of them says. */
#include "sim/run.h"
#include "../games.h"
#include "sim/engine.h"

#include <math.h>
#include <stdlib.h>

int felt_sim_shoe_rounds(const felt_game *game, int decks)
{
    return FELT_DECK_CARDS * decks / felt_game_pieces_max(game);
}

/* When the cut card comes out, the round in progress is finished, and one more may be dealt. */
bool run_shoe_in_range(const felt_game *game, int decks, int cut, felt_dealing_rules rules)
{
    bool fits = cut >= FELT_CUT_MIN && cut >= 2 * felt_game_pieces_max(game) && cut <= felt_cut_max(decks);
    return decks >= 1 && decks <= FELT_DECKS_MAX && (cut == 0 || fits) && felt_dealing_rules_exist(rules);
}

bool run_can_be_played(const felt_game *game, const felt_wager *wager, const felt_variant *variant)
{
    bool own = variant >= wager->variants && variant < wager->variants + wager->variant_count;
    return own && variant->complete && variant->machine->game == game;
}

static felt_status verify(const felt_sim_setup *setup)
{
    if (setup->threads < 1 || setup->threads > FELT_SIM_THREADS_MAX || setup->rounds == 0 || setup->rounds >> 62 != 0)
        return FELT_ERANGE;
    if (setup->game->source == FELT_SOURCE_SHOE && !run_shoe_in_range(setup->game, setup->decks, setup->cut, setup->rules))
        return FELT_ERANGE;
    if (setup->wager_count < 0)
        return FELT_ERANGE;
    for (int i = 0; i < setup->wager_count; i++)
        if (!run_can_be_played(setup->game, setup->wagers[i].wager, setup->wagers[i].variant))
            return FELT_EDATA;
    return FELT_OK;
}

/* ---- results ---- */

void run_settle_outcomes(const felt_sim_setup *setup, const uint64_t *outcomes, felt_sim_result *ret)
{
    for (int o = 0; o < setup->game->event_count; o++) {
        if (outcomes[o] == 0)
            continue;
        ret->rounds += outcomes[o];
        for (int i = 0; i < setup->wager_count; i++)
            ret->rows[i][felt_machine_row(setup->wagers[i].variant->machine, 0, o)] += outcomes[o];
    }
}

felt_status felt_sim_run(const felt_sim_setup *setup, felt_sim_result *ret)
{
    felt_sim_result result = {.wager_count = setup->wager_count};
    felt_status status = verify(setup);
    if (status != FELT_OK)
        return status;
    result.rows = calloc((size_t)setup->wager_count + 1, sizeof *result.rows);
    if (result.rows == NULL)
        return FELT_ENOMEM;
    const sim_engine *engine = felt_games_entry(setup->game)->sim;
    if (engine != NULL)
        status = engine->run(setup, &result);
    else
        status = setup->game->source == FELT_SOURCE_SHOE ? run_dealt(setup, &result) : run_thrown(setup, &result);
    if (status == FELT_OK)
        *ret = result;
    else
        free(result.rows);
    return status;
}

void felt_sim_result_free(felt_sim_result *result)
{
    free(result->rows);
    *result = (felt_sim_result){0};
}

felt_sim_figures felt_sim_sample(const felt_sim_wager *wager, const uint64_t rows[FELT_ROWS_MAX])
{
    felt_sim_figures f = {.has_pays = true, .has_outcomes = true};
    double sum = 0, squares = 0;
    for (int row = 0; row < wager->wager->row_count; row++) {
        const felt_pay *pay = &wager->variant->pays[row].pay;
        int64_t num, den;
        if (rows[row] == 0)
            continue;
        f.decided += rows[row];
        if (pay->kind == FELT_PAY_WINS || pay->kind == FELT_PAY_UNSET)
            f.hits += rows[row];
        if (pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED) {
            f.has_pays = false;
            f.has_outcomes = f.has_outcomes && pay->kind == FELT_PAY_UNSET;
            continue;
        }
        felt_pay_worth(pay, &num, &den);
        double net = (double)num / (double)den;
        sum += net * (double)rows[row];
        squares += net * net * (double)rows[row];
    }
    if (f.decided > 0 && f.has_pays) {
        f.mean = sum / (double)f.decided;
        double variance = squares / (double)f.decided - f.mean * f.mean;
        f.deviation = variance > 0 ? sqrt(variance) : 0;
    }
    return f;
}

bool felt_sim_z(const felt_sim_figures *sample, const felt_sim_exact *exact, double *ret)
{
    double variance = exact->has_pays ? exact->variance : exact->hit * (1 - exact->hit);
    bool comparable = exact->has_outcomes && sample->has_outcomes && (!exact->has_pays || sample->has_pays);
    if (sample->decided == 0 || variance <= 0 || !comparable)
        return false;
    double n = (double)sample->decided;
    double difference = exact->has_pays ? sample->mean + exact->edge : (double)sample->hits / n - exact->hit;
    *ret = difference / sqrt(variance / n);
    return true;
}

double felt_sim_z_chance(double z, int count)
{
    return 1 - pow(erf(fabs(z) / sqrt(2)), count);
}
