/* tests/oracle/table_plain.c - a slow, obvious table. */
#include "table_plain.h"

#include <string.h>

const char plain_sheet[] = "sheet \"Plain\"\n"
                           "game craps\n"
                           "wager \"Pass\" as pass\n"
                           "  placed before any come-out roll\n"
                           "  line wins                    pays 1 to 1\n"
                           "  come-out craps or seven-out  loses\n"
                           "  otherwise                    stays\n"
                           "wager \"Dont\" as dont\n"
                           "  placed before any come-out roll\n"
                           "  may be lowered or taken down\n"
                           "  12 rolled on the come-out                   pushes\n"
                           "  2 or 3 rolled on the come-out or seven-out  pays 1 to 1\n"
                           "  line wins                                   loses\n"
                           "  otherwise                                   stays\n"
                           "wager \"Come\" as come\n"
                           "  placed while a point is on with a come-out of its own\n"
                           "  may be lowered or taken down\n"
                           "  line wins                    pays 1 to 1\n"
                           "  come-out craps or seven-out  loses\n"
                           "  otherwise                    stays\n"
                           "wager \"Odds\" as odds on 4 or 6\n"
                           "  needs \"Come\" on its number, at most 3/2 times its stake\n"
                           "  may be raised, lowered, taken down or turned off\n"
                           "  where side is 4: 4 rolled  pays 2 to 1\n"
                           "  where side is 6: 6 rolled  pays 6 to 5\n"
                           "  any seven                  loses\n"
                           "  otherwise                  stays\n"
                           "wager \"Side\" as side\n"
                           "  needs \"Pass\" or \"Dont\", at most its stake\n"
                           "  may be lowered\n"
                           "  2 or 12 rolled  pays 7 to 3\n"
                           "  any seven       loses\n"
                           "  otherwise       stays\n"
                           "wager \"Deep\" as deep\n"
                           "  needs \"Side\"\n"
                           "  may be taken down\n"
                           "  11 rolled  pays 5 to 2\n"
                           "  any seven  loses\n"
                           "  otherwise  stays\n"
                           "wager \"Buy\" as buy\n"
                           "  vig 5% of the stake\n"
                           "  may be raised, lowered, taken down or turned off\n"
                           "  10 rolled  pays 2 to 1\n"
                           "  3 rolled   pushes\n"
                           "  any seven  loses\n"
                           "  otherwise  stays\n"
                           "wager \"Held\" as held\n"
                           "  placed while a point is on\n"
                           "  vig 5% of the win\n"
                           "  may be turned off\n"
                           "  5, 6 or 8 rolled  pays 3 to 2\n"
                           "  any seven         loses\n"
                           "  otherwise         stays\n"
                           "wager \"Place\" as place\n"
                           "  may be raised or turned off\n"
                           "  8 rolled   pays 7 to 6 less 5%\n"
                           "  any seven  loses\n"
                           "  otherwise  stays\n"
                           "wager \"Shooter\" as shooter\n"
                           "  placed before a new shooter's first come-out roll\n"
                           "  2 rolled   pays 30 to 1\n"
                           "  seven-out  loses\n"
                           "  otherwise  stays\n";

/* ---- the table ---- */

typedef struct plain_bet {
    bool up, off, moved;
    int64_t stake;
    int own_point; /* of a come bet */
} plain_bet;

typedef struct table {
    const plain_hand *hand;
    int rows;
    int point, events;
    plain_bet bets[PLAIN_ROWS_MAX]; /* by the row that placed them */
    plain_story *story;
    bool done[PLAIN_ROWS_MAX];
} table;

static const plain_row *row_of(const table *t, int i)
{
    return &t->hand->rows[i];
}

static bool is_up(const table *t, int i, int seat, int wager)
{
    return t->bets[i].up && row_of(t, i)->seat == seat && row_of(t, i)->wager == wager;
}

/* ---- amounts ---- */

static int64_t divide(int64_t num, int64_t den, plain_rounding rounding)
{
    int64_t whole = num / den, rest = num % den;
    if (rounding == PLAIN_UP)
        return whole + (rest > 0);
    if (rounding == PLAIN_NEAREST)
        return whole + (2 * rest >= den);
    return whole;
}

