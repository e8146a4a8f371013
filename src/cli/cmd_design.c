/* src/cli/cmd_design.c - `felt design`: find pays that meet a target. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <felt/design_report.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 20 };

typedef struct design_options {
    felt_selection selection;
    const char *wager, *edge, *hit, *sd, *top, *exposure, *max_pay, *pays, *column, *prefer, *work, *limit, *pick, *write;
    const char *cut, *shoes, *seed, *cut_rule, *burn;
    cli_texts rows, fix, free;
    bool any_order, json, csv;
} design_options;

/* ---- arguments ---- */

static bool read_whole(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *ret)
{
    char *end = NULL;
    errno = 0;
    unsigned long long number = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (end != NULL && *end == '\0' && errno == 0 && number >= least && number <= most) {
        *ret = number;
        return true;
    }
    cli_usage(c, "found %s %s, expected a number from %llu to %llu", name, text, (unsigned long long)least, (unsigned long long)most);
    return false;
}

static bool read_band(cli *c, const char *name, const char *text, felt_design_band *ret)
{
    felt_error error;
    if (text == NULL || felt_design_band_read(felt_text_from(text), ret, &error) == FELT_OK)
        return true;
    cli_usage(c, "%s: %s", name, error.message);
    return false;
}

/* "3=..." or "3": the row, and what is behind the sign; NULL after a complaint. */
static const char *read_row(cli *c, const char *name, const char *text, const char *form, int *ret_row)
{
    char *end = NULL;
    long row = isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 0;
    if (end != NULL && row >= 1 && row <= FELT_ROWS_MAX && (*end == '=' || *end == '\0')) {
        *ret_row = (int)row - 1;
        return *end == '=' ? end + 1 : end;
    }
    cli_usage(c, "found %s %s, expected %s; rows are counted from 1", name, text, form);
    return NULL;
}

static bool read_rows(cli *c, const design_options *o, felt_design_request *r)
{
    int row = 0;
    for (int i = 0; i < o->rows.count; i++) {
        const char *rest = read_row(c, "--row", o->rows.list[i], "ROW=LEAST..MOST, such as 1=5%..20%", &row);
        if (rest == NULL || !read_band(c, "--row", rest, &r->rows[row].back))
            return false;
    }
    for (int i = 0; i < o->free.count; i++) {
        bool all = strcmp(o->free.list[i], "all") == 0;
        if (!all && read_row(c, "--free", o->free.list[i], "ROW or all", &row) == NULL)
            return false;
        if (all)
            r->free_all = true;
        else
            r->rows[row].free = true;
    }
    for (int i = 0; i < o->fix.count; i++) {
        uint64_t pay = 0;
        const char *rest = read_row(c, "--fix", o->fix.list[i], "ROW=PAY, or ROW for the printed pay", &row);
        if (rest == NULL || (*rest != '\0' && !read_whole(c, "--fix", rest, 1, FELT_PAY_MAX, &pay)))
            return false;
        r->rows[row].fixed = true;
        r->rows[row].pay = (int)pay;
    }
    return true;
}

static bool read_prefer(cli *c, const char *text, felt_design_request *r)
{
    static const char *const words[] = {[FELT_DESIGN_EDGE] = "edge",
                                        [FELT_DESIGN_LOW_SD] = "low-sd",
                                        [FELT_DESIGN_HIGH_TOP] = "high-top",
                                        [FELT_DESIGN_NEAR_PRINTED] = "near-printed"};
    felt_error error;
    if (text == NULL)
        return true;
    if (strncmp(text, "edge=", 5) == 0) {
        r->has_target = true;
        if (felt_design_number_read(felt_text_from(text + 5), &r->target, &error) == FELT_OK)
            return true;
        cli_usage(c, "--prefer: %s", error.message);
        return false;
    }
    for (int i = 0; i < 4; i++)
        if (strcmp(text, words[i]) == 0) {
            r->prefer = (felt_design_prefer)i;
            return true;
        }
    cli_usage(c, "found --prefer %s, expected edge, edge=6.5%%, low-sd, high-top or near-printed", text);
    return false;
}

