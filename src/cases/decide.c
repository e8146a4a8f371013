/* src/cases/decide.c - what a case does to a wager, by the one way to place, move and pay a bet. */
#include "cases.h"

#include <stdlib.h>

/* ---- choices ---- */

bool cases_variant_fits(const felt_case *c, int with_count, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant)
{
    for (int i = 0; i < with_count; i++) {
        for (int k = 0; k < wager->option_count; k++) {
            const felt_option *option = &sheet->options[wager->options[k]];
            if (felt_text_equal(option->name, c->withs[i].option) &&
                !felt_text_equal(option->choices[variant->choices[k]].name, c->withs[i].choice))
                return false;
        }
    }
    return true;
}

/* ---- a bet of its own ---- */

/* A stake of which every pay of the variant is a whole number of units, so that what is paid shows the pay itself. */
static felt_money exact_stake(const felt_wager *wager, const felt_variant *variant)
{
    int64_t stake = 100;
    for (int row = 0; row < wager->row_count; row++) {
        const felt_pay *pay = &variant->pays[row].pay;
        int64_t dens[] = {pay->win_den, pay->commission_den, variant->pays[row].has_dealer ? variant->pays[row].dealer.win_den : 1};
        for (size_t i = 0; i < sizeof dens / sizeof *dens; i++)
            if (dens[i] > 0 && stake % dens[i] != 0 && stake < INT64_MAX / FELT_PAY_MAX / dens[i])
                stake *= dens[i];
    }
    return (felt_money){stake};
}

decision cases_decide_alone(const felt_case *c, int event_count, const felt_sheet *sheet, const felt_wager *wager,
                            const felt_variant *variant)
{
    const felt_game *game = sheet->game;
    const felt_house house = {.rounding = FELT_ROUNDING_FLOOR};
    felt_variant whole = *variant;
    whole.complete = true; /* what a sheet leaves undecided may be asked for all the same */
    book_wager w = book_wager_alone(sheet, wager, &whole, wager->short_name);
    felt_bet bet = {.stake = exact_stake(wager, variant)};
    felt_position position;
    int phase = c->phase;
    if (position_place(&house, &w, game, &bet, (hand_moment){c->phase, true}, 0, &position, NULL) != FELT_OK)
        return (decision){.kind = DECISION_NOT_PLACED, .row = -1};
    for (int i = 0; i < event_count; i++) {
        decision d = {.kind = DECISION_ROW, .events = game->one_event ? 0 : i + 1};
        uint16_t state;
        bool over;
        phase = game->phase_after(phase, c->events[i].code, &over);
        d.row = position_row(&w, game, &position, c->events[i].code);
        if (d.row == POSITION_NEEDS_MORE)
            return (decision){.kind = DECISION_NEEDS_MORE, .row = -1, .events = i};
        if (d.row == FELT_ROW_NONE)
            return (decision){.kind = DECISION_NONE, .row = -1};
        felt_status status = position_step(&house, &w, game, &position, c->events[i].code, phase, 0, &state, &d.payment, NULL);
        if (d.row >= 0) {
            d.paid = status == FELT_OK;
            return d;
        }
        position.state = state;
    }
    return (decision){.kind = DECISION_STAYS, .row = -1, .events = event_count};
}

/* ---- a bet among others ---- */

static void add_setting(felt_selection *selection, felt_text option, felt_text choice)
{
    for (int i = 0; i < selection->count; i++)
        if (felt_text_equal(selection->options[i], option))
            return;
    if (selection->count == FELT_SETTINGS_MAX)
        return;
    selection->options[selection->count] = option;
    selection->choices[selection->count++] = choice;
}

/* The variant's choices, those of the case, and the first of everything else. */
static felt_status open_book(felt_arena *arena, const felt_case *c, const felt_case_expect *e, const felt_wager *wager,
                             const felt_variant *variant, const felt_book **ret, felt_error *error)
{
    felt_selection selection = {.count = 0};
    for (int k = 0; k < wager->option_count; k++) {
        const felt_option *option = &e->sheet->options[wager->options[k]];
        felt_text name = option->name;
        if (c->sheet_count > 1 && option->kind != FELT_OPTION_DECKS)
            name = felt_arena_print(arena, "%.*s/%.*s", FELT_TEXT_ARGS(e->sheet->short_name), FELT_TEXT_ARGS(option->name));
        if (name.bytes == NULL)
            return FELT_ENOMEM;
        add_setting(&selection, name, option->choices[variant->choices[k]].name);
    }
    for (int i = 0; i < e->with_count; i++)
        add_setting(&selection, c->withs[i].option, c->withs[i].choice);
    return felt_book_open(arena, c->sheets, c->sheet_count, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, ret, error);
}

