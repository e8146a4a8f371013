/* tests/toy/test_toy.c - a third game through every stage: compiled, computed, settled, recorded, audited, tested, simulated, written.
 *
 * The game is added as ARCHITECTURE.md says and by nothing else. What must come out is counted here over all 216 ways, face by face. */
#include "toy/three_dice.h"
#include "unit/records.h"

#include <felt/audit.h>
#include <felt/case_report.h>
#include <felt/cases.h>
#include <felt/dealing.h>
#include <felt/fair.h>
#include <felt/form.h>
#include <felt/odds.h>
#include <felt/par.h>
#include <felt/rule_card.h>
#include <felt/sim.h>
#include <felt/standing.h>
#include <felt/table.h>
#include <math.h>

enum { SMALL, LARGE, TRIPLE, NINE_TWELVE, SIXES, INSURANCE, WAGERS };

typedef struct toy {
    felt_arena *arena;
    const felt_sheet *sheet;
    const felt_book *book;
    felt_odds_list odds; /* under triple-pay=30 */
} toy;

static int toy_open(void **state)
{
    toy *t = calloc(1, sizeof *t);
    felt_selection selection = {.count = 0};
    assert_non_null(t);
    t->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_int_equal(felt_sheet_load(t->arena, FELT_SOURCE_DIR "/tests/toy/three-dice.felt", NULL, &t->sheet, NULL), FELT_OK);
    assert_int_equal(felt_selection_add(&selection, felt_text_from("triple-pay=30")), FELT_OK);
    assert_int_equal(felt_book_open(t->arena, &t->sheet, 1, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &t->book, NULL),
                     FELT_OK);
    assert_int_equal(felt_odds_add(&t->odds, t->sheet, &selection, felt_text_from(""), NULL, NULL), FELT_OK);
    assert_int_equal(t->odds.count, WAGERS);
    *state = t;
    return 0;
}

static int toy_close(void **state)
{
    toy *t = *state;
    felt_odds_list_free(&t->odds);
    felt_arena_free(t->arena);
    free(t);
    return 0;
}

/* ---- the rules, once more ---- */

typedef struct thrown {
    int faces[3], total, sixes;
    bool triple;
} thrown;

static thrown throw_of(int way)
{
    thrown t = {.faces = {way % 6 + 1, way / 6 % 6 + 1, way / 36 + 1}};
    for (int i = 0; i < 3; i++) {
        t.total += t.faces[i];
        t.sixes += t.faces[i] == 6;
    }
    t.triple = t.faces[0] == t.faces[1] && t.faces[1] == t.faces[2];
    return t;
}

/* What a stake of 20 wins. */
static int net_of(int wager, thrown t)
{
    static const int by_sixes[] = {-20, 20, 38, 240};
    switch (wager) {
    case SMALL:
        return !t.triple && t.total < 11 ? 20 : -20;
    case LARGE:
        return !t.triple && t.total > 10 ? 20 : -20;
    case TRIPLE:
        return t.triple ? 600 : -20;
    case NINE_TWELVE:
        return t.total == 9 || t.total == 12 ? 60 : -20;
    case SIXES:
        return by_sixes[t.sixes];
    default: /* INSURANCE */
        if (t.total == 17)
            return 1200;
        return t.total == 18 ? 0 : -20;
    }
}

/* ---- every game ---- */

static void check_ways(const felt_game *game)
{
    int ways[FELT_EVENTS_MAX] = {0}, all = 0;
    assert_in_range(game->all_ways, 1, FELT_WAYS_MAX);
    for (int way = 0; way < game->all_ways; way++) {
        int event = game->event_of_way(way);
        uint8_t faces[FELT_FIELD_PIECES_MAX];
        assert_in_range(event, 0, game->event_count - 1);
        assert_in_range(game->faces(way, faces), 1, FELT_FIELD_PIECES_MAX);
        ways[event]++;
    }
    for (int event = 0; event < game->event_count; event++) {
        assert_int_equal(game->ways(event), ways[event]);
        all += ways[event];
    }
    assert_int_equal(all, game->all_ways);
}