/* What a counter may win, and of which shoes. */
static bool read_exposure(cli *c, const design_options *o, felt_design_request *r)
{
    felt_error error;
    uint64_t cut = FELT_DESIGN_CUT, shoes = FELT_DESIGN_SHOES, seed = 1;
    bool shoe = o->cut != NULL || o->shoes != NULL || o->seed != NULL || o->cut_rule != NULL || o->burn != NULL;
    if (o->exposure == NULL && shoe) {
        cli_usage(c, "--cut, --shoes, --seed, --cut-rule and --burn are of the shoes that --exposure deals, which is not there");
        return false;
    }
    if (o->exposure == NULL)
        return true;
    r->has_exposure = true;
    if (felt_design_number_read(felt_text_from(o->exposure), &r->exposure, &error) != FELT_OK || r->exposure.num < 0) {
        cli_usage(c, "found --exposure %s, expected units a shoe, such as 0.25", o->exposure);
        return false;
    }
    if ((o->cut != NULL && !read_whole(c, "--cut", o->cut, FELT_CUT_MIN, FELT_DEALING_CARDS_MAX, &cut)) ||
        (o->shoes != NULL && !read_whole(c, "--shoes", o->shoes, 2, FELT_DESIGN_SHOES_MAX, &shoes)) ||
        (o->seed != NULL && !read_whole(c, "--seed", o->seed, 0, INT64_MAX, &seed)) ||
        !cli_cut_rule_read(c, o->cut_rule, &r->shoes.rules.cut) || !cli_burn_rule_read(c, o->burn, &r->shoes.rules.burn))
        return false;
    r->shoes.cut = (int)cut;
    r->shoes.count = (int)shoes;
    r->shoes.seed = seed;
    return true;
}

static bool read_request(cli *c, felt_arena *arena, const design_options *o, felt_design_request *r)
{
    felt_error error;
    uint64_t max_pay = 0;
    if (!read_band(c, "--edge", o->edge, &r->edge) || !read_band(c, "--hit", o->hit, &r->hit) || !read_band(c, "--sd", o->sd, &r->sd) ||
        !read_band(c, "--top", o->top, &r->top) || !read_rows(c, o, r) || !read_prefer(c, o->prefer, r) || !read_exposure(c, o, r))
        return false;
    if (o->max_pay != NULL && !read_whole(c, "--max-pay", o->max_pay, 1, FELT_PAY_MAX, &max_pay))
        return false;
    if (o->work != NULL && !read_whole(c, "--work", o->work, 1, FELT_DESIGN_WORK_MAX, &r->work))
        return false;
    if (o->pays != NULL && strcmp(o->pays, "whole") != 0 &&
        felt_design_pays_read(arena, felt_text_from(o->pays), &r->pays, &r->pay_count, &error) != FELT_OK) {
        cli_usage(c, "--pays: %s", error.message);
        return false;
    }
    r->max_pay = (int)max_pay;
    r->any_order = o->any_order;
    r->wager = felt_text_from(o->wager);
    r->column = o->column != NULL ? felt_text_from(o->column) : (felt_text){"", 0};
    r->selection = &o->selection;
    return true;
}

/* ---- output ---- */

/* The table that was picked, by its number in the frontier; else the best. */
static const felt_design_table *picked(cli *c, const design_options *o, const felt_design *d)
{
    uint64_t number;
    if (o->pick == NULL)
        return d->best;
    if (!read_whole(c, "--pick", o->pick, 1, (uint64_t)d->frontier_count, &number))
        return NULL;
    return &d->frontier[number - 1];
}

static cli_exit write_sheet(cli *c, felt_arena *arena, const design_options *o, const felt_design *d)
{
    const felt_design_table *table = picked(c, o, d);
    felt_text text;
    if (table == NULL)
        return CLI_USAGE;
    felt_status status = felt_design_sheet(arena, d, table, &text);
    if (status != FELT_OK) {
        cli_complain(c, "%s", felt_status_text(status));
        return CLI_DATA;
    }
    if (strcmp(o->write, "-") == 0)
        return cli_put(c, FELT_OK, text) ? CLI_DONE : CLI_DATA;
    return cli_write_file(c, o->write, text);
}

/* The rows of the table that was picked, below the report. */
static cli_exit print_picked(cli *c, felt_arena *arena, const design_options *o, const felt_design *d)
{
    const felt_design_table *table = picked(c, o, d);
    felt_text text = {"", 0};
    if (table == NULL)
        return CLI_USAGE;
    return cli_put(c, felt_report_design_picked(arena, d, (int)(table - d->frontier) + 1, &text), text) ? CLI_DONE : CLI_DATA;
}

