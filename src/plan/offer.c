/* src/plan/offer.c - opens the book of a table, and decides which wagers it offers and with which stakes.
 *
 * What a wager is worth is computed for every phase in which it may be placed; the lowest edge counts. */
#include "plan.h"

#include <felt/dealing.h>
#include <felt/odds.h>
#include <stdio.h>

typedef struct plan_run {
    plan_reader *r;
    const felt_book *book;
    felt_wager_plan *wagers;
    int count;
} plan_run;

const char *felt_closed_text(felt_closed closed)
{
    static const char *const words[] = {"",     "choices",      "undecided", "undefined", "unset", "dealer-unset", "player-edge",
                                        "base", "configuration"};
    return words[closed];
}

/* ---- the book ---- */

static bool open_book(plan_reader *r, const felt_book **ret)
{
    felt_selection selection = {.count = r->with_count};
    felt_house house = r->house;
    felt_error error = {.message = ""};
    house.min = r->now.stakes_min;
    house.max = r->now.stakes_max;
    for (int i = 0; i < r->term_count; i++) { /* the widest: each wager has limits of its own */
        const plan_term *t = &r->terms[i];
        if (t->line != LINE_STAKES || t->reach == REACH_TABLE)
            continue;
        house.min = t->min.minor < house.min.minor ? t->min : house.min;
        house.max = t->max.minor > house.max.minor ? t->max : house.max;
    }
    for (int i = 0; i < r->with_count; i++) {
        selection.options[i] = r->withs[i].at->text;
        selection.choices[i] = r->withs[i].choice;
    }
    felt_status status = felt_book_open(r->p.arena, r->sheets, r->sheet_count, &selection, house, ret, &error);
    r->p.no_memory = r->p.no_memory || status == FELT_ENOMEM;
    if (status != FELT_OK && status != FELT_ENOMEM)
        plan_fail(r, r->name, "type", "these sheets and choices make no book: %s", error.message);
    return status == FELT_OK;
}

static bool check_cut(plan_reader *r, const felt_book *book)
{
    int most = felt_book_decks(book) > 0 ? felt_cut_max(felt_book_decks(book)) : 0;
    return r->now.cut <= most ||
           plan_fail(r, r->cut_at, "range", "found the number %d, expected at most %d cards behind the cut card of %d decks", r->now.cut,
                     most, felt_book_decks(book));
}

/* ---- closed by itself ---- */

/* The number of a sheet in the book. */
static int sheet_number(const felt_book *book, const felt_sheet *sheet)
{
    int s = 0;
    while (felt_book_sheet_at(book, s) != sheet)
        s++;
    return s;
}

/* Has the variant the book's choices, that of the wager's option `but` aside (-1: of all)? */
static bool variant_fits(const plan_run *run, int wager, const felt_variant *v, int but)
{
    const felt_wager *w = felt_book_wager(run->book, wager);
    int s = sheet_number(run->book, felt_book_sheet(run->book, wager));
    bool defaulted;
    for (int i = 0; i < w->option_count; i++)
        if (i != but && v->choices[i] != felt_book_choice(run->book, s, w->options[i], &defaulted))
            return false;
    return true;
}

/* Is there such a variant? */
static bool any_fits(const plan_run *run, int wager, int but)
{
    const felt_wager *w = felt_book_wager(run->book, wager);
    for (int v = 0; v < w->variant_count; v++)
        if (variant_fits(run, wager, &w->variants[v], but))
            return true;
    return false;
}

/* The choices but for which the wager would be offered; all, where no single one is to blame. */
static felt_text not_offered_reason(const plan_run *run, int wager)
{
    const felt_sheet *sheet = felt_book_sheet(run->book, wager);
    const felt_wager *w = felt_book_wager(run->book, wager);
    int s = sheet_number(run->book, sheet);
    char text[1024] = "";
    size_t at = 0;
    bool single = false, defaulted;
    for (int i = 0; i < w->option_count; i++)
        single = single || any_fits(run, wager, i);
    for (int i = 0; i < w->option_count && at < sizeof text; i++) {
        const felt_option *option = &sheet->options[w->options[i]];
        const felt_choice *choice = &option->choices[felt_book_choice(run->book, s, w->options[i], &defaulted)];
        if (!single || any_fits(run, wager, i))
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%.*s=%.*s", at == 0 ? "" : ", ", FELT_TEXT_ARGS(option->name),
                                   FELT_TEXT_ARGS(choice->name));
    }
    return plan_print(run->r, "not offered with %s", text);
}