static int64_t vig_of(const plain_house *house, int wager, int64_t stake)
{
    int64_t unit = house->vig_unit > 0 ? house->vig_unit : 1, vig = 0;
    if (stake == 0 || (wager != PLAIN_BUY && wager != PLAIN_HELD))
        return 0;
    if (wager == PLAIN_BUY)
        vig = unit * divide(stake * 5, 100 * unit, house->vig_rounding);
    else
        vig = unit * divide(stake * 3 * 5, 2 * 100 * unit, house->vig_rounding); /* of a win of 3 to 2 */
    return vig < house->vig_min ? house->vig_min : vig;
}

/* ---- what a wager needs ---- */

static bool needs(int wager, int base)
{
    switch (wager) {
    case PLAIN_ODDS_4:
    case PLAIN_ODDS_6:
        return base == PLAIN_COME;
    case PLAIN_SIDE:
        return base == PLAIN_PASS || base == PLAIN_DONT;
    case PLAIN_DEEP:
        return base == PLAIN_SIDE;
    default:
        return false;
    }
}

static bool needs_something(int wager)
{
    return wager == PLAIN_ODDS_4 || wager == PLAIN_ODDS_6 || wager == PLAIN_SIDE || wager == PLAIN_DEEP;
}

static int depth_of(int wager)
{
    return wager == PLAIN_DEEP ? 2 : needs_something(wager);
}

static void sum_bases(const table *t, int seat, int wager, int *ret_bets, int64_t *ret_stake)
{
    int number = wager == PLAIN_ODDS_4 ? 4 : 6;
    *ret_bets = 0;
    *ret_stake = 0;
    for (int i = 0; i < t->rows; i++) {
        const plain_row *row = row_of(t, i);
        if (!t->bets[i].up || row->seat != seat || !needs(wager, row->wager))
            continue;
        if (row->wager == PLAIN_COME && t->bets[i].own_point != number)
            continue;
        ++*ret_bets;
        *ret_stake += t->bets[i].stake;
    }
}

static int64_t stakes_on(const table *t, int seat, int wager)
{
    int64_t sum = 0;
    for (int i = 0; i < t->rows; i++)
        sum += is_up(t, i, seat, wager) ? t->bets[i].stake : 0;
    return sum;
}

static bool is_too_much(int wager, int64_t stake, int64_t base)
{
    if (wager == PLAIN_ODDS_4 || wager == PLAIN_ODDS_6)
        return 2 * stake > 3 * base;
    return wager == PLAIN_SIDE && stake > base;
}

static plain_refusal check_bases(const table *t, int seat, int wager, int64_t stake)
{
    int bets;
    int64_t base;
    if (!needs_something(wager))
        return PLAIN_FINE;
    sum_bases(t, seat, wager, &bets, &base);
    if (bets == 0)
        return PLAIN_DATA;
    return is_too_much(wager, stake, base) ? PLAIN_LIMIT : PLAIN_FINE;
}

static plain_refusal check_stake(const plain_house *house, int64_t stake)
{
    if (stake <= 0)
        return PLAIN_DATA;
    return stake < house->min || (house->max > 0 && stake > house->max) ? PLAIN_LIMIT : PLAIN_FINE;
}

/* ---- placing ---- */

static bool may_be_placed(int wager, int point, bool fresh)
{
    switch (wager) {
    case PLAIN_PASS:
    case PLAIN_DONT:
        return point == 0;
    case PLAIN_COME:
    case PLAIN_HELD:
        return point != 0;
    case PLAIN_SHOOTER:
        return point == 0 && fresh;
    default:
        return true;
    }
}

static plain_refusal place(table *t, int i)
{
    const plain_row *row = row_of(t, i);
    plain_refusal refusal = check_stake(&t->hand->house, row->amount);
    if (refusal == PLAIN_FINE && !may_be_placed(row->wager, t->point, t->events == 0))
        refusal = PLAIN_DATA;
    if (refusal == PLAIN_FINE)
        refusal = check_bases(t, row->seat, row->wager, stakes_on(t, row->seat, row->wager) + row->amount);
    if (refusal == PLAIN_FINE)
        t->bets[i] = (plain_bet){.up = true, .stake = row->amount};
    return refusal;
}

/* ---- changing ---- */

