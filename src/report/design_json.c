/* src/report/design_json.c - paytables that were found, as JSON: fractions as "p/q", decimals beside them. */
#include "design_report.h"
#include "json_out.h"
#include "odds_report.h"

#include <stdlib.h>

enum { DECIMAL_PLACES = 15 };

static json_t *fraction(felt_arena *arena, const mpq_t ratio)
{
    return out_json_text(felt_ratio_print_fraction(arena, ratio));
}

static json_t *decimal(felt_text digits)
{
    return digits.bytes == NULL ? NULL : json_real(strtod(digits.bytes, NULL));
}

static json_t *ratio_decimal(felt_arena *arena, const mpq_t ratio)
{
    return decimal(felt_ratio_print_decimal(arena, ratio, DECIMAL_PLACES));
}

static json_t *bound_json(felt_arena *arena, bool has, felt_design_number n)
{
    mpq_t ratio;
    if (!has)
        return json_null();
    mpq_init(ratio);
    felt_ratio_set(ratio, n.num, n.den);
    json_t *text = fraction(arena, ratio);
    mpq_clear(ratio);
    return text;
}

static json_t *band_json(felt_arena *arena, const felt_design_band *band)
{
    json_t *object = json_object();
    out_json_put(&object, "least", bound_json(arena, band->has_least, band->least));
    out_json_put(&object, "most", bound_json(arena, band->has_most, band->most));
    return object;
}

static json_t *scenes_json(felt_arena *arena, const felt_design *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->scene_count; i++) {
        const felt_odds *o = d->scenes[i];
        json_t *object = json_object();
        out_json_put(&object, "name", out_json_text(felt_design_scene(arena, o)));
        out_json_put(&object, "side", out_json_text(o->wager->side));
        out_json_put(&object, "options", report_options_json(o, true));
        out_json_put(&object, "hit", fraction(arena, o->hit));
        out_json_add(&array, object);
    }
    return array;
}

static json_t *lines_json(felt_arena *arena, const felt_design *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->line_count; i++) {
        const felt_design_line *line = &d->lines[i];
        const felt_row *row = &d->wager->rows[line->row];
        json_t *object = json_object(), *chances = json_array();
        for (int k = 0; k < d->scene_count; k++)
            out_json_add(&chances, fraction(arena, d->scenes[k]->rows[line->row]));
        out_json_put(&object, "row", json_integer(line->row + 1));
        out_json_put(&object, "line", json_integer(row->line));
        out_json_put(&object, "text", out_json_text(row->text));
        out_json_put(&object, "words", out_json_text(row->words));
        out_json_put(&object, "found", json_boolean(line->found));
        out_json_put(&object, "printed", line->printed > 0 ? json_integer(line->printed) : json_null());
        out_json_put(&object, "denominator", json_integer(line->denominator));
        out_json_put(&object, "probability", chances);
        out_json_add(&array, object);
    }
    return array;
}

static void put_rows(felt_arena *arena, const felt_design *d, const felt_design_table *table, json_t **object)
{
    const felt_text *rows;
    int count;
    if (felt_design_rows(arena, d, table, &rows, &count) != FELT_OK)
        return; /* the arena has refused, and the end will say so */
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array, out_json_text(rows[i]));
    out_json_put(object, "rows", array);
}

/* Units a shoe of a perfect counter, and their standard errors, in each scene. */
static void put_exposure(const felt_design *d, const felt_design_table *table, json_t **object)
{
    json_t *units = json_array(), *errors = json_array();
    for (int i = 0; i < d->scene_count; i++) {
        out_json_add(&units, json_real(table->exposure[i].value));
        out_json_add(&errors, json_real(table->exposure[i].error));
    }
    out_json_put(object, "exposure", units);
    out_json_put(object, "exposure_se", errors);
}

static json_t *table_json(felt_arena *arena, const felt_design *d, const felt_design_table *table)
{
    json_t *object = json_object(), *pays = json_array(), *edge = json_array(), *about = json_array(), *sd = json_array();
    for (int i = 0; i < d->line_count; i++)
        out_json_add(&pays, json_integer(table->pays[i]));
    for (int i = 0; i < d->scene_count; i++) {
        out_json_add(&edge, fraction(arena, table->edge[i]));
        out_json_add(&about, ratio_decimal(arena, table->edge[i]));
        out_json_add(&sd, decimal(felt_ratio_print_root(arena, table->variance[i], DECIMAL_PLACES)));
    }
    out_json_put(&object, "pays", pays);
    out_json_put(&object, "top", json_real((double)table->top_num / table->top_den));
    out_json_put(&object, "changed", json_integer(table->changed));
    out_json_put(&object, "edge", edge);
    out_json_put(&object, "edge_decimal", about);
    out_json_put(&object, "sd", sd);
    if (table->exposure != NULL)
        put_exposure(d, table, &object);
    put_rows(arena, d, table, &object);
    return object;
}

