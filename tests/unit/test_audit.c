/* tests/unit/test_audit.c - recorded pays against the sheet's: every kind of mistake, tallies, what is refused, and luck. */
#include "audit/audit.h"
#include "unit/books.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <math.h>
#include <string.h>

static const char baccarat_text[] = "sheet \"Baccarat\"\n"
                                    "game baccarat with 1 or 8 decks\n"
                                    "wager \"Player\" as player\n"
                                    "  player wins pays 1 to 1\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"Banker\" as banker\n"
                                    "  banker wins pays 1 to 1 less 5%\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"Side\" as side\n"
                                    "  needs \"Player\"\n"
                                    "  banker wins pays 40 to 1\n"
                                    "  otherwise loses\n";

enum { PLAYER, BANKER, SIDE };

enum { OPENED_MAX = 32 };

static const char craps_text[] = "sheet \"Craps\"\n"
                                 "game craps\n"
                                 "wager \"Number\" as six\n"
                                 "  6 rolled pays 7 to 6\n"
                                 "  any seven loses\n"
                                 "  otherwise stays\n";

typedef struct world {
    test_sheet sheet, craps_sheet;
    const felt_book *book, *craps;
    felt_audit *audit;
    felt_audit *opened[OPENED_MAX]; /* to be closed in the end */
    int count;
} world;

static felt_audit *open_audit(world *w, const felt_book *book)
{
    assert_true(w->count < OPENED_MAX);
    felt_audit **audit = &w->opened[w->count++];
    assert_int_equal(felt_audit_open(book == w->craps ? w->craps_sheet.arena : w->sheet.arena, book, audit), FELT_OK);
    return *audit;
}

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->sheet = test_sheet_good(baccarat_text);
    w->craps_sheet = test_sheet_good(craps_text);
    w->book = test_book(&w->sheet);
    w->craps = test_book(&w->craps_sheet);
    w->audit = open_audit(w, w->book);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    for (int i = 0; i < w->count; i++)
        felt_audit_close(w->opened[i]);
    test_sheet_free(&w->sheet);
    test_sheet_free(&w->craps_sheet);
    free(w);
    return 0;
}

/* A round that ends as the outcome says: the banker wins 7 to 6, the player wins 9 to 8, or a tie of 7. */
static felt_round_record round_of(const char *outcome)
{
    felt_round_record r = {.id = felt_text_from("1"), .line = 2, .dealt = {.counts = {2, 2}}};
    felt_card six[2] = {{2, 0}, {4, 1}}, seven[2] = {{3, 0}, {4, 2}}, eight[2] = {{8, 0}, {13, 2}}, nine[2] = {{9, 0}, {13, 0}};
    bool tie = strcmp(outcome, "tie") == 0, player = strcmp(outcome, "player") == 0;
    memcpy(r.dealt.pieces[0], player ? nine : tie ? seven : six, sizeof six);
    memcpy(r.dealt.pieces[1], player ? eight : seven, sizeof six);
    return r;
}

typedef struct heard {
    felt_mistake mistake;
    int differences, misdeals, refusals;
    int bet;
    char why[FELT_ERROR_BYTES];
} heard;

static void on_difference(void *context, const felt_difference *d)
{
    heard *h = context;
    h->mistake = d->mistake;
    h->bet = d->bet;
    h->differences++;
}

static void on_refused(void *context, const felt_joined *joined, const felt_error *error)
{
    heard *h = context;
    h->bet = error->item;
    assert_int_equal(error->line, joined->records[error->item].line);
    h->refusals++;
    snprintf(h->why, sizeof h->why, "%s", error->message);
}

static void on_misdeal(void *context, const felt_joined *joined, const felt_error *error)
{
    heard *h = context;
    (void)joined;
    h->misdeals++;
    snprintf(h->why, sizeof h->why, "%s", error->message);
}

static felt_status compare(felt_audit *audit, const felt_round_record *round, const felt_bet_record *records, int count, heard *h)
{
    felt_bet bets[8];
    for (int i = 0; i < count; i++)
        bets[i] = records[i].bet;
    felt_joined joined = {.round = round, .bets = bets, .records = records, .count = count};
    felt_audit_report report = {h, on_difference, on_misdeal, on_refused};
    *h = (heard){.mistake = FELT_MISTAKE_NONE};
    return felt_audit_round(audit, &joined, &report);
}