/* The variant of the book's choices is not there; or it is, and not complete. */
static void close_without_variant(plan_run *run, int wager)
{
    felt_wager_plan *plan = &run->wagers[wager];
    bool undecided = any_fits(run, wager, -1);
    plan->closed = undecided ? FELT_CLOSED_UNDECIDED : FELT_CLOSED_BY_CHOICES;
    plan->reason = undecided ? felt_text_from("the sheet leaves an outcome undecided") : not_offered_reason(run, wager);
}

static felt_text row_words(const felt_wager *w, int row)
{
    return w->rows[row].words.length > 0 ? w->rows[row].words : felt_text_from("nothing else has happened");
}

/* The first row that can decide and leaves a pay or the outcome out. */
static bool close_left_out(plan_run *run, felt_wager_plan *plan, const felt_odds *o)
{
    for (int i = 0; i < o->wager->row_count; i++) {
        const felt_row_pay *pay = &o->variant->pays[i];
        if (mpq_sgn(o->rows[i]) == 0)
            continue;
        if (pay->pay.kind == FELT_PAY_UNDEFINED || pay->pay.kind == FELT_PAY_UNSET) {
            bool undefined = pay->pay.kind == FELT_PAY_UNDEFINED;
            plan->closed = undefined ? FELT_CLOSED_UNDEFINED : FELT_CLOSED_UNSET;
            plan->reason = plan_print(run->r, "the document leaves out what %s when %.*s", undefined ? "happens" : "it pays",
                                      FELT_TEXT_ARGS(row_words(o->wager, i)));
            return true;
        }
        if (pay->has_dealer && pay->dealer.kind == FELT_PAY_UNSET && plan->closed == FELT_CLOSED_NOT) {
            plan->closed = FELT_CLOSED_DEALER_UNSET;
            plan->reason =
                plan_print(run->r, "the document leaves out what the dealer gets when %.*s", FELT_TEXT_ARGS(row_words(o->wager, i)));
        }
    }
    return plan->closed == FELT_CLOSED_UNSET || plan->closed == FELT_CLOSED_UNDEFINED;
}

static void close_player_edge(plan_run *run, felt_wager_plan *plan, const felt_odds *o)
{
    mpq_t players;
    mpq_init(players);
    mpq_neg(players, o->edge);
    felt_text percent = felt_ratio_print_percent(run->r->p.arena, players, 4);
    mpq_clear(players);
    char phase[FELT_EVENT_TEXT_BYTES] = "";
    if (felt_odds_names_start(o))
        o->sheet->game->phase_write(o->start, phase, sizeof phase);
    plan->closed = FELT_CLOSED_PLAYER_EDGE;
    plan->reason =
        plan_print(run->r, "the player has the edge, %.*s%%%s%s", FELT_TEXT_ARGS(percent), phase[0] == '\0' ? "" : ", when ", phase);
}

/* The entry of this wager with the lowest edge, or one without an edge; NULL: there is none. */
static const felt_odds *worst_entry(const felt_odds_list *list, const felt_wager *w)
{
    const felt_odds *worst = NULL;
    for (int i = 0; i < list->count; i++) {
        const felt_odds *o = &list->list[i];
        if (o->wager != w)
            continue;
        if (!o->has_pays)
            return o;
        if (worst == NULL || mpq_cmp(o->edge, worst->edge) < 0)
            worst = o;
    }
    return worst;
}

static void judge(plan_run *run, int wager, const felt_odds *o)
{
    felt_wager_plan *plan = &run->wagers[wager];
    felt_arena *arena = run->r->p.arena;
    close_left_out(run, plan, o);
    if (!o->has_pays)
        return;
    plan->edge = felt_ratio_print_fraction(arena, o->edge);
    plan->edge_percent = felt_ratio_print_percent(arena, o->edge, 4);
    run->r->p.no_memory = run->r->p.no_memory || plan->edge.bytes == NULL || plan->edge_percent.bytes == NULL;
    if (mpq_sgn(o->edge) < 0)
        close_player_edge(run, plan, o);
}

