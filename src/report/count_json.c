/* src/report/count_json.c - what a card counter can know of wagers, as a JSON array. All figures are numbers, the player's positive. */
#include "count_exposure.h"
#include "count_report.h"
#include "json_out.h"
#include "odds_report.h"

#include <stdlib.h>

enum { PLACES = 20, DIGITS = 15 };

static json_t *number(felt_arena *arena, const mpq_t ratio)
{
    felt_text digits = felt_ratio_print_decimal(arena, ratio, PLACES);
    return digits.bytes == NULL ? NULL : json_real(strtod(digits.bytes, NULL));
}

/* Thirteen numbers, ace to king; null for a rank of which the shoe holds no card. */
static json_t *effects_json(felt_arena *arena, const felt_removal *r)
{
    if (!felt_removal_applies(r->odds))
        return json_null();
    json_t *array = json_array();
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        out_json_add(&array, r->has[rank] ? number(arena, r->effect[rank]) : json_null());
    return array;
}

static json_t *shoe_json(const felt_shoe *shoe)
{
    json_t *array = json_array();
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        out_json_add(&array, json_integer(shoe->cards[rank]));
    return array;
}

static const char *kind_of(const felt_system *s)
{
    static const char *const kinds[] = {[FELT_SYSTEM_LINEAR] = "linear",
                                        [FELT_SYSTEM_BALANCED] = "balanced",
                                        [FELT_SYSTEM_UNBALANCED] = "unbalanced",
                                        [FELT_SYSTEM_GIVEN] = "given"};
    return kinds[s->kind];
}

static json_t *system_json(felt_arena *arena, const felt_systems *systems, const felt_count_dealt *dealt, int i)
{
    const felt_system *s = &systems->list[i];
    json_t *tags = json_array();
    mpq_t tag;
    mpq_init(tag);
    for (int value = 0; value < FELT_TAG_COUNT; value++) {
        felt_system_tag(systems, i, value, tag);
        out_json_add(&tags, s->kind == FELT_SYSTEM_LINEAR ? number(arena, tag) : json_integer(s->tags.tag[value]));
    }
    mpq_clear(tag);
    json_t *object = json_pack("{s:s, s:o}", "kind", kind_of(s), "tags", tags);
    if (s->within > 0)
        out_json_put(&object, "within", json_integer(s->within));
    felt_text correlation = report_signed_root(arena, s->square, s->sign, DIGITS);
    out_json_put(&object, "correlation", correlation.bytes == NULL ? NULL : json_real(strtod(correlation.bytes, NULL)));
    if (dealt->exposure != NULL)
        report_count_system_json(&object, dealt, i, felt_exposure_asked(dealt->exposure)->cut_count - 1);
    return object;
}

static json_t *systems_json(felt_arena *arena, const felt_systems *systems, const felt_count_dealt *dealt)
{
    json_t *array = json_array();
    for (int i = 0; i < systems->count; i++)
        out_json_add(&array, system_json(arena, systems, dealt, i));
    return array;
}

/* ---- second order ---- */

/* A row for each rank; null where the shoe does not hold both cards. */
static json_t *pairs_json(felt_arena *arena, const felt_orders *o)
{
    json_t *rows = json_array();
    for (int a = 1; a <= FELT_RANK_COUNT; a++) {
        json_t *row = json_array();
        for (int b = 1; b <= FELT_RANK_COUNT; b++) {
            int at = felt_pair_index(a, b);
            out_json_add(&row, o->has_pair[at] ? number(arena, o->pair[at]) : json_null());
        }
        out_json_add(&rows, row);
    }
    return rows;
}