static felt_bet_record record_of(int wager, int64_t stake, int64_t paid)
{
    return (felt_bet_record){.bet = {.stake = {stake}, .wager = (uint16_t)wager}, .has_paid = true, .paid = {paid}};
}

/* ---- mistakes ---- */

static void every_kind_of_mistake_is_told_apart(void **state)
{
    world *w = *state;
    static const struct {
        const char *outcome;
        int wager;
        int64_t stake, paid;
        felt_mistake mistake;
    } cases[] = {
        {"player", PLAYER, 100, 200, FELT_MISTAKE_NONE},
        {"banker", PLAYER, 100, 0, FELT_MISTAKE_NONE},
        {"tie", PLAYER, 100, 100, FELT_MISTAKE_NONE},
        {"banker", BANKER, 1250, 2437, FELT_MISTAKE_NONE},
        {"banker", PLAYER, 100, 100, FELT_MISTAKE_PAID_LOSER},
        {"banker", PLAYER, 100, 200, FELT_MISTAKE_PAID_LOSER},
        {"banker", PLAYER, 100, -1, FELT_MISTAKE_PAID_LOSER},
        {"tie", PLAYER, 100, 0, FELT_MISTAKE_PUSH_TAKEN},
        {"tie", PLAYER, 100, 99, FELT_MISTAKE_PUSH_TAKEN},
        {"tie", PLAYER, 100, 200, FELT_MISTAKE_PUSH_PAID},
        {"player", PLAYER, 100, 0, FELT_MISTAKE_WINNER_NOT_PAID},
        {"player", PLAYER, 100, 150, FELT_MISTAKE_WRONG_ODDS},
        {"player", PLAYER, 100, 201, FELT_MISTAKE_WRONG_ODDS}, /* 1 to 1 has nothing to round */
        {"banker", BANKER, 1000, 1000, FELT_MISTAKE_WINNER_NOT_PAID},
        {"banker", BANKER, 1000, 2000, FELT_MISTAKE_COMMISSION_MISSED},
        {"banker", BANKER, 1000, 950, FELT_MISTAKE_STAKE_KEPT},
        {"banker", BANKER, 1250, 2438, FELT_MISTAKE_ROUNDING},
        {"banker", BANKER, 1250, 2439, FELT_MISTAKE_ROUNDING},
        {"banker", BANKER, 1250, 2440, FELT_MISTAKE_WRONG_ODDS},
        {"banker", BANKER, 1250, 2436, FELT_MISTAKE_ROUNDING},
        {"banker", BANKER, 1250, 2435, FELT_MISTAKE_WRONG_ODDS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_round_record round = round_of(cases[i].outcome);
        felt_bet_record record = record_of(cases[i].wager, cases[i].stake, cases[i].paid);
        heard h;
        assert_int_equal(compare(w->audit, &round, &record, 1, &h), FELT_OK);
        if (h.mistake != cases[i].mistake)
            print_error("case %zu: %s\n", i, felt_mistake_text(h.mistake));
        assert_int_equal(h.mistake, cases[i].mistake);
        assert_int_equal(h.differences, cases[i].mistake != FELT_MISTAKE_NONE);
        assert_int_equal(h.refusals, 0);
    }
    for (int i = 0; i < FELT_MISTAKE_COUNT; i++)
        assert_non_null(felt_mistake_text((felt_mistake)i));
}

static void a_bet_still_up_is_not_to_be_paid(void **state)
{
    world *w = *state;
    felt_audit *audit;
    const uint16_t rolls[] = {FELT_ROLL_TOTALS + 6, FELT_ROLL_TOTALS + 2};
    felt_round_record round = {.id = felt_text_from("A"), .events = rolls, .event_count = 2};
    felt_bet_record records[3] = {record_of(0, 60, 60), record_of(0, 60, 0), record_of(0, 60, 0)};
    heard h;
    records[2].has_paid = false;
    audit = open_audit(w, w->craps);
    assert_int_equal(compare(audit, &round, records, 3, &h), FELT_OK);
    assert_int_equal(h.mistake, FELT_MISTAKE_PAID_UNDECIDED);
    assert_int_equal(h.differences, 1);
    assert_int_equal(h.refusals, 0);
    assert_int_equal(audit->tallies[0].undecided, 3);
    assert_int_equal(audit->tallies[0].bets, 0);
    assert_int_equal(audit->tallies[0].staked.minor, 0);
    assert_int_equal(audit->tallies[0].mispaid, 1);
}

/* What a bet was lowered by comes back whatever becomes of the rest: that it did not is no pay to a loser, nor to a bet still up. */
static void what_a_bet_was_lowered_by_must_come_back(void **state)
{
    world *w = *state;
    static const uint16_t rolls[] = {FELT_ROLL_TOTALS + 6, FELT_ROLL_TOTALS + 5};
    for (int rolled = 1; rolled <= 2; rolled++) {
        felt_round_record round = {.id = felt_text_from("A"), .events = rolls, .event_count = rolled};
        felt_bet_record records[2] = {record_of(0, 60, 0), record_of(0, 20, 20)};
        felt_audit *audit = open_audit(w, w->craps);
        heard h;
        records[1].bet.action = FELT_ACTION_LOWER;
        assert_int_equal(compare(audit, &round, records, 2, &h), FELT_OK);
        assert_int_equal(h.differences + h.refusals, 0);
        records[1].paid.minor = 19;
        assert_int_equal(compare(audit, &round, records, 2, &h), FELT_OK);
        assert_int_equal(h.mistake, FELT_MISTAKE_STAKE_KEPT);
        records[1].paid.minor = 21;
        assert_int_equal(compare(audit, &round, records, 2, &h), FELT_OK);
        assert_int_equal(h.mistake, rolled == 1 ? FELT_MISTAKE_PAID_UNDECIDED : FELT_MISTAKE_PAID_LOSER);
        records[0].has_paid = records[1].has_paid = false;
        assert_int_equal(compare(audit, &round, records, 2, &h), FELT_OK);
        assert_int_equal(h.differences, 0);
        assert_int_equal(h.refusals, 1);
        assert_string_equal(h.why, "paid: found nothing, expected what the bet was paid");
    }
}

/* ---- tallies ---- */

static void sums_are_kept_for_each_wager_and_mistake(void **state)
{
    world *w = *state;
    felt_audit *audit;
    felt_round_record banker = round_of("banker"), tie = round_of("tie");
    felt_bet_record records[4] = {record_of(PLAYER, 100, 0), record_of(PLAYER, 50, 70), record_of(BANKER, 1000, 2000),
                                  record_of(SIDE, 5, 5)};
    heard h;
    audit = open_audit(w, w->book);
    assert_int_equal(compare(audit, &banker, records, 4, &h), FELT_OK);
    assert_int_equal(compare(audit, &tie, records, 1, &h), FELT_OK);
    assert_int_equal(felt_audit_count(audit).rounds, 2);
    assert_int_equal(felt_audit_count(audit).bets, 5);
    assert_int_equal(felt_audit_count(audit).mispaid, 4);
    const felt_audit_tally *player = felt_audit_wager(audit, PLAYER);
    assert_int_equal(player->bets, 3);
    assert_int_equal(player->staked.minor, 250);
    assert_int_equal(player->expected.minor, 100);
    assert_int_equal(player->paid.minor, 70);
    assert_int_equal(player->mistakes[FELT_MISTAKE_PAID_LOSER].over.minor, 70);
    assert_int_equal(player->mistakes[FELT_MISTAKE_PUSH_TAKEN].under.minor, 100);
    assert_true(audit->spreads[PLAYER].together_at[0][0] == 150.0 * 150 + 100 * 100); /* two bets of one round count as one */
    assert_int_equal(audit->tallies[BANKER].mistakes[FELT_MISTAKE_COMMISSION_MISSED].over.minor, 50);
    assert_int_equal(audit->tallies[SIDE].mistakes[FELT_MISTAKE_WINNER_NOT_PAID].under.minor, 200);
}

/* A bet whose amounts take a sum beyond 64 bits is compared and told; the sums stay as they were, and the rest goes on. */
static void a_sum_that_does_not_fit_is_said(void **state)
{
    world *w = *state;
    felt_audit *audit;
    felt_round_record banker = round_of("banker");
    felt_bet_record stakes[3] = {record_of(PLAYER, INT64_MAX, 0), record_of(PLAYER, 1, 5), record_of(BANKER, 1000, 1950)};
    felt_bet_record pays[3] = {record_of(PLAYER, 10, INT64_MAX), record_of(PLAYER, 10, 1), record_of(PLAYER, 10, 0)};
    heard h;
    audit = open_audit(w, w->book);
    assert_int_equal(compare(audit, &banker, stakes, 3, &h), FELT_OK);
    assert_int_equal(h.refusals, 1);
    assert_string_equal(h.why, "the sums of its wager do not fit any more; the bet is compared, but left out of them");
    assert_int_equal(h.differences, 1);
    assert_int_equal(h.mistake, FELT_MISTAKE_PAID_LOSER);
    assert_int_equal(felt_audit_count(audit).bets, 3);
    assert_int_equal(felt_audit_count(audit).mispaid, 1);
    assert_int_equal(felt_audit_count(audit).not_compared, 0);
    assert_int_equal(felt_audit_count(audit).not_summed, 1);
    assert_int_equal(audit->tallies[PLAYER].bets, 1);
    assert_int_equal(audit->tallies[PLAYER].mispaid, 0);
    assert_true(audit->tallies[PLAYER].staked.minor == INT64_MAX && audit->tallies[PLAYER].paid.minor == 0);
    assert_int_equal(audit->tallies[BANKER].bets, 1);
    audit = open_audit(w, w->book);
    assert_int_equal(compare(audit, &banker, pays, 3, &h), FELT_OK);
    assert_int_equal(h.differences, 2);
    assert_int_equal(audit->tallies[PLAYER].bets, 2);
    assert_int_equal(audit->tallies[PLAYER].staked.minor, 20);
    assert_true(audit->tallies[PLAYER].mistakes[FELT_MISTAKE_PAID_LOSER].over.minor == INT64_MAX);
}

static void what_cannot_be_compared_is_refused_by_itself(void **state)
{
    world *w = *state;
    felt_audit *audit;
    felt_round_record banker = round_of("banker"), wrong = round_of("banker");
    felt_bet_record records[3] = {record_of(SIDE, 5, 205), record_of(BANKER, 1000, 1950), record_of(BANKER, 10, 0)};
    heard h;
    records[2].has_paid = false;
    audit = open_audit(w, w->book);
    assert_int_equal(compare(audit, &banker, records, 3, &h), FELT_OK);
    assert_int_equal(h.refusals, 2);
    assert_string_equal(h.why, "paid: found nothing, expected what the bet was paid");
    assert_int_equal(felt_audit_count(audit).bets, 1);
    assert_int_equal(felt_audit_count(audit).not_compared, 2);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_INCOMPLETE);
    wrong.dealt.counts[0] = 3;
    wrong.dealt.pieces[0][2] = (felt_card){5, 3};
    assert_int_equal(compare(audit, &wrong, records, 3, &h), FELT_OK);
    assert_int_equal(h.misdeals, 1);
    assert_int_equal(h.refusals, 0);
    assert_string_equal(h.why, "the player hand must not draw the third card 5C on 6");
    assert_int_equal(felt_audit_count(audit).misdealt, 1);
    assert_int_equal(felt_audit_count(audit).not_compared, 5);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_DIFFERS);
}