static bool may(int wager, plain_action action)
{
    switch (wager) {
    case PLAIN_DONT:
    case PLAIN_COME:
        return action == PLAIN_LOWER || action == PLAIN_TAKE_DOWN;
    case PLAIN_ODDS_4:
    case PLAIN_ODDS_6:
    case PLAIN_BUY:
        return true;
    case PLAIN_SIDE:
        return action == PLAIN_LOWER;
    case PLAIN_DEEP:
        return action == PLAIN_TAKE_DOWN;
    case PLAIN_HELD:
        return action == PLAIN_OFF || action == PLAIN_ON;
    case PLAIN_PLACE:
        return action == PLAIN_RAISE || action == PLAIN_OFF || action == PLAIN_ON;
    default:
        return false;
    }
}

static void give_back(table *t, int i, int64_t amount, bool all, plain_step *step)
{
    plain_result *result = &t->story->results[i];
    result->back += amount;
    step->back += amount;
    if (!all)
        return;
    result->outcome = PLAIN_PUSHES;
    result->taken_down = true;
    result->stake = t->bets[i].stake;
    result->events = t->events;
    t->bets[i].up = false;
}

/* Takes down whatever of the seat needs something that is no longer there because `base` has come down, and so on. */
static void drop_dependents(table *t, int seat, int base, plain_step *step)
{
    for (int wager = 0; wager < PLAIN_WAGERS; wager++) {
        int bets;
        int64_t stake;
        bool any = false;
        sum_bases(t, seat, wager, &bets, &stake);
        if (!needs(wager, base) || bets > 0)
            continue;
        for (int i = 0; i < t->rows; i++) {
            if (!is_up(t, i, seat, wager))
                continue;
            any = true;
            give_back(t, i, t->bets[i].stake + vig_of(&t->hand->house, wager, t->bets[i].stake), true, step);
        }
        if (any)
            drop_dependents(t, seat, wager, step);
    }
}

static bool leaves_too_much(const table *t, int seat, int base)
{
    for (int wager = 0; wager < PLAIN_WAGERS; wager++) {
        int bets;
        int64_t stake;
        sum_bases(t, seat, wager, &bets, &stake);
        if (needs(wager, base) && bets > 0 && is_too_much(wager, stakes_on(t, seat, wager), stake))
            return true;
    }
    return false;
}

static plain_refusal lower(table *t, int target, int64_t amount, plain_step *step)
{
    const plain_row *row = row_of(t, target);
    plain_bet *bet = &t->bets[target], before = *bet;
    const plain_house *house = &t->hand->house;
    bool all = amount == bet->stake;
    if (amount <= 0 || amount > bet->stake)
        return PLAIN_DATA;
    if (!all && check_stake(house, bet->stake - amount) != PLAIN_FINE)
        return PLAIN_LIMIT;
    bet->stake -= amount;
    bet->up = !all;
    bool bad = leaves_too_much(t, row->seat, row->wager);
    *bet = before;
    if (bad)
        return PLAIN_LIMIT;
    int64_t vig = vig_of(house, row->wager, bet->stake) - vig_of(house, row->wager, bet->stake - amount);
    give_back(t, target, amount + vig, all, step);
    if (all)
        drop_dependents(t, row->seat, row->wager, step);
    else
        bet->stake -= amount;
    return PLAIN_FINE;
}

static plain_refusal raise(table *t, int target, int64_t amount)
{
    const plain_row *row = row_of(t, target);
    plain_bet *bet = &t->bets[target];
    if (amount <= 0)
        return PLAIN_DATA;
    plain_refusal refusal = check_stake(&t->hand->house, bet->stake + amount);
    if (refusal == PLAIN_FINE)
        refusal = check_bases(t, row->seat, row->wager, stakes_on(t, row->seat, row->wager) + amount);
    if (refusal == PLAIN_FINE)
        bet->stake += amount;
    return refusal;
}

static int last_standing(const table *t, int seat, int wager, const int *order, int order_count)
{
    for (int k = order_count - 1; k >= 0; k--)
        if (is_up(t, order[k], seat, wager))
            return order[k];
    return -1;
}

