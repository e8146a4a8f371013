/* tests/unit/test_play_model.c - random hands of random bets against a slow, obvious table: every refusal and every payment.
 *
 * FELT_MODEL_SEED and FELT_MODEL_HANDS in the environment choose others than the ones that are always tried. */
#include "oracle/table_plain.h"
#include "unit/books.h"

#include <felt/craps.h>

enum { HANDS = 60000, WHY_BYTES = 256 };

static uint32_t below(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % limit);
}

/* ---- making hands up ---- */

static plain_house any_house(uint64_t *state)
{
    static const int64_t units[] = {0, 0, 1, 5, 7}, mins[] = {0, 0, 1, 3, 10};
    plain_house house = {.rounding = (plain_rounding)below(state, 3),
                         .vig_rounding = (plain_rounding)below(state, 3),
                         .vig_unit = units[below(state, 5)],
                         .vig_min = mins[below(state, 5)]};
    if (below(state, 4) == 0)
        house.min = 1 + below(state, 8);
    if (below(state, 4) == 0)
        house.max = 30 + below(state, 60);
    return house;
}

static plain_row any_row(uint64_t *state, int rolls)
{
    static const plain_action actions[] = {PLAIN_BET,   PLAIN_BET,   PLAIN_BET,       PLAIN_BET,       PLAIN_BET, PLAIN_BET,
                                           PLAIN_RAISE, PLAIN_LOWER, PLAIN_TAKE_DOWN, PLAIN_TAKE_DOWN, PLAIN_OFF, PLAIN_ON};
    plain_row row = {.action = actions[below(state, 12)],
                     .wager = (int)below(state, PLAIN_WAGERS),
                     .seat = below(state, 4) == 0,
                     .after = (int)below(state, (uint32_t)rolls + 1),
                     .amount = 5 * (int64_t)(1 + below(state, 8))};
    if (below(state, 3) == 0)
        row.after = 0;
    if (below(state, 3) == 0)
        row.wager = (int)below(state, PLAIN_ODDS_4); /* base wagers, or the others have nothing to stand on */
    if (below(state, 5) == 0)
        row.amount = 1 + below(state, 100);
    if (below(state, 40) == 0)
        row.amount = -(int64_t)below(state, 3);
    if (below(state, 60) == 0)
        row.after = rolls + 1;
    return row;
}

static plain_hand any_hand(uint64_t *state)
{
    static const int points[] = {0, 0, 0, 4, 6, 9};
    plain_hand hand = {.house = any_house(state), .point = points[below(state, 6)]};
    int point = hand.point, most = (int)below(state, PLAIN_ROLLS_MAX + 1);
    bool over = false;
    while (hand.roll_count < most && !over) {
        int total = 2 + (int)below(state, 6) + (int)below(state, 6);
        over = point != 0 && total == 7;
        point = (int)felt_puck_point(felt_puck_after(felt_puck_on(point), total));
        hand.rolls[hand.roll_count++] = total;
    }
    hand.row_count = 1 + (int)below(state, PLAIN_ROWS_MAX);
    for (int i = 0; i < hand.row_count; i++)
        hand.rows[i] = any_row(state, hand.roll_count);
    return hand;
}

/* ---- the same for the table that is tried ---- */

static felt_status status_of(plain_refusal refusal)
{
    static const felt_status statuses[] = {FELT_OK, FELT_EDATA, FELT_ELIMIT};
    return statuses[refusal];
}

static felt_pay_kind kind_of(plain_outcome outcome)
{
    static const felt_pay_kind kinds[] = {FELT_PAY_STAYS, FELT_PAY_LOSES, FELT_PAY_PUSHES, FELT_PAY_WINS};
    return kinds[outcome];
}

static felt_bet bet_of(const plain_row *row)
{
    return (felt_bet){.stake = {row->amount},
                      .seat = (uint32_t)row->seat << 31 | 5,
                      .wager = (uint16_t)row->wager,
                      .after = (uint16_t)row->after,
                      .action = (felt_action)row->action};
}

static int code_of(int total)
{
    return FELT_ROLL_TOTALS + total - 2;
}