static void check_phases(const felt_game *game)
{
    assert_in_range(game->phase_count, 1, FELT_PHASES_MAX);
    assert_int_equal(game->phase_count > 1, game->words.phase != NULL && game->words.start != NULL);
    assert_int_equal(game->phase_count > 1, game->phases_write != NULL && game->placings != NULL && game->phase_number != NULL);
    assert_int_equal(game->words.own_phases != NULL, game->words.own_phases_begin != NULL);
    assert_non_null(game->words.pieces);
    assert_int_equal(!game->one_event, game->words.came != NULL && game->words.counted != NULL);
    for (int phase = 0; phase < game->phase_count; phase++) {
        char text[FELT_EVENT_TEXT_BYTES];
        assert_in_range(game->phase_write(phase, text, sizeof text), 1, sizeof text - 1);
        for (int code = 0; code < game->code_count; code++) {
            bool over = false;
            int after = game->phase_after(phase, code, &over);
            assert_in_range(after, 0, game->phase_count - 1);
            assert_true(over || !game->one_event);
        }
    }
}

static void check_spelling(const felt_game *game)
{
    char seen[FELT_CODES_MAX / 64][FELT_EVENT_TEXT_BYTES] = {{0}};
    assert_in_range(game->field_count, 1, FELT_FIELDS_MAX);
    assert_in_range(game->event_count, 1, FELT_EVENTS_MAX);
    assert_in_range(game->code_count, game->event_count, FELT_CODES_MAX);
    for (int code = 0; code < game->code_count; code++) {
        char text[FELT_EVENT_TEXT_BYTES];
        assert_in_range(game->event_write(code, text, sizeof text), 1, sizeof text - 1);
        for (int i = 0; i < code && i < FELT_CODES_MAX / 64; i++)
            assert_string_not_equal(text, seen[i]);
        if (code < FELT_CODES_MAX / 64)
            memcpy(seen[code], text, sizeof text);
    }
    assert_true(game->code_count == game->event_count || game->covers != NULL);
    if (!game->one_event) {
        assert_non_null(game->event_read);
        return;
    }
    assert_in_range(game->pieces_max, game->pieces_min, FELT_FIELD_PIECES_MAX);
    felt_dealt nonsense = {.counts = {255, 255, 255, 255}};
    int event = 0;
    assert_int_equal(game->classify(&nonsense, 1, &event, NULL), FELT_EDATA);
    for (int field = 0; field < game->field_count; field++) {
        nonsense.counts[field] = (uint8_t)game->pieces_max;
        memset(nonsense.pieces[field], 200, sizeof nonsense.pieces[field]);
    }
    assert_int_equal(game->classify(&nonsense, 1, &event, NULL), FELT_EDATA);
}

static void every_description_is_whole(void **state)
{
    int games = 0;
    (void)state;
    for (const felt_game *game; (game = felt_game_at(games)) != NULL; games++) {
        assert_ptr_equal(felt_game_find(felt_text_from(game->name)), game);
        check_phases(game);
        check_spelling(game);
        if (game->source == FELT_SOURCE_THROWN)
            check_ways(game);
        else
            assert_non_null(game->deal);
    }
    assert_int_equal(games, 3);
}

/* A game in which suits matter finds them in what was dealt, as they came out of the shoe. */
static void what_is_dealt_keeps_its_suits(void **state)
{
    felt_random random;
    felt_dealing shoe;
    int seen[4] = {0}, dealt_cards = 0;
    (void)state;
    felt_random_counter(&random, 1, 1);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, FELT_CUT_MIN, (felt_dealing_rules){0}), FELT_OK);
    while (felt_dealing_goes_on(&shoe)) {
        felt_dealt dealt;
        int first = shoe.next;
        felt_game_baccarat.deal(&shoe, &dealt);
        assert_int_equal(dealt.counts[0] + dealt.counts[1], shoe.next - first);
        assert_in_range(shoe.next - first, 1, felt_game_pieces_max(&felt_game_baccarat));
        for (int field = 0; field < 2; field++)
            for (int i = 0; i < dealt.counts[field]; i++, dealt_cards++)
                seen[dealt.pieces[field][i].suit]++;
        assert_int_equal(dealt.pieces[1][0].suit, shoe.cards[first + 1].suit);
    }
    for (int suit = 0; suit < 4; suit++)
        assert_in_range(seen[suit], dealt_cards / 5, dealt_cards / 3);
}