/* A round is verified whether somebody bet on it or not. */
static void a_round_without_bets_is_verified(void **state)
{
    world *w = *state;
    felt_audit *audit;
    const uint16_t rolls[] = {FELT_ROLL_TOTALS + 4, FELT_ROLL_TOTALS + 5, FELT_ROLL_TOTALS + 4};
    felt_round_record good = round_of("banker"), wrong = good, thrown = {.id = felt_text_from("A"), .events = rolls, .event_count = 3};
    heard h;
    audit = open_audit(w, w->book);
    assert_int_equal(compare(audit, &good, NULL, 0, &h), FELT_OK);
    assert_int_equal(h.misdeals, 0);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_CLEAN);
    wrong.dealt.counts[1] = 3;
    wrong.dealt.pieces[1][2] = (felt_card){5, 3};
    assert_int_equal(compare(audit, &wrong, NULL, 0, &h), FELT_OK);
    assert_int_equal(h.misdeals, 1);
    assert_int_equal(felt_audit_count(audit).rounds, 2);
    assert_int_equal(felt_audit_count(audit).misdealt, 1);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_DIFFERS);
    audit = open_audit(w, w->craps);
    assert_int_equal(compare(audit, &thrown, NULL, 0, &h), FELT_OK);
    assert_int_equal(h.misdeals, 1);
    assert_string_equal(h.why, "roll 2 is a seven-out, which ends the shooter's hand, but 1 more follows");
}