static const felt_book *book_for(const test_sheet *t, const plain_house *h)
{
    felt_house house = {.rounding = (felt_rounding)h->rounding,
                        .min = {h->min},
                        .max = {h->max},
                        .vig_min = {h->vig_min},
                        .vig_unit = {h->vig_unit},
                        .vig_rounding = (felt_rounding)h->vig_rounding};
    return test_book_under(t, "", house);
}

/* ---- comparing ---- */

static bool same(const char *what, int row, long long found, long long expected, char why[WHY_BYTES])
{
    if (found != expected)
        snprintf(why, WHY_BYTES, "row %d: %s is %lld, expected %lld", row, what, found, expected);
    return found == expected;
}

static bool same_payment(int i, const felt_payment *p, const plain_result *r, char why[WHY_BYTES])
{
    long long paid = r->back + r->winnings - r->commission;
    if (r->refusal != PLAIN_FINE)
        return same("what a refused bet is paid", i, p->paid.minor, 0, why) && same("its part", i, p->part_of, -1, why);
    return same("part_of", i, p->part_of, r->part_of, why) && same("the kind", i, p->kind, kind_of(r->outcome), why) &&
           same("taken_down", i, p->taken_down, r->taken_down, why) && same("back", i, p->back.minor, r->back, why) &&
           same("winnings", i, p->winnings.minor, r->winnings, why) && same("commission", i, p->commission.minor, r->commission, why) &&
           same("vig", i, p->vig.minor, r->vig, why) && same("paid", i, p->paid.minor, paid, why) &&
           same("stake", i, p->stake.minor, r->stake, why) && (r->part_of >= 0 || same("events", i, p->events, r->events, why));
}

static void keep_status(void *context, felt_status status, const felt_error *error)
{
    felt_status *statuses = context;
    assert_in_range(error->item, 0, PLAIN_ROWS_MAX - 1);
    assert_int_equal(statuses[error->item], FELT_OK);
    statuses[error->item] = status;
}

/* The finished hand in one go. */
static bool settles_alike(felt_play *play, const plain_hand *hand, int rows, const plain_story *story, char why[WHY_BYTES])
{
    uint16_t codes[PLAIN_ROLLS_MAX];
    felt_bet bets[PLAIN_ROWS_MAX];
    felt_payment payments[PLAIN_ROWS_MAX];
    felt_status statuses[PLAIN_ROWS_MAX] = {FELT_OK};
    felt_hand played = {codes, hand->roll_count, (int)felt_puck_on(hand->point)};
    for (int i = 0; i < hand->roll_count; i++)
        codes[i] = (uint16_t)code_of(hand->rolls[i]);
    for (int i = 0; i < rows; i++)
        bets[i] = bet_of(&hand->rows[i]);
    assert_int_equal(felt_settle_each(play, &played, bets, rows, payments, keep_status, statuses, NULL), FELT_OK);
    for (int i = 0; i < rows; i++)
        if (!same("the status", i, statuses[i], status_of(story->results[i].refusal), why) ||
            !same_payment(i, &payments[i], &story->results[i], why))
            return false;
    return true;
}

/* A live table, which does one thing after the other. */
typedef struct live {
    felt_play *play;
    const plain_hand *hand;
    int position[PLAIN_ROWS_MAX]; /* of the bet of each row; -1: none */
    int64_t paid[PLAIN_ROWS_MAX]; /* by rolls */
    int rolled;
} live;

static bool does_alike(live *l, const plain_step *step, char why[WHY_BYTES])
{
    const plain_row *row = &l->hand->rows[step->row];
    felt_bet bet = bet_of(row);
    felt_payment back = {.kind = FELT_PAY_STAYS};
    if (row->action != PLAIN_BET && step->target < 0)
        return true;
    felt_status status = row->action == PLAIN_BET
                             ? felt_play_place(l->play, &bet, 1, &l->position[step->row], NULL)
                             : felt_play_change(l->play, l->position[step->target], bet.action, bet.stake, &back, NULL);
    return same("the live status", step->row, status, status_of(step->refusal), why) &&
           same("what comes back live", step->row, back.paid.minor, step->back, why);
}