static cli_exit print(cli *c, felt_arena *arena, const design_options *o, const felt_design_request *r, const felt_design *d)
{
    uint64_t limit = o->json || o->csv ? 0 : LIMIT;
    felt_text text = {"", 0};
    if (o->limit != NULL && !read_whole(c, "--limit", o->limit, 0, FELT_DESIGN_FRONTIER_MAX, &limit))
        return CLI_USAGE;
    felt_report_style style = o->csv ? FELT_REPORT_CSV : cli_style(c, o->json);
    bool sheet_only = o->write != NULL && strcmp(o->write, "-") == 0 && d->best != NULL;
    if (!sheet_only && !cli_put(c, felt_report_design(arena, r, d, (int)limit, style, &text), text))
        return CLI_DATA;
    if (d->best == NULL)
        return CLI_FAILED;
    cli_exit code = o->pick != NULL && !o->json && !o->csv && !sheet_only ? print_picked(c, arena, o, d) : CLI_DONE;
    if (code != CLI_DONE)
        return code;
    return o->write != NULL ? write_sheet(c, arena, o, d) : CLI_DONE;
}

/* ---- the whole ---- */

static cli_exit search(cli *c, felt_arena *arena, const design_options *o, felt_design_request *r)
{
    felt_design design;
    felt_error error;
    if (felt_selection_verify(&o->selection, r->sheet, &error) != FELT_OK)
        return cli_usage(c, "%s", error.message);
    felt_status status = felt_design_make(arena, r, &design, &error);
    if (status == FELT_ENOTFOUND)
        return cli_usage(c, "%s", error.message);
    if (status != FELT_OK) {
        cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(r->sheet->file), error.message);
        return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
    }
    cli_exit code = print(c, arena, o, r, &design);
    felt_design_free(&design);
    return code;
}

static cli_exit run(cli *c, felt_arena *arena, const design_options *o, int words, char **names)
{
    felt_design_request *r = felt_arena_take(arena, 1, sizeof *r);
    const felt_sheet **sheets;
    int count;
    if (r == NULL)
        return CLI_DATA;
    if (!read_request(c, arena, o, r))
        return CLI_USAGE;
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code == CLI_DONE && o->write != NULL)
        code = cli_output_verify(c, o->write);
    if (code != CLI_DONE)
        return code;
    r->sheet = sheets[0];
    return search(c, arena, o, r);
}

cli_exit cmd_design(cli *c, int argc, char **argv)
{
    design_options o = {.wager = NULL};
    const flag flags[] = {{"--wager", FLAG_TEXT, &o.wager},
                          {"--edge", FLAG_TEXT, &o.edge},
                          {"--hit", FLAG_TEXT, &o.hit},
                          {"--sd", FLAG_TEXT, &o.sd},
                          {"--top", FLAG_TEXT, &o.top},
                          {"--exposure", FLAG_TEXT, &o.exposure},
                          {"--cut", FLAG_TEXT, &o.cut},
                          {"--shoes", FLAG_TEXT, &o.shoes},
                          {"--seed", FLAG_TEXT, &o.seed},
                          {"--cut-rule", FLAG_TEXT, &o.cut_rule},
                          {"--burn", FLAG_TEXT, &o.burn},
                          {"--max-pay", FLAG_TEXT, &o.max_pay},
                          {"--pays", FLAG_TEXT, &o.pays},
                          {"--row", FLAG_TEXTS, &o.rows},
                          {"--fix", FLAG_TEXTS, &o.fix},
                          {"--free", FLAG_TEXTS, &o.free},
                          {"--any-order", FLAG_SWITCH, &o.any_order},
                          {"--column", FLAG_TEXT, &o.column},
                          {"--prefer", FLAG_TEXT, &o.prefer},
                          {"--decks", FLAG_DECKS, &o.selection},
                          {"--set", FLAG_SETTING, &o.selection},
                          {"--work", FLAG_TEXT, &o.work},
                          {"--limit", FLAG_TEXT, &o.limit},
                          {"--pick", FLAG_TEXT, &o.pick},
                          {"--write", FLAG_TEXT, &o.write},
                          {"--json", FLAG_SWITCH, &o.json},
                          {"--csv", FLAG_SWITCH, &o.csv},
                          {"--name", FLAG_TEXT, &c->input_name}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    if (o.wager == NULL || o.edge == NULL)
        return cli_usage(c, "expected --wager NAME and --edge LEAST..MOST, such as 5%%..8%%");
    if (o.json && o.csv)
        return cli_usage(c, "--json and --csv exclude each other");
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &o, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