/* Rows that never come to the audit are counted by what was read. */
static void rows_that_could_not_be_used_are_counted(void **state)
{
    world *w = *state;
    felt_audit *audit;
    felt_round_record banker = round_of("banker");
    felt_bet_record records[2] = {record_of(BANKER, 1000, 1950), record_of(BANKER, 10, 0)};
    heard h;
    records[1].has_paid = false;
    audit = open_audit(w, w->book);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_CLEAN);
    assert_int_equal(compare(audit, &banker, records, 1, &h), FELT_OK);
    felt_audit_rows(audit, (felt_join_counts){.rounds = 1, .bets = 1});
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_CLEAN);
    felt_audit_rows(audit, (felt_join_counts){.rounds = 2, .bad_rounds = 1, .bets = 1});
    assert_int_equal(felt_audit_count(audit).not_verified, 1);
    assert_int_equal(felt_audit_conclude(audit), FELT_AUDIT_INCOMPLETE);
    assert_int_equal(compare(audit, &banker, records, 2, &h), FELT_OK);
    felt_audit_rows(audit, (felt_join_counts){.rounds = 2, .bets = 6, .bad_bets = 3});
    assert_int_equal(felt_audit_count(audit).not_verified, 0);
    assert_int_equal(felt_audit_count(audit).bets, 2);
    assert_int_equal(felt_audit_count(audit).not_compared, 4);
    assert_string_equal(felt_audit_verdict_text(felt_audit_conclude(audit)), "incomplete");
}