static plain_refusal change(table *t, int target, plain_action action, int64_t amount, plain_step *step)
{
    plain_bet *bet = &t->bets[target];
    bool turns = action == PLAIN_OFF || action == PLAIN_ON;
    if (action == PLAIN_TAKE_DOWN || (action == PLAIN_LOWER && amount == bet->stake)) {
        action = PLAIN_TAKE_DOWN;
        amount = bet->stake;
    }
    if ((bet->moved || turns) && !may(row_of(t, target)->wager, action))
        return PLAIN_DATA;
    if (turns)
        bet->off = action == PLAIN_OFF;
    if (turns)
        return PLAIN_FINE;
    return action == PLAIN_RAISE ? raise(t, target, amount) : lower(t, target, amount, step);
}

/* ---- moments ---- */

/* Bets by the order in which they were placed, which need not be that of the rows. */
typedef struct placed {
    int order[PLAIN_ROWS_MAX], count;
} placed;

static void do_row(table *t, int i, placed *p)
{
    const plain_row *row = row_of(t, i);
    plain_step *step = &t->story->steps[t->story->step_count++];
    plain_result *result = &t->story->results[i];
    *step = (plain_step){.row = i, .target = -1};
    t->done[i] = true;
    if (row->action == PLAIN_BET) {
        step->refusal = place(t, i);
        if (step->refusal == PLAIN_FINE)
            p->order[p->count++] = i;
    } else {
        step->target = last_standing(t, row->seat, row->wager, p->order, p->count);
        step->refusal = step->target < 0 ? PLAIN_DATA : change(t, step->target, row->action, row->amount, step);
        if (step->refusal == PLAIN_FINE)
            result->part_of = step->target;
    }
    result->refusal = step->refusal;
}

/* "At one moment, what lowers and takes down is done first, and base wagers are placed before what needs them, in whatever order they are
 * given." What needs others is taken down before them. */
static void do_moment(table *t, placed *p)
{
    for (int depth = 2; depth >= 0; depth--)
        for (int i = 0; i < t->rows; i++) {
            const plain_row *row = row_of(t, i);
            bool reduces = row->action == PLAIN_LOWER || row->action == PLAIN_TAKE_DOWN;
            if (reduces && row->after == t->events && depth_of(row->wager) == depth &&
                last_standing(t, row->seat, row->wager, p->order, p->count) >= 0)
                do_row(t, i, p);
        }
    for (int depth = 0; depth <= 2; depth++)
        for (int i = 0; i < t->rows; i++)
            if (!t->done[i] && row_of(t, i)->after == t->events && depth_of(row_of(t, i)->wager) == depth)
                do_row(t, i, p);
}

/* ---- rolls ---- */

typedef struct verdict {
    plain_outcome outcome;
    int num, den;
} verdict;

static verdict line(int point, int total)
{
    if (point == 0 && (total == 7 || total == 11))
        return (verdict){PLAIN_WINS, 1, 1};
    if (point == 0 && (total == 2 || total == 3 || total == 12))
        return (verdict){PLAIN_LOSES, 0, 1};
    if (point != 0 && total == point)
        return (verdict){PLAIN_WINS, 1, 1};
    if (point != 0 && total == 7)
        return (verdict){PLAIN_LOSES, 0, 1};
    return (verdict){PLAIN_STAYS, 0, 1};
}

static verdict dont(int point, int total)
{
    if (point == 0 && total == 12)
        return (verdict){PLAIN_PUSHES, 0, 1};
    verdict v = line(point, total);
    if (v.outcome == PLAIN_WINS)
        return (verdict){PLAIN_LOSES, 0, 1};
    if (v.outcome == PLAIN_LOSES)
        return (verdict){PLAIN_WINS, 1, 1};
    return v;
}

static verdict wins_on(bool wins, int num, int den, int total)
{
    if (wins)
        return (verdict){PLAIN_WINS, num, den};
    return (verdict){total == 7 ? PLAIN_LOSES : PLAIN_STAYS, 0, 1};
}