static void roll(live *l)
{
    felt_payment payments[PLAIN_ROWS_MAX];
    assert_int_equal(felt_play_event(l->play, code_of(l->hand->rolls[l->rolled++]), payments, NULL), FELT_OK);
    for (int i = 0; i < l->hand->row_count; i++)
        if (l->position[i] >= 0)
            l->paid[i] += payments[l->position[i]].paid.minor;
}

static bool plays_alike(felt_play *play, const plain_hand *hand, int rows, const plain_story *story, char why[WHY_BYTES])
{
    live l = {.play = play, .hand = hand};
    int64_t found = 0, expected = 0;
    memset(l.position, -1, sizeof l.position);
    felt_play_begin(play, (int)felt_puck_on(hand->point));
    for (int k = 0; k < story->step_count; k++) {
        if (story->steps[k].row < 0)
            roll(&l);
        else if (!does_alike(&l, &story->steps[k], why))
            return false;
        else
            found += story->steps[k].back;
    }
    for (int i = 0; i < rows; i++) {
        const plain_result *r = &story->results[i];
        found += l.paid[i];
        expected += r->back + r->winnings - r->commission;
        bool up = l.position[i] >= 0 && felt_play_position(play, l.position[i])->state != FELT_STATE_NONE;
        bool stays = hand->rows[i].action == PLAIN_BET && r->refusal == PLAIN_FINE && r->outcome == PLAIN_STAYS;
        if (!same("whether it is up live", i, up, stays, why))
            return false;
    }
    return same("all that is paid live", rows, found, expected, why);
}

static bool is_alike(const test_sheet *sheet, const plain_hand *hand, int rows, char why[WHY_BYTES])
{
    felt_play *play = test_play(book_for(sheet, &hand->house));
    plain_story story;
    plain_play(hand, rows, &story);
    bool good = settles_alike(play, hand, rows, &story, why) && plays_alike(play, hand, rows, &story, why);
    felt_play_free(play);
    return good;
}

/* ---- telling ---- */

static void tell(const plain_hand *hand, int rows, uint64_t seed, const char *why)
{
    static const char *const names[PLAIN_WAGERS] = {"pass", "dont", "come", "odds on 4", "odds on 6", "side",
                                                    "deep", "buy",  "held", "place",     "shooter"};
    const plain_house *h = &hand->house;
    print_error("seed %llu: %s\nrounding %d; vig rounding %d, unit %lld, min %lld; limits %lld to %lld\npoint %d, rolls",
                (unsigned long long)seed, why, (int)h->rounding, (int)h->vig_rounding, (long long)h->vig_unit, (long long)h->vig_min,
                (long long)h->min, (long long)h->max, hand->point);
    for (int i = 0; i < hand->roll_count; i++)
        print_error(" %d", hand->rolls[i]);
    print_error("\n");
    for (int i = 0; i < rows; i++)
        print_error("row %d: after %d, seat %d, %s %s %lld\n", i, hand->rows[i].after, hand->rows[i].seat,
                    felt_action_text((felt_action)hand->rows[i].action), names[hand->rows[i].wager], (long long)hand->rows[i].amount);
}

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

/* Every payment and every refusal of random hands; of one that differs, the shortest list of first rows that does. */
static void random_hands_are_paid_as_a_plain_table_pays_them(void **state)
{
    (void)state;
    uint64_t first = number_from("FELT_MODEL_SEED", 1), hands = number_from("FELT_MODEL_HANDS", HANDS);
    test_sheet sheet = {.sheet = NULL};
    for (uint64_t seed = first; seed < first + hands; seed++) {
        char why[WHY_BYTES] = "";
        uint64_t random = seed * 0x9e3779b97f4a7c15u;
        if ((seed - first) % 1000 == 0) { /* books are never given back by themselves */
            if (sheet.sheet != NULL)
                test_sheet_free(&sheet);
            sheet = test_sheet_good(plain_sheet);
        }
        plain_hand hand = any_hand(&random);
        if (is_alike(&sheet, &hand, hand.row_count, why))
            continue;
        int rows = 1;
        while (is_alike(&sheet, &hand, rows, why))
            rows++;
        tell(&hand, rows, seed, why);
        fail();
    }
    test_sheet_free(&sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_hands_are_paid_as_a_plain_table_pays_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