/* ---- luck ---- */

static void luck_is_measured_in_standard_deviations(void **state)
{
    (void)state;
    const audit_odds odds[FELT_PHASES_MAX] = {{0.01, 1, 0}, {0.05, 4, 0}};
    audit_spread spread = {.staked = 20000, .due = 19000, .staked_at = {10000, 10000}, .together_at = {{1e6, 0}, {0, 1e6}}};
    felt_luck luck = audit_luck(&spread, odds, 0.5);
    assert_true(fabs(luck.realised - 0.05) < 1e-12);
    assert_true(fabs(luck.exact - 0.03) < 1e-12);
    assert_true(fabs(luck.deviation - sqrt(5e6) / 20000) < 1e-12);
    assert_true(fabs(luck.z - 0.02 / luck.deviation) < 1e-12);
    assert_true(fabs(luck.rounds - 200) < 1e-9);
    assert_true(luck.skewness == 0 && luck.deviate == luck.z);
    spread.together_at[0][1] = 5e5; /* bets placed in two phases and up together: 2 * cov <= 2 * sd * sd */
    luck = audit_luck(&spread, odds, 0.5);
    assert_true(fabs(luck.deviation - sqrt(5e6 + 5e5 * 2) / 20000) < 1e-12);
    felt_luck before = luck; /* what was mispaid is no luck, and is in what was realised */
    spread.mispaid = 1000;
    luck = audit_luck(&spread, odds, 0.5);
    assert_true(fabs(luck.realised - 0) < 1e-12 && luck.due == before.due && luck.z == before.z && luck.chance == before.chance);
    audit_spread nothing = {.staked = 0};
    luck = audit_luck(&nothing, odds, 0.5);
    assert_true(luck.z == 0 && luck.rounds == 0 && luck.verdict == FELT_LUCK_EARLY);
}