/* ---- sheets ---- */

static void a_sheet_of_the_game_compiles(void **state)
{
    const toy *t = *state;
    assert_ptr_equal(t->sheet->game, &felt_game_three_dice);
    assert_int_equal(t->sheet->wager_count, WAGERS);
    assert_text(t->sheet->wagers[LARGE].side, "largetotals");
    assert_text(t->sheet->wagers[LARGE].rows[1].words, "the total is 11 to 17");
    assert_text(t->sheet->wagers[INSURANCE].rows[0].words, "the total is 17 and 6 is not shown by exactly 1 of the dice");
    for (int i = 0; i < WAGERS; i++)
        for (int v = 0; v < t->sheet->wagers[i].variant_count; v++)
            assert_true(t->sheet->wagers[i].variants[v].complete);
}

static void assert_refused(const char *text, const char *message)
{
    test_sheet t = test_sheet_compile(text);
    assert_int_equal(t.status, FELT_ESHEET);
    assert_int_equal(t.diags.count, 1);
    assert_text(t.diags.list[0].message, message);
    test_sheet_free(&t);
}

static void messages_name_the_game(void **state)
{
    (void)state;
    assert_refused("sheet \"S\"\ngame two-dice\n", "found 'two-dice', expected 'baccarat', 'craps' or 'three-dice'");
    assert_refused("sheet \"S\"\nwager \"W\" as w\n", "found 'wager' before the game is known; expected 'game baccarat with ... decks', "
                                                      "'game craps' or 'game three-dice'");
    assert_refused("sheet \"S\"\ngame three-dice with 8 decks\n", "found 'with', expected the end of the line");
    assert_refused("sheet \"S\"\ngame three-dice\nwager \"W\" as w\n  any triple pays 30 to 1\n  otherwise stays\n",
                   "'stays' is for wagers that may wait: a three-dice wager is decided by every throw");
    assert_refused("sheet \"S\"\ngame three-dice\nwager \"W\" as w\n  total is 19 pays 30 to 1\n  otherwise loses\n",
                   "found the number 19, expected a total of three dice from 3 to 18");
    assert_refused("sheet \"S\"\ngame three-dice\nwager \"W\" as w\n  own total pays 1 to 1\n  otherwise loses\n",
                   "'own' needs a wager with sides: write 'on smalltotals or largetotals' after its name");
}

/* ---- odds ---- */

static void exact_odds_are_those_of_all_ways(void **state)
{
    toy *t = *state;
    mpq_t wanted;
    mpq_init(wanted);
    for (int i = 0; i < WAGERS; i++) {
        const felt_odds *o = &t->odds.list[i];
        long sum = 0, squares = 0, hits = 0, pushes = 0;
        for (int way = 0; way < THREE_DICE_WAYS; way++) {
            int net = net_of(i, throw_of(way));
            sum += net;
            squares += net * net;
            hits += net > 0;
            pushes += net == 0;
        }
        felt_ratio_set(wanted, -sum, 20 * THREE_DICE_WAYS);
        assert_true(mpq_equal(o->edge, wanted));
        felt_ratio_set(wanted, hits, THREE_DICE_WAYS);
        assert_true(mpq_equal(o->hit, wanted));
        felt_ratio_set(wanted, pushes, THREE_DICE_WAYS);
        assert_true(mpq_equal(o->push, wanted));
        felt_ratio_set(wanted, squares * THREE_DICE_WAYS - sum * sum, 400 * THREE_DICE_WAYS * THREE_DICE_WAYS);
        assert_true(mpq_equal(o->variance, wanted));
        assert_int_equal(mpz_cmp_si(o->deals, THREE_DICE_WAYS), 0);
    }
    mpq_clear(wanted);
}

static void bets_that_stand_have_a_value(void **state)
{
    toy *t = *state;
    felt_standing standing;
    const felt_wager *wager = &t->sheet->wagers[SIXES];
    assert_int_equal(felt_standing_make(wager, &wager->variants[0], 0, NULL, &standing, NULL), FELT_OK);
    for (int row = 0; row < wager->row_count; row++)
        assert_true(mpq_equal(standing.rows[row], t->odds.list[SIXES].rows[row]));
    felt_standing_free(&standing);
}