static json_t *unordered_json(const felt_design *d)
{
    json_t *array = json_array();
    for (int i = 0; i < d->unordered_count; i++)
        out_json_add(&array, json_pack("[i, i]", d->unordered[2 * i] + 1, d->unordered[2 * i + 1] + 1));
    return array;
}

/* Where the rows of a table stand, in the order of its `rows`. */
static json_t *row_lines_json(const felt_design *d)
{
    json_t *array = json_array();
    if (d->added.length > 0)
        out_json_add(&array, json_integer(d->paytable->line));
    for (int i = 0; i < d->wager->row_count; i++)
        out_json_add(&array, json_integer(d->wager->rows[i].line));
    return array;
}

/* The shoes that were dealt; null: none. */
static json_t *shoes_json(const felt_design *d)
{
    const felt_design_shoes *s = &d->shoes;
    json_t *object = json_object();
    if (s->count == 0) {
        json_decref(object);
        return json_null();
    }
    out_json_put(&object, "count", json_integer(s->count));
    out_json_put(&object, "seed", json_integer((json_int_t)s->seed));
    out_json_put(&object, "cut", json_integer(s->cut));
    out_json_put(&object, "cut_rule", json_string(felt_cut_rule_text(s->rules.cut)));
    out_json_put(&object, "burn", json_string(felt_burn_rule_text(s->rules.burn)));
    return object;
}

static void put_asked(felt_arena *arena, const felt_design_request *r, const felt_design *d, json_t **object)
{
    json_t *asked = json_object();
    out_json_put(&asked, "edge", band_json(arena, &r->edge));
    out_json_put(&asked, "hit", band_json(arena, &r->hit));
    out_json_put(&asked, "sd", band_json(arena, &r->sd));
    out_json_put(&asked, "top", band_json(arena, &r->top));
    out_json_put(&asked, "max_pay", r->max_pay > 0 ? json_integer(r->max_pay) : json_null());
    out_json_put(&asked, "exposure", bound_json(arena, r->has_exposure, r->exposure));
    out_json_put(&asked, "whole_numbers", json_boolean(r->pays == NULL));
    out_json_put(&asked, "ordered", json_boolean(!r->any_order));
    out_json_put(&asked, "target", fraction(arena, d->target));
    out_json_put(&asked, "prefer", out_json_text(report_design_prefer(arena, r, d)));
    out_json_put(object, "asked", asked);
}

felt_status report_design_json(felt_arena *arena, const felt_design_request *request, const felt_design *d, int limit, felt_text *ret)
{
    json_t *whole = json_object(), *frontier = json_array();
    int count = limit > 0 && limit < d->frontier_count ? limit : d->frontier_count;
    out_json_put(&whole, "sheet", out_json_text(d->sheet->short_name));
    out_json_put(&whole, "wager", out_json_text(d->wager->short_name));
    out_json_put(&whole, "name", out_json_text(d->wager->name));
    out_json_put(&whole, "column",
                 d->paytable == NULL ? json_null() : out_json_text(d->added.length > 0 ? d->added : d->paytable->choices[d->column].name));
    put_asked(arena, request, d, &whole);
    out_json_put(&whole, "shoes", shoes_json(d));
    out_json_put(&whole, "scenes", scenes_json(arena, d));
    out_json_put(&whole, "lines", lines_json(arena, d));
    out_json_put(&whole, "row_lines", row_lines_json(d));
    out_json_put(&whole, "unordered", unordered_json(d));
    out_json_put(&whole, "count", json_integer((json_int_t)d->count));
    out_json_put(&whole, "counted", json_boolean(d->counted));
    out_json_put(&whole, "exhaustive", json_boolean(d->exhaustive));
    out_json_put(&whole, "casino_only", json_boolean(d->casino_only));
    out_json_put(&whole, "reason", d->best != NULL ? json_null() : json_string(d->reason));
    out_json_put(&whole, "best", d->best != NULL ? table_json(arena, d, d->best) : json_null());
    for (int i = 0; i < count; i++) {
        int index = report_design_spread(d, i, count);
        json_t *table = table_json(arena, d, &d->frontier[index]);
        out_json_put(&table, "number", json_integer(index + 1));
        out_json_add(&frontier, table);
    }
    out_json_put(&whole, "frontier_count", json_integer(d->frontier_count));
    out_json_put(&whole, "frontier_cut", json_boolean(d->frontier_cut));
    out_json_put(&whole, "frontier", frontier);
    return out_json_finish(arena, whole, DECIMAL_PLACES, ret);
}