/* 500 bets of 1 that win 99 to 1 once in 100: five wins are expected, and about Poisson's. The chance of 14 or more is 0.0007. */
static void a_rare_win_is_not_taken_for_a_normal_deviate(void **state)
{
    (void)state;
    const double p = 0.01, q = 0.99;
    const audit_odds odds[FELT_PHASES_MAX] = {{0, 1e4 * p * q, 1e6 * p * q * (q - p)}};
    audit_spread spread = {.staked = 500, .due = 14 * 100, .staked_at = {500}, .together_at = {{500}}};
    felt_luck luck = audit_luck(&spread, odds, p);
    double chance = erfc(-luck.deviate / sqrt(2)) / 2, normal = erfc(-luck.z / sqrt(2)) / 2;
    assert_true(luck.z < -4 && luck.deviate < 0);
    assert_true(fabs(luck.skewness + (q - p) / sqrt(500 * p * q)) < 1e-9);
    assert_true(chance > 0.0004 && chance < 0.0010 && normal < 0.00005);
    assert_true(fabs(luck.chance - 2 * chance) < 1e-12);
    spread.due = 0; /* the short tail stays as it is */
    luck = audit_luck(&spread, odds, p);
    assert_true(luck.z > 2 && luck.deviate == luck.z);
}

/* 10,000 bets of 100 at even money: a standard deviation is 1 % of what was staked. */
static void a_verdict_is_by_how_rare_the_result_is(void **state)
{
    (void)state;
    static const struct {
        double away, hit;
        felt_luck_verdict verdict;
    } cases[] = {{0, 0.5, FELT_LUCK_WITHIN},     {1.99, 0.5, FELT_LUCK_WITHIN},   {-1.99, 0.5, FELT_LUCK_WITHIN},
                 {2.01, 0.5, FELT_LUCK_UNUSUAL}, {-2.99, 0.5, FELT_LUCK_UNUSUAL}, {3.01, 0.5, FELT_LUCK_HARDLY},
                 {-4.85, 0.5, FELT_LUCK_HARDLY}, {4.90, 0.5, FELT_LUCK_NOT},      {-9, 0.5, FELT_LUCK_NOT},
                 {9, 0.0004, FELT_LUCK_EARLY},   {9, 0.9996, FELT_LUCK_EARLY},    {9, 0.0006, FELT_LUCK_NOT}};
    const audit_odds odds[FELT_PHASES_MAX] = {{0, 1, 0}};
    audit_spread spread = {.staked = 1e6, .due = 1e6, .staked_at = {1e6}, .together_at = {{1e8}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        spread.due = 1e6 - cases[i].away * 10000;
        felt_luck luck = audit_luck(&spread, odds, cases[i].hit);
        assert_true(fabs(luck.z - cases[i].away) < 1e-9);
        assert_int_equal(luck.verdict, cases[i].verdict);
        assert_true(strlen(felt_luck_verdict_text(luck.verdict)) > 0);
    }
    const audit_odds skewed[FELT_PHASES_MAX] = {{0, 1, 50}}; /* a skewness of 0.5: a few wins make up the result */
    spread.due = 1e6;
    assert_int_equal(audit_luck(&spread, skewed, 0.5).verdict, FELT_LUCK_EARLY);
}

/* The exact odds are the library's business: a sheet, its bets, and what to think of them. */
static void luck_is_measured_against_the_exact_odds(void **state)
{
    world *w = *state;
    felt_audit *audit;
    felt_round_record banker = round_of("banker");
    felt_bet_record record = record_of(BANKER, 1000, 1950);
    felt_luck luck;
    heard h;
    audit = open_audit(w, w->book);
    for (int i = 0; i < 100; i++)
        assert_int_equal(compare(audit, &banker, &record, 1, &h), FELT_OK);
    assert_int_equal(felt_audit_luck(audit, BANKER, &luck), FELT_OK);
    assert_true(fabs(luck.exact - 0.0105790) < 1e-6); /* the banker's edge with eight decks, by default the larger number */
    assert_true(fabs(luck.realised + 0.95) < 1e-12 && fabs(luck.rounds - 100) < 1e-9);
    assert_true(fabs(luck.hit - 0.458597) < 1e-6);
    assert_int_equal(luck.verdict, FELT_LUCK_NOT);
    assert_int_equal(felt_audit_luck(audit, PLAYER, &luck), FELT_OK);
    assert_int_equal(luck.verdict, FELT_LUCK_EARLY);
}

/* A shooter who throws 6 6 6 6 5 6, and bets on six of 1, 2 and 4 placed after so many rolls. */
static void bets_that_follow_one_another_are_apart(void **state)
{
    world *w = *state;
    static const struct {
        uint16_t after[3];
        double together;
    } cases[] = {
        {{0, 2, 3}, 1 * 1 + 2 * 2 + 4 * 4},  /* decided at 1, 3 and 4: one after the other */
        {{2, 0, 3}, 1 * 1 + 2 * 2 + 4 * 4},  /* in whatever order the rows come */
        {{4, 4, 0}, (1 + 2) * (1 + 2) + 16}, /* two together, decided at 6 */
        {{4, 5, 5}, (1 + 2 + 4) * (1 + 2 + 4)}, {{5, 4, 3}, (1 + 2) * (1 + 2) + 16},
    };
    const uint16_t rolls[] = {FELT_ROLL_TOTALS + 4, FELT_ROLL_TOTALS + 4, FELT_ROLL_TOTALS + 4,
                              FELT_ROLL_TOTALS + 4, FELT_ROLL_TOTALS + 3, FELT_ROLL_TOTALS + 4};
    felt_round_record round = {.id = felt_text_from("1"), .line = 2, .events = rolls, .event_count = 6};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        felt_audit *audit;
        heard h;
        felt_bet_record records[3];
        double together = 0;
        audit = open_audit(w, w->craps);
        for (int i = 0; i < 3; i++) {
            records[i] = record_of(0, 1 << i, 0);
            records[i].bet.after = cases[c].after[i];
        }
        for (int again = 1; again <= 2; again++) { /* nothing is left over from round to round */
            assert_int_equal(compare(audit, &round, records, 3, &h), FELT_OK);
            together = 0;
            for (int p = 0; p < FELT_PHASES_MAX; p++)
                for (int q = 0; q < FELT_PHASES_MAX; q++)
                    together += audit->spreads[0].together_at[p][q];
            assert_int_equal(audit->tallies[0].bets, 3 * again);
            assert_true(together == again * cases[c].together);
        }
    }
}