static uint16_t number_of(const felt_case *c, const felt_case_bet *bet)
{
    int number = (int)(bet->wager - bet->sheet->wagers);
    for (int s = 0; c->sheets[s] != bet->sheet; s++)
        number += c->sheets[s]->wager_count;
    return (uint16_t)number;
}

/* Keeps why the bet that is looked at was refused. */
typedef struct refusal {
    int bet;
    felt_arena *arena;
    bool told;
    felt_text why; /* bytes NULL: there was no memory for it */
} refusal;

static void keep_refusal(void *context, felt_status status, const felt_error *error)
{
    refusal *r = context;
    (void)status;
    if (error->item != r->bet)
        return;
    r->told = true;
    r->why = felt_arena_copy(r->arena, felt_text_from(error->message));
}

static decision decision_of(const felt_payment *payment, int event_count)
{
    if (payment->taken_down)
        return (decision){.kind = DECISION_TAKEN_DOWN, .row = -1, .events = payment->events, .payment = *payment, .paid = true};
    if (payment->row == FELT_ROW_NONE)
        return (decision){.kind = DECISION_STAYS, .row = -1, .events = event_count, .payment = *payment, .paid = true};
    return (decision){.kind = DECISION_ROW, .row = payment->row, .events = payment->events, .payment = *payment, .paid = true};
}

static felt_status settle_bets(const felt_case *c, const felt_case_expect *e, felt_play *play, refusal *refused, felt_payment *payments)
{
    uint16_t codes[FELT_CASE_EVENTS_MAX];
    felt_bet bets[FELT_CASE_BETS_MAX];
    for (int i = 0; i < e->event_count; i++)
        codes[i] = (uint16_t)c->events[i].code;
    for (int i = 0; i < c->bet_count; i++)
        bets[i] = (felt_bet){.stake = c->bets[i].stake,
                             .seat = c->bets[i].seat,
                             .wager = number_of(c, &c->bets[i]),
                             .after = (uint16_t)c->bets[i].after,
                             .action = c->bets[i].action};
    int count = 0; /* bets of lines above the expectation */
    while (count < c->bet_count && c->bets[count].line < e->line)
        count++;
    return felt_settle_each(play, &(felt_hand){codes, e->event_count, c->phase}, bets, count, payments, keep_refusal, refused, NULL);
}

/* Plays the case at a table of its own, which lives in `table`; what is told of it goes to refused->arena. */
static felt_status play_case(felt_arena *table, const felt_case *c, const felt_case_expect *e, const felt_wager *wager,
                             const felt_variant *variant, refusal *refused, decision *ret)
{
    const felt_book *book;
    felt_play *play = NULL;
    felt_error error;
    felt_payment payments[FELT_CASE_BETS_MAX];
    felt_status status = open_book(table, c, e, wager, variant, &book, &error);
    if (status != FELT_OK && status != FELT_ENOMEM) { /* no such table: the bet cannot be made */
        *ret = (decision){.kind = DECISION_REFUSED, .row = -1, .why = felt_arena_copy(refused->arena, felt_text_from(error.message))};
        return ret->why.bytes == NULL ? FELT_ENOMEM : FELT_OK;
    }
    if (status == FELT_OK)
        status = felt_play_new(book, &play);
    if (status == FELT_OK)
        status = settle_bets(c, e, play, refused, payments);
    if (status == FELT_OK && refused->told && refused->why.bytes == NULL)
        status = FELT_ENOMEM;
    if (status == FELT_OK)
        *ret = refused->told ? (decision){.kind = DECISION_REFUSED, .row = -1, .why = refused->why}
                             : decision_of(&payments[e->bet], e->event_count);
    else if (status == FELT_EDATA) {
        *ret = (decision){.kind = DECISION_REFUSED, .row = -1, .why = felt_text_from("these events are not those of one hand")};
        status = FELT_OK;
    }
    felt_play_free(play);
    return status;
}

felt_status cases_decide_bet(felt_arena *arena, const felt_case *c, const felt_case_expect *e, const felt_wager *wager,
                             const felt_variant *variant, decision *ret)
{
    felt_arena *table = felt_arena_new(FELT_SHEET_ARENA_MAX);
    refusal refused = {.bet = e->bet, .arena = arena};
    felt_status status = table == NULL ? FELT_ENOMEM : play_case(table, c, e, wager, variant, &refused, ret);
    felt_arena_free(table);
    return status;
}