/* The choices of the options on which the sides from `first` to `end` depend. */
static felt_selection choices_of(const plan_run *run, int s, int first, int end)
{
    const felt_sheet *sheet = felt_book_sheet_at(run->book, s);
    felt_selection selection = {.count = 0};
    bool taken[FELT_OPTIONS_MAX + FELT_WAGERS_MAX + 1] = {false}, defaulted;
    for (int w = first; w < end; w++) {
        const felt_wager *wager = felt_book_wager(run->book, w);
        for (int i = 0; i <= wager->option_count; i++) {
            int option = i < wager->option_count ? wager->options[i] : sheet->decks_option;
            if (option < 0 || taken[option] || selection.count == FELT_SETTINGS_MAX)
                continue;
            taken[option] = true;
            const felt_option *o = &sheet->options[option];
            selection.options[selection.count] = o->name;
            selection.choices[selection.count++] = o->choices[felt_book_choice(run->book, s, option, &defaulted)].name;
        }
    }
    return selection;
}

/* The sides of one text, from `first` to `end`. */
static void examine(plan_run *run, int s, int first, int end)
{
    const felt_sheet *sheet = felt_book_sheet_at(run->book, s);
    felt_selection selection = choices_of(run, s, first, end);
    felt_odds_list odds = {0};
    bool any = false;
    for (int w = first; w < end; w++) {
        if (felt_book_variant(run->book, w) == NULL)
            close_without_variant(run, w);
        any = any || felt_book_variant(run->book, w) != NULL;
    }
    if (!any)
        return;
    felt_error error = {.message = ""};
    felt_status status = felt_odds_add(&odds, sheet, &selection, felt_book_wager(run->book, first)->short_name, NULL, &error);
    run->r->p.no_memory = run->r->p.no_memory || status == FELT_ENOMEM;
    for (int w = first; w < end && status != FELT_ENOMEM; w++) {
        const felt_odds *o = worst_entry(&odds, felt_book_wager(run->book, w));
        if (felt_book_variant(run->book, w) == NULL)
            continue;
        if (o != NULL)
            judge(run, w, o);
        else {
            run->wagers[w].closed = FELT_CLOSED_UNDECIDED;
            run->wagers[w].reason = plan_print(run->r, "what it is worth cannot be computed: %s", error.message);
        }
    }
    felt_odds_list_free(&odds);
}

static void examine_all(plan_run *run)
{
    int first = 0;
    for (int s = 0; s < felt_book_sheet_count(run->book); s++) {
        const felt_sheet *sheet = felt_book_sheet_at(run->book, s);
        int last = first + sheet->wager_count;
        while (first < last && !run->r->p.no_memory) {
            int end = first + 1;
            while (end < last &&
                   felt_text_equal(felt_book_wager(run->book, end)->short_name, felt_book_wager(run->book, first)->short_name))
                end++;
            examine(run, s, first, end);
            first = end;
        }
        first = last;
    }
}

/* ---- offered and closed by the file ---- */

static bool offer(plan_run *run, plan_term *term)
{
    for (int w = term->first; w < term->first + term->count; w++) {
        felt_wager_plan *plan = &run->wagers[w];
        if (plan->closed == FELT_CLOSED_NOT)
            continue;
        bool payable = plan->closed == FELT_CLOSED_PLAYER_EDGE || plan->closed == FELT_CLOSED_DEALER_UNSET;
        if (!payable && term->reach == REACH_TABLE)
            continue;
        term->opened = true;
        if (!payable)
            return plan_fail(run->r, term->at, "type", "found an offer of '%.*s', which nobody could pay: %.*s",
                             FELT_TEXT_ARGS(term->at->text), FELT_TEXT_ARGS(plan->reason));
        plan->but_offered = plan->closed;
        plan->closed = FELT_CLOSED_NOT;
        plan->reason = term->reason;
    }
    return true;
}

static bool apply_words(plan_run *run)
{
    bool good = true;
    for (int i = 0; i < run->r->term_count; i++) {
        plan_term *term = &run->r->terms[i];
        if (term->line == LINE_OFFER)
            good = offer(run, term) && good;
        for (int w = term->first; term->line == LINE_CLOSE && w < term->first + term->count; w++) {
            run->wagers[w].closed = FELT_CLOSED_CONFIGURATION;
            run->wagers[w].reason = term->reason;
        }
    }
    return good;
}

