/* src/report/count_orders.c - second-order effects, and what a linear count can follow of a wager by the cards left. */
#include "count_report.h"
#include "label.h"

enum { VALUES = 10, MILLION = 1000000 };

int report_count_depths(const felt_shoe *shoe, int ret[REPORT_DEPTHS_MAX])
{
    int cards = felt_shoe_size(shoe), count = 0;
    const int wanted[REPORT_DEPTHS_MAX] = {cards * 3 / 4, cards / 2, cards / 4, 52, 26, 14};
    for (int i = 0; i < REPORT_DEPTHS_MAX; i++)
        if (wanted[i] >= FELT_SHOE_CARDS_MIN && wanted[i] < (count > 0 ? ret[count - 1] : cards))
            ret[count++] = wanted[i];
    return count;
}

bool report_count_depth(const felt_orders *o, int left, mpq_t ret_variance, mpq_t ret_shares[FELT_ORDERS])
{
    mpq_set_ui(ret_variance, 0, 1);
    for (int k = 1; k <= FELT_ORDERS; k++) {
        felt_orders_variance(o, k, left, ret_shares[k - 1]);
        mpq_add(ret_variance, ret_variance, ret_shares[k - 1]);
    }
    for (int k = 0; k < FELT_ORDERS && mpq_sgn(ret_variance) != 0; k++)
        mpq_div(ret_shares[k], ret_shares[k], ret_variance);
    return mpq_sgn(ret_variance) != 0;
}

/* ---- pairs ---- */

static bool same_pair(const felt_orders *o, int a, int b)
{
    return o->has_pair[a] == o->has_pair[b] && mpq_equal(o->pair[a], o->pair[b]) != 0;
}

/* Are tens and pictures alike beside every rank, themselves too? */
static bool is_by_value(const felt_orders *o)
{
    for (int ten = VALUES; ten <= FELT_RANK_COUNT; ten++)
        for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
            if (!same_pair(o, felt_pair_index(rank, ten), felt_pair_index(rank < VALUES ? rank : VALUES, VALUES)))
                return false;
    return true;
}

static felt_text millionths(felt_arena *arena, const mpq_t ratio)
{
    mpq_t times;
    mpq_init(times);
    felt_ratio_add_times(times, ratio, MILLION, 1);
    felt_text text = felt_ratio_print_decimal(arena, times, 2);
    mpq_clear(times);
    return text;
}

static void put_pairs(text_out *out, const felt_orders *o)
{
    grid g = grid_in(out->arena);
    int shown = is_by_value(o) ? VALUES : FELT_RANK_COUNT;
    grid_column_add(&g, (grid_column){"and", GRID_LEFT, 4, 0, 0});
    for (int rank = 0; rank < shown; rank++)
        grid_column_add(&g, (grid_column){report_ranks[rank], GRID_RIGHT, 1, 7, 0});
    for (int high = 1; high <= shown; high++) {
        grid_row *row = grid_row_add(&g);
        row->cells[0] = felt_text_from(report_ranks[high - 1]);
        for (int low = 1; low <= high; low++) {
            int at = felt_pair_index(low, high);
            row->cells[low] = o->has_pair[at] ? millionths(out->arena, o->pair[at]) : felt_text_from("-");
        }
    }
    grid_print(out, &g);
}

/* ---- depths ---- */

static felt_text percent(felt_arena *arena, const mpq_t share)
{
    return felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, share, 2)));
}

static void put_depths(text_out *out, const felt_orders *o)
{
    grid g = grid_in(out->arena);
    int depths[REPORT_DEPTHS_MAX], count = report_count_depths(&o->removal->shoe, depths);
    mpq_t variance, shares[FELT_ORDERS];
    mpq_init(variance);
    for (int k = 0; k < FELT_ORDERS; k++)
        mpq_init(shares[k]);
    grid_column_add(&g, (grid_column){"cards left", GRID_RIGHT, 4, 0, 0});
    grid_column_add(&g, (grid_column){"sd of the value", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"linear", GRID_RIGHT, 2, 9, 0});
    grid_column_add(&g, (grid_column){"and pairs", GRID_RIGHT, 2, 9, 0});
    for (int i = 0; i < count; i++) {
        if (!report_count_depth(o, depths[i], variance, shares))
            continue;
        felt_text linear = percent(out->arena, shares[0]);
        mpq_add(shares[1], shares[0], shares[1]);
        grid_add(&g, (felt_text[]){felt_arena_print(out->arena, "%d", depths[i]), felt_ratio_print_root(out->arena, variance, 5), linear,
                                   percent(out->arena, shares[1])});
    }
    if (g.row_count > 0)
        grid_print(out, &g);
    for (int k = 0; k < FELT_ORDERS; k++)
        mpq_clear(shares[k]);
    mpq_clear(variance);
}

void report_count_orders(text_out *out, const felt_count_entry *list, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        const felt_orders *o = list[i].orders;
        if (o == NULL || !felt_removal_applies(o->removal->odds))
            continue;
        const felt_odds *odds = o->removal->odds;
        felt_text options = label_options(out->arena, odds, true);
        out_print(out, "\n  ");
        out_painted(out, COLOR_BOLD, label_wager(out->arena, odds));
        out_print(out, "%s%.*s\n", options.length > 0 ? ", " : "", FELT_TEXT_ARGS(options));
        put_pairs(out, o);
        put_depths(out, o);
        any = true;
    }
    if (any)
        out_print(out,
                  "\n  pairs: by how many millionths of a unit the removal of both cards does more than the sum of their effects;\n"
                  "  linear: the share of the variance of the value, over all cards that may be left, that a sum over the cards follows\n");
}