/* ---- settlement ---- */

static void every_way_is_paid_as_counted(void **state)
{
    toy *t = *state;
    felt_play *play = test_play(t->book);
    for (int way = 0; way < THREE_DICE_WAYS; way++) {
        thrown now = throw_of(way);
        felt_dealt dealt = {.counts = {3}};
        felt_bet bets[WAGERS];
        felt_payment payments[WAGERS];
        for (int i = 0; i < 3; i++)
            dealt.pieces[0][i].rank = (uint8_t)now.faces[i];
        for (int i = 0; i < WAGERS; i++)
            bets[i] = (felt_bet){.stake = {20}, .wager = (uint16_t)i};
        assert_int_equal(felt_settle_dealt(play, &dealt, bets, WAGERS, payments, NULL), FELT_OK);
        for (int i = 0; i < WAGERS; i++)
            assert_int_equal(payments[i].paid.minor, 20 + net_of(i, now));
    }
    felt_play_free(play);
}

/* ---- records ---- */

static const char rounds_text[] = "throw,dice\nT-1,1-3-6\nT-2,6 6 6\nT-3,6-1-6\nT-4,7-1-1\n";
static const char bets_text[] = "throw,wager,side,stake,paid\n"
                                "T-1,side,smalltotals,10,20\n"
                                "T-1,three-dice/side,largetotals,10,0\n"
                                "T-2,insurance,,1,1\n"
                                "T-2,sixes,,1,13\n"
                                "T-3,three-dice/sixes,,100,300\n"
                                "T-4,sixes,,100,0\n";

static void ignore_bad(void *context, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    (void)context, (void)rows;
    assert_string_equal(error->message, file == FELT_RECORD_ROUNDS ? "dice: found '7-1-1', expected three dice such as 1-2-3"
                                                                   : "round T-4: the round cannot be settled, as its own row says");
}

static void keep_mistake(void *context, const felt_difference *difference)
{
    *(felt_mistake *)context = difference->mistake;
    assert_int_equal(difference->expected->paid.minor, 29000);
}

static void records_are_read_and_audited(void **state)
{
    toy *t = *state;
    memory rounds_file = file_of(rounds_text), bets_file = file_of(bets_text);
    felt_records *rounds = open_records(FELT_RECORD_ROUNDS, &rounds_file, t->book);
    felt_records *bets = open_records(FELT_RECORD_BETS, &bets_file, t->book);
    felt_mistake mistake = FELT_MISTAKE_NONE;
    felt_join *join;
    felt_audit *audit;
    felt_joined joined;
    assert_int_equal(felt_join_open(rounds, bets, (felt_record_report){NULL, ignore_bad}, &join), FELT_OK);
    assert_int_equal(felt_audit_open(t->arena, t->book, &audit), FELT_OK);
    while (felt_join_next(join, &joined) == FELT_NEXT_ROW)
        assert_int_equal(felt_audit_round(audit, &joined, &(felt_audit_report){&mistake, keep_mistake, NULL, NULL}), FELT_OK);
    felt_audit_rows(audit, felt_join_count(join));
    felt_audit_counts counts = felt_audit_count(audit);
    assert_int_equal(counts.rounds, 3);
    assert_int_equal(counts.not_verified, 1);
    assert_int_equal(counts.bets, 5);
    assert_int_equal(counts.mispaid, 1);
    assert_int_equal(counts.not_compared, 1);
    assert_int_equal(mistake, FELT_MISTAKE_COMMISSION_MISSED);
    assert_int_equal(felt_audit_wager(audit, LARGE)->bets, 1);
    felt_audit_close(audit);
    felt_join_free(join);
    felt_records_free(rounds);
    felt_records_free(bets);
}