static json_t *depth_json(felt_arena *arena, const felt_orders *o, int left)
{
    mpq_t variance, shares[FELT_ORDERS];
    json_t *array = json_array();
    mpq_init(variance);
    for (int k = 0; k < FELT_ORDERS; k++)
        mpq_init(shares[k]);
    report_count_depth(o, left, variance, shares);
    felt_text root = felt_ratio_print_root(arena, variance, PLACES);
    for (int k = 0; k < FELT_ORDERS; k++) {
        out_json_add(&array, number(arena, shares[k]));
        mpq_clear(shares[k]);
    }
    mpq_clear(variance);
    return json_pack("{s:i, s:o, s:o}", "left", left, "sd", root.bytes == NULL ? NULL : json_real(strtod(root.bytes, NULL)), "shares",
                     array);
}

static void put_orders(felt_arena *arena, const felt_orders *o, json_t **object)
{
    int depths[REPORT_DEPTHS_MAX], count = report_count_depths(&o->removal->shoe, depths);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array, depth_json(arena, o, depths[i]));
    out_json_put(object, "eor2", pairs_json(arena, o));
    out_json_put(object, "depths", array);
}

/* ---- leaks ---- */

static json_t *leak_json(felt_arena *arena, const felt_leak *leak)
{
    mpq_t edge;
    mpq_init(edge);
    report_count_edge(leak, edge);
    json_t *object = json_pack("{s:o, s:o, s:o}", "gain", number(arena, leak->gain), "frequency", number(arena, leak->frequency), "edge",
                               number(arena, edge));
    mpq_clear(edge);
    return object;
}

static json_t *known_card_json(felt_arena *arena, const felt_known_card *k)
{
    json_t *array = json_array();
    for (int position = 0; position < FELT_KNOWN_POSITIONS; position++) {
        json_t *values = json_array(), *object = leak_json(arena, &k->alone[position]);
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            out_json_add(&values, k->removal->shoe.cards[rank] > 0 ? number(arena, k->value[position][rank]) : json_null());
        out_json_put(&object, "position", json_integer(position + 1));
        out_json_put(&object, "values", values);
        if (k->has_best)
            out_json_put(&object, "best", leak_json(arena, &k->best[position]));
        out_json_add(&array, object);
    }
    return array;
}

static json_t *known_last_json(felt_arena *arena, const felt_known_last *k)
{
    json_t *object =
        json_pack("{s:i, s:o, s:o}", "left", k->left, "cards", leak_json(arena, &k->cards), "order", leak_json(arena, &k->order));
    if (k->has_best) {
        out_json_put(&object, "best_cards", leak_json(arena, &k->best_cards));
        out_json_put(&object, "best_order", leak_json(arena, &k->best_order));
    }
    return object;
}

static json_t *entry_json(felt_arena *arena, const felt_count_entry *e)
{
    const felt_removal *r = e->removal;
    const felt_odds *o = r->odds;
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "sheet", out_json_text(o->sheet->short_name), "wager",
                  out_json_text(o->wager->short_name), "name", out_json_text(o->wager->name), "side", out_json_text(o->wager->side),
                  "options", report_options_json(o, false), "decks", o->decks > 0 ? json_integer(o->decks) : json_null());
    if (o->decks == 0 && felt_removal_applies(o))
        out_json_put(&object, "shoe", shoe_json(&r->shoe));
    out_json_put(&object, "value", felt_removal_applies(o) ? number(arena, r->value) : json_null());
    out_json_put(&object, "eor", effects_json(arena, r));
    if (e->orders != NULL && felt_removal_applies(o))
        put_orders(arena, e->orders, &object);
    if (e->known_card != NULL && felt_removal_applies(o))
        out_json_put(&object, "known_card", known_card_json(arena, e->known_card));
    if (e->known_last != NULL && felt_removal_applies(o))
        out_json_put(&object, "known_last", known_last_json(arena, e->known_last));
    if (e->systems != NULL)
        out_json_put(&object, "systems", systems_json(arena, e->systems, &e->dealt));
    report_count_dealt_json(&object, e);
    report_count_safe_json(arena, &object, e);
    return object;
}

felt_status report_count_json(felt_arena *arena, const felt_count_entry *list, int count, felt_text *ret)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array, entry_json(arena, &list[i]));
    return out_json_finish(arena, array, DIGITS, ret);
}