static verdict judge(const table *t, int i, int total)
{
    switch (row_of(t, i)->wager) {
    case PLAIN_PASS:
        return line(t->point, total);
    case PLAIN_DONT:
        return dont(t->point, total);
    case PLAIN_COME:
        return line(t->bets[i].own_point, total);
    case PLAIN_ODDS_4:
        return wins_on(total == 4, 2, 1, total);
    case PLAIN_ODDS_6:
        return wins_on(total == 6, 6, 5, total);
    case PLAIN_SIDE:
        return wins_on(total == 2 || total == 12, 7, 3, total);
    case PLAIN_DEEP:
        return wins_on(total == 11, 5, 2, total);
    case PLAIN_BUY:
        return total == 3 ? (verdict){PLAIN_PUSHES, 0, 1} : wins_on(total == 10, 2, 1, total);
    case PLAIN_HELD:
        return wins_on(total == 5 || total == 6 || total == 8, 3, 2, total);
    case PLAIN_PLACE:
        return wins_on(total == 8, 7, 6, total);
    default:
        return wins_on(total == 2, 30, 1, t->point == 0 && total == 7 ? 0 : total);
    }
}

static int point_after(int point, int total)
{
    bool number = (total >= 4 && total <= 6) || (total >= 8 && total <= 10);
    if (point == 0)
        return number ? total : 0;
    return total == 7 || total == point ? 0 : point;
}

/* Pays what is decided. */
static void pay(table *t, int i, verdict v)
{
    static const plain_rounding opposite[] = {PLAIN_UP, PLAIN_NEAREST, PLAIN_DOWN};
    const plain_house *house = &t->hand->house;
    plain_result *result = &t->story->results[i];
    plain_bet *bet = &t->bets[i];
    int64_t vig = vig_of(house, row_of(t, i)->wager, bet->stake);
    result->outcome = v.outcome;
    result->events = t->events + 1;
    result->stake = bet->stake;
    result->vig = v.outcome == PLAIN_PUSHES ? 0 : vig;
    bet->up = false;
    if (v.outcome == PLAIN_PUSHES)
        result->back += bet->stake + vig;
    if (v.outcome != PLAIN_WINS)
        return;
    result->back += bet->stake;
    result->winnings = divide(bet->stake * v.num, v.den, house->rounding);
    if (row_of(t, i)->wager == PLAIN_PLACE) /* 5 % of 7 to 6 */
        result->commission = divide(bet->stake * 35, 600, opposite[house->rounding]);
}

/* "no event decides it until it is turned on again: what would have leaves it as if it had been placed then, or gives it back where it
 * could not be, or stood behind another bet" */
static void pass_over(table *t, int i, int point, plain_step *step)
{
    int wager = row_of(t, i)->wager;
    if (!needs_something(wager) && may_be_placed(wager, point, false))
        return;
    give_back(t, i, t->bets[i].stake + vig_of(&t->hand->house, wager, t->bets[i].stake), true, step);
    t->story->results[i].events = t->events + 1;
}

static void roll(table *t, int total)
{
    plain_step *step = &t->story->steps[t->story->step_count++];
    int point = point_after(t->point, total);
    *step = (plain_step){.row = -1, .target = -1};
    for (int i = 0; i < t->rows; i++) {
        plain_bet *bet = &t->bets[i];
        if (!bet->up)
            continue;
        verdict v = judge(t, i, total);
        bet->moved = true;
        if (v.outcome == PLAIN_STAYS && row_of(t, i)->wager == PLAIN_COME)
            bet->own_point = point_after(bet->own_point, total);
        if (v.outcome != PLAIN_STAYS && bet->off)
            pass_over(t, i, point, step);
        else if (v.outcome != PLAIN_STAYS)
            pay(t, i, v);
    }
    t->point = point;
    t->events++;
}

void plain_play(const plain_hand *hand, int rows, plain_story *ret)
{
    table t = {.hand = hand, .rows = rows, .point = hand->point, .story = ret};
    placed p = {.count = 0};
    int last = hand->roll_count;
    memset(ret, 0, sizeof *ret);
    for (int i = 0; i < rows; i++)
        ret->results[i].part_of = -1;
    for (int k = 0; k < hand->roll_count; k++) {
        do_moment(&t, &p);
        if (t.point != 0 && hand->rolls[k] == 7) /* the seven-out is the last */
            last = k;
        roll(&t, hand->rolls[k]);
    }
    if (last == hand->roll_count)
        do_moment(&t, &p);
    for (int i = 0; i < rows; i++)
        if (!t.done[i])
            ret->results[i].refusal = PLAIN_DATA; /* there was no such moment */
    for (int i = 0; i < rows; i++)
        if (t.bets[i].up)
            ret->results[i].events = hand->roll_count;
}