/* An offer must make a difference. Asked when everything else is decided, since what it needs may be closed. */
static bool offers_hold(plan_run *run)
{
    bool good = true;
    for (int i = 0; i < run->r->term_count; i++) {
        const plan_term *term = &run->r->terms[i];
        const felt_wager_plan *plan = &run->wagers[term->first];
        if (term->line != LINE_OFFER || term->reach == REACH_TABLE)
            continue;
        if (plan->closed == FELT_CLOSED_BASE)
            good = plan_fail(run->r, term->at, "type", "found an offer of '%.*s', which nobody could place: it %.*s",
                             FELT_TEXT_ARGS(term->at->text), FELT_TEXT_ARGS(plan->reason));
        else if (!term->opened)
            good = plan_fail(run->r, term->at, "type", "found an offer of '%.*s', which is offered without it",
                             FELT_TEXT_ARGS(term->at->text));
    }
    return good;
}

/* Is a wager that the need means offered? */
static bool need_is_met(const plan_run *run, int wager, const felt_need *need)
{
    const felt_sheet *sheet = felt_book_sheet(run->book, wager);
    for (int i = 0; i < run->count; i++) {
        const felt_sheet *other = felt_book_sheet(run->book, i);
        const felt_wager *w = felt_book_wager(run->book, i);
        bool meant = need->wager != FELT_WAGER_OUTSIDE
                         ? other == sheet && w == &sheet->wagers[need->wager]
                         : felt_text_equal(other->short_name, need->sheet) && felt_text_equal(w->short_name, need->name);
        if (meant && run->wagers[i].closed == FELT_CLOSED_NOT)
            return true;
    }
    return false;
}

/* Closes what needs a bet that nobody can place, and what needs that in turn. */
static bool close_without_base(plan_run *run)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < run->count; i++) {
            const felt_variant *v = felt_book_variant(run->book, i);
            if (v == NULL || run->wagers[i].closed != FELT_CLOSED_NOT || v->needs_count == 0)
                continue;
            bool met = false;
            for (int k = 0; k < v->needs_count && !met; k++)
                met = need_is_met(run, i, &v->needs[k]);
            if (met)
                continue;
            changed = true;
            run->wagers[i].closed = FELT_CLOSED_BASE;
            run->wagers[i].but_offered = FELT_CLOSED_NOT;
            run->wagers[i].reason = plan_print(run->r, "needs a bet on %.*s, which is closed",
                                               FELT_TEXT_ARGS(felt_need_name(felt_book_sheet(run->book, i), &v->needs[0])));
        }
    }
    return !run->r->p.no_memory;
}

/* ---- stakes ---- */

/* A limit that is no number of chips goes to the next one inside. */
static bool in_chips(plan_run *run, int wager, const token *said)
{
    felt_wager_plan *plan = &run->wagers[wager];
    felt_money min = plan->min, max = plan->max;
    int64_t chip = plan->chip.minor;
    plan->min.minor = (min.minor + chip - 1) / chip * chip;
    plan->max.minor = max.minor / chip * chip;
    if (plan->min.minor <= plan->max.minor || plan->closed != FELT_CLOSED_NOT)
        return true;
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(run->book, wager, name);
    return plan_fail(run->r, said, "range", "no stake on %s from %lld to %lld credits is in chips of %lld", name,
                     (long long)(min.minor / FELT_CREDIT_MINOR), (long long)(max.minor / FELT_CREDIT_MINOR),
                     (long long)(chip / FELT_CREDIT_MINOR));
}

static bool set_stakes(plan_run *run)
{
    const plan_reader *r = run->r;
    for (int w = 0; w < run->count; w++) {
        felt_wager_plan *plan = &run->wagers[w];
        plan_reach stakes = REACH_TABLE, chips = REACH_TABLE;
        const token *said = r->name;
        plan->min = r->now.stakes_min;
        plan->max = r->now.stakes_max;
        plan->chip = r->now.chip;
        for (int i = 0; i < r->term_count; i++) {
            const plan_term *t = &r->terms[i];
            plan_reach *reach = t->line == LINE_STAKES ? &stakes : &chips;
            bool meant = (t->line == LINE_STAKES || t->line == LINE_CHIPS) && w >= t->first && w < t->first + t->count;
            if (!meant || t->reach < *reach)
                continue;
            *reach = t->reach;
            said = t->at;
            if (t->line == LINE_CHIPS)
                plan->chip = t->min;
            else {
                plan->min = t->min;
                plan->max = t->max;
            }
        }
        if (!in_chips(run, w, said))
            return false;
    }
    return true;
}