static void records_may_be_json(void **state)
{
    toy *t = *state;
    memory file = file_of("{\"throw\":1,\"dice\":[\"6\",\"5\",\"6\"]}\n{\"round\":2,\"dice\":\"1-1-2\"}\n{\"round\":3,\"dice\":7}\n");
    felt_records *rounds = open_records(FELT_RECORD_ROUNDS, &file, t->book);
    felt_round_record record;
    felt_hand hand;
    uint16_t event;
    assert_int_equal(felt_records_next_round(rounds, &record), FELT_NEXT_ROW);
    assert_int_equal(record.dealt.pieces[0][1].rank, 5);
    assert_int_equal(felt_record_hand(t->book, &record, &event, &hand, NULL), FELT_OK);
    assert_int_equal(event, three_dice_event(5, 6, 6));
    assert_int_equal(felt_records_next_round(rounds, &record), FELT_NEXT_ROW);
    assert_int_equal(felt_records_next_round(rounds, &record), FELT_NEXT_BAD);
    assert_string_equal(felt_records_error(rounds)->message, "dice: expected a string or an array of dice");
    felt_records_free(rounds);
}

/* ---- cases ---- */

static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const toy *t = context;
    assert_text(name, "three-dice");
    (void)error;
    *ret = t->sheet;
    return FELT_OK;
}

static felt_status read_cases(toy *t, felt_text text, felt_diags *diags, const felt_cases **ret)
{
    felt_case_sheets sheets = {t, find_sheet};
    *diags = felt_diags_in(t->arena);
    return felt_cases_read(t->arena, felt_text_from("three-dice.case"), text, &sheets, diags, ret);
}