/* More bets on one shooter than the audit first has room for. */
static void many_bets_on_a_shooter_are_kept(void **state)
{
    world *w = *state;
    const uint16_t rolls[] = {FELT_ROLL_TOTALS + 4};
    felt_round_record round = {.id = felt_text_from("1"), .line = 2, .events = rolls, .event_count = 1};
    felt_bet_record records[300];
    felt_bet bets[300];
    felt_audit *audit;
    for (int i = 0; i < 300; i++) {
        records[i] = record_of(0, 2, 4);
        bets[i] = records[i].bet;
    }
    felt_joined joined = {.round = &round, .bets = bets, .records = records, .count = 300};
    felt_audit_report report = {.context = NULL};
    audit = open_audit(w, w->craps);
    assert_int_equal(felt_audit_round(audit, &joined, &report), FELT_OK);
    assert_true(audit->spreads[0].together_at[0][0] == 600.0 * 600.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_mistake_is_told_apart),      cmocka_unit_test(a_bet_still_up_is_not_to_be_paid),
        cmocka_unit_test(what_a_bet_was_lowered_by_must_come_back), cmocka_unit_test(sums_are_kept_for_each_wager_and_mistake),
        cmocka_unit_test(a_sum_that_does_not_fit_is_said),          cmocka_unit_test(what_cannot_be_compared_is_refused_by_itself),
        cmocka_unit_test(a_round_without_bets_is_verified),         cmocka_unit_test(rows_that_could_not_be_used_are_counted),
        cmocka_unit_test(luck_is_measured_in_standard_deviations),  cmocka_unit_test(a_rare_win_is_not_taken_for_a_normal_deviate),
        cmocka_unit_test(a_verdict_is_by_how_rare_the_result_is),   cmocka_unit_test(luck_is_measured_against_the_exact_odds),
        cmocka_unit_test(bets_that_follow_one_another_are_apart),   cmocka_unit_test(many_bets_on_a_shooter_are_kept),
    };
    return cmocka_run_group_tests_name("audit", tests, set_up, tear_down);
}