/* A limit below the smallest bet would close the table in silence. */
static bool limits_hold(const plan_run *run)
{
    plan_reader *r = run->r;
    const felt_money limits[] = {r->now.seat_most, r->now.round_most};
    int64_t least = INT64_MAX;
    bool good = true;
    for (int i = 0; i < run->count; i++)
        if (run->wagers[i].closed == FELT_CLOSED_NOT && run->wagers[i].min.minor < least)
            least = run->wagers[i].min.minor;
    for (int i = 0; i < 2 && least < INT64_MAX; i++)
        if (limits[i].minor > 0 && limits[i].minor < least)
            good = plan_fail(r, r->limits[i] + 1, "range", "found the number %lld, expected at least %lld, the smallest bet of the table",
                             (long long)(limits[i].minor / FELT_CREDIT_MINOR), (long long)(least / FELT_CREDIT_MINOR));
    return good;
}

bool plan_open(plan_reader *r)
{
    plan_run run = {.r = r};
    if (!open_book(r, &run.book) || !check_cut(r, run.book))
        return false;
    run.count = felt_book_wager_count(run.book);
    run.wagers = parser_take(&r->p, (size_t)run.count, sizeof *run.wagers);
    if (run.wagers == NULL)
        return false;
    for (int i = 0; i < run.count; i++)
        run.wagers[i].reason = run.wagers[i].edge = run.wagers[i].edge_percent = (felt_text){"", 0};
    examine_all(&run);
    bool good = !r->p.no_memory && apply_words(&run);
    good = !r->p.no_memory && close_without_base(&run) && offers_hold(&run) && good;
    good = !r->p.no_memory && set_stakes(&run) && limits_hold(&run) && good;
    if (!good)
        return false;
    r->now.book = run.book;
    r->now.wagers = run.wagers;
    for (int i = 0; i < run.count; i++) {
        r->now.offered += run.wagers[i].closed == FELT_CLOSED_NOT;
        r->now.closed += run.wagers[i].closed != FELT_CLOSED_NOT;
    }
    return r->now.offered > 0 || plan_fail(r, r->name, "type", "every wager of the table is closed");
}

felt_status felt_table_plan_setup(felt_arena *arena, const felt_table_plan *plan, felt_table_setup *ret)
{
    int count = felt_book_wager_count(plan->book);
    felt_table_wager *wagers = felt_arena_take(arena, (size_t)count, sizeof *wagers);
    if (wagers == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < count; i++) {
        const felt_wager_plan *w = &plan->wagers[i];
        wagers[i] = (felt_table_wager){.min = w->min, .max = w->max, .unit = w->chip, .closed = w->closed != FELT_CLOSED_NOT};
        size_t room = sizeof wagers[i].reason - 1, length = w->reason.length < room ? w->reason.length : room;
        felt_text reason = felt_text_whole((felt_text){w->reason.bytes, length});
        if (wagers[i].closed)
            memcpy(wagers[i].reason, reason.bytes, reason.length);
        if (wagers[i].max.minor < wagers[i].min.minor) /* of a closed wager: no stake is in its chips */
            wagers[i].max = wagers[i].min;
    }
    *ret = (felt_table_setup){.book = plan->book,
                              .seats = plan->seats,
                              .seat_bets = plan->seat_bets,
                              .wagers = wagers,
                              .seat_max = plan->seat_most,
                              .round_max = plan->round_most,
                              .cost_max = plan->event_most,
                              .pace = plan->betting_s == 0 ? FELT_PACE_ON_DEMAND : FELT_PACE_TIMED,
                              .betting_ms = (int64_t)plan->betting_s * 1000,
                              .between_ms = (int64_t)plan->rest_s * 1000,
                              .seat_timeout_ms = (int64_t)plan->idle_s * 1000};
    return FELT_OK;
}