static void cases_are_read_and_run(void **state)
{
    toy *t = *state;
    static char text[8192];
    FILE *file = fopen(FELT_SOURCE_DIR "/tests/toy/three-dice.case", "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length < sizeof text);
    const felt_cases *cases;
    felt_diags diags;
    felt_case_results results;
    felt_coverage coverage = felt_coverage_in(t->arena);
    assert_int_equal(read_cases(t, (felt_text){text, length}, &diags, &cases), FELT_OK);
    assert_int_equal(felt_cases_run(t->arena, cases, &coverage, &results), FELT_OK);
    for (int i = 0; i < cases->count; i++)
        assert_int_equal(results.list[i].failure_count, 0);
    felt_coverage_tally tally = felt_coverage_count(coverage.first);
    assert_int_equal(tally.decided, tally.wanted);
}

static void a_wrong_case_is_told(void **state)
{
    toy *t = *state;
    const felt_cases *cases;
    felt_diags diags;
    assert_int_equal(read_cases(t, felt_text_from("sheet three-dice\ncase \"C\"\n  dice 1 2\n  expect sixes loses\n"), &diags, &cases),
                     FELT_EDATA);
    assert_text(diags.list[0].message, "found 2 dice, expected 3");
    assert_int_equal(read_cases(t, felt_text_from("sheet three-dice\ncase \"C\"\n  rolls 7\n  expect sixes loses\n"), &diags, &cases),
                     FELT_EDATA);
    assert_text(diags.list[0].message,
                "found 'rolls', which is for another game; expected 'dice', 'bet', 'with' or 'expect' for this three-dice sheet");
}

/* ---- simulation ---- */

static void samples_agree_with_the_odds_on_any_number_of_threads(void **state)
{
    toy *t = *state;
    felt_sim_wager wagers[WAGERS];
    felt_sim_result first, second;
    for (int i = 0; i < WAGERS; i++)
        wagers[i] = (felt_sim_wager){t->odds.list[i].wager, t->odds.list[i].variant, FELT_SIM_PHASES_ALL};
    felt_sim_setup setup = {.game = t->sheet->game, .wagers = wagers, .wager_count = WAGERS, .rounds = 3000000, .seed = 7, .threads = 1};
    assert_int_equal(felt_sim_run(&setup, &first), FELT_OK);
    setup.threads = 3;
    assert_int_equal(felt_sim_run(&setup, &second), FELT_OK);
    assert_int_equal(first.rounds, setup.rounds);
    for (int i = 0; i < WAGERS; i++) {
        const felt_odds *o = &t->odds.list[i];
        felt_sim_figures sample = felt_sim_sample(&wagers[i], first.rows[i]);
        felt_sim_exact exact = {o->has_outcomes, o->has_pays, mpq_get_d(o->hit), mpq_get_d(o->edge), mpq_get_d(o->variance)};
        double z;
        assert_true(felt_sim_z(&sample, &exact, &z));
        assert_true(fabs(z) < 5);
        assert_int_equal(sample.decided, first.rounds);
        assert_memory_equal(first.rows[i], second.rows[i], sizeof first.rows[i]);
    }
    felt_sim_result_free(&first);
    felt_sim_result_free(&second);
}

static void sessions_are_played(void **state)
{
    toy *t = *state;
    felt_session_bet bets[] = {{INSURANCE, {100}}, {SIXES, {1000}}};
    felt_session_setup setup = {
        .book = t->book, .bets = bets, .bet_count = 2, .bankroll = {100000}, .rounds = 200, .sessions = 2000, .seed = 3, .threads = 1};
    felt_session_result first, second;
    double sum = 0;
    assert_int_equal(felt_session_run(&setup, &first), FELT_OK);
    setup.threads = 3;
    assert_int_equal(felt_session_run(&setup, &second), FELT_OK);
    assert_memory_equal(first.sessions, second.sessions, first.count * sizeof *first.sessions);
    for (uint64_t i = 0; i < first.count; i++)
        sum += (double)first.sessions[i].result.minor;
    /* 200 rounds of 1000 at 4.3981 % and of 100 at 14.8148 %; the deviation of a round's result is below 2100 */
    double wanted = -200 * (1000 * mpq_get_d(t->odds.list[SIXES].edge) + 100 * mpq_get_d(t->odds.list[INSURANCE].edge));
    assert_true(fabs(sum / 2000 - wanted) < 5 * 2100 * sqrt(200.0 / 2000));
    felt_session_result_free(&first);
    felt_session_result_free(&second);
    setup.bet_count = 1;
    assert_int_equal(felt_session_run(&setup, &first), FELT_EDATA); /* the insurance alone */
}

/* ---- a live table ---- */

/* Does what the command says; returns the last event of a kind. */
static felt_event do_command(felt_table *table, felt_command command, felt_event_kind kind)
{
    felt_events events = {0};
    felt_answer answer;
    felt_error error;
    felt_event found = {.kind = FELT_EVENT_COUNT};
    command.id = felt_table_look(table).sequence + 1;
    assert_int_equal(felt_table_do(table, &command, 1000, &events, &answer, &error), FELT_OK);
    for (int i = 0; i < events.count; i++)
        if (events.list[i].kind == kind)
            found = events.list[i];
    felt_events_free(&events);
    assert_int_equal(found.kind, kind);
    return found;
}

static void a_live_table_deals_it(void **state)
{
    toy *t = *state;
    felt_table_setup setup = {.book = t->book, .seats = 2, .seat_bets = 4};
    felt_table *table;
    felt_dealt dealt = {.pieces = {{{.rank = 6}, {.rank = 1}, {.rank = 6}}}, .counts = {3}};
    assert_int_equal(felt_table_new(&setup, &table, NULL), FELT_OK);
    do_command(table, (felt_command){.kind = FELT_COMMAND_SIT, .player = 7, .seat = -1}, FELT_EVENT_SEATED);
    do_command(table, (felt_command){.kind = FELT_COMMAND_BET, .player = 7, .wager = SIXES, .amount = {100}}, FELT_EVENT_PLACED);
    do_command(table, (felt_command){.kind = FELT_COMMAND_DEAL, .player = 7}, FELT_EVENT_CLOSED);
    felt_event paid = do_command(table, (felt_command){.kind = FELT_COMMAND_RESULT, .dealt = dealt}, FELT_EVENT_PAID);
    assert_int_equal(paid.back.minor + paid.winnings.minor - paid.commission.minor, 290);
    felt_table_view view = felt_table_look(table);
    assert_int_equal(view.round, 1);
    assert_int_equal(view.hand, 1);
    assert_int_equal(view.bets, 0);
    assert_int_equal(view.shooter, -1);
    felt_table_free(table);
}

static void a_seed_throws_it(void **state)
{
    (void)state;
    const felt_game *game = felt_game_find(felt_text_from("three-dice"));
    felt_fair_bytes seed = {{1}};
    const felt_fair_shoe made = {.shoe = 1};
    felt_fair_source source;
    assert_int_equal(felt_fair_begin(&source, game, &made, &seed, NULL), FELT_OK);
    for (int i = 0; i < 100; i++) {
        int code;
        felt_fair_event event = felt_fair_next(&source);
        assert_int_equal(game->classify(&event.dealt, 0, &code, NULL), FELT_OK);
        assert_int_equal(code, event.code);
        assert_int_equal(game->event_of_way(event.way), code);
    }
}

/* ---- what is written ---- */

static void forms_know_the_game(void **state)
{
    toy *t = *state;
    const felt_form *form;
    felt_text text;
    const felt_wager *small = &t->sheet->wagers[SMALL], *large = &t->sheet->wagers[LARGE];
    uint8_t hash[FELT_FORM_HASH_BYTES], other[FELT_FORM_HASH_BYTES];
    assert_int_equal(felt_form_make(t->arena, t->sheet, small, &small->variants[0], &form), FELT_OK);
    assert_int_equal(felt_form_write(t->arena, form, &text), FELT_OK);
    assert_non_null(strstr(text.bytes, "\"game\":\"three-dice\""));
    assert_int_equal(felt_form_game(t->arena, t->sheet->game, &text), FELT_OK);
    assert_non_null(strstr(text.bytes, form->events_hash));
    assert_int_equal(felt_wager_hash(t->sheet, small, &small->variants[0], hash), FELT_OK);
    assert_memory_equal(hash, form->hash, sizeof hash);
    assert_int_equal(felt_wager_hash(t->sheet, large, &large->variants[0], other), FELT_OK);
    assert_memory_not_equal(hash, other, sizeof hash);
}

static void cards_and_par_sheets_speak_of_dice(void **state)
{
    toy *t = *state;
    felt_selection all = {.count = 0};
    felt_text card, markdown;
    const felt_par *par;
    uint64_t rounds = 1000;
    felt_par_request request = {.odds = &t->odds, .selection = &all, .rounds = &rounds, .round_count = 1, .version = {"0", 1}};
    assert_int_equal(felt_rule_card_write(t->arena, t->sheet, &all, felt_text_from(""), FELT_REPORT_MARKDOWN, &card), FELT_OK);
    assert_non_null(strstr(card.bytes, "all three dice are alike"));
    assert_int_equal(felt_par_make(t->arena, &request, &par), FELT_OK);
    assert_int_equal(felt_par_markdown(t->arena, par, &markdown), FELT_OK);
    assert_non_null(strstr(markdown.bytes, "| Game | three-dice, three dice |"));
    assert_non_null(strstr(markdown.bytes, "the first that fits the throw decides"));
    assert_non_null(strstr(markdown.bytes, "Combinations are ways in which three dice can fall, 216 in all."));
    assert_non_null(strstr(markdown.bytes, "| the total is 4 to 10 | 1 to 1 | 105 | 0.4861111111 | 0.9722222222 |"));
    static const char *const words[] = {"puck", "roll", "shoe", "card", "(null)"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_null(strstr(markdown.bytes, words[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_description_is_whole),
        cmocka_unit_test(what_is_dealt_keeps_its_suits),
        cmocka_unit_test(a_sheet_of_the_game_compiles),
        cmocka_unit_test(messages_name_the_game),
        cmocka_unit_test(exact_odds_are_those_of_all_ways),
        cmocka_unit_test(bets_that_stand_have_a_value),
        cmocka_unit_test(every_way_is_paid_as_counted),
        cmocka_unit_test(records_are_read_and_audited),
        cmocka_unit_test(records_may_be_json),
        cmocka_unit_test(cases_are_read_and_run),
        cmocka_unit_test(a_wrong_case_is_told),
        cmocka_unit_test(samples_agree_with_the_odds_on_any_number_of_threads),
        cmocka_unit_test(sessions_are_played),
        cmocka_unit_test(a_live_table_deals_it),
        cmocka_unit_test(a_seed_throws_it),
        cmocka_unit_test(forms_know_the_game),
        cmocka_unit_test(cards_and_par_sheets_speak_of_dice),
    };
    return cmocka_run_group_tests_name("toy", tests, toy_open, toy_close);
}
