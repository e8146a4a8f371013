/* tests/fault/fault_report.c - every request for memory made to fail in turn, while figures are written as text, JSON, CSV, Markdown, SVG
 * and PDF.
 *
 * A report without one of its figures is worse than none: a run in which a request failed ends with FELT_ENOMEM. What GMP, Cairo and
 * Pango ask for themselves is left alone. */
#include "failing.h"

#include <felt/audit_report.h>
#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/history_report.h>
#include <felt/par.h>
#include <felt/report.h>
#include <felt/settle_report.h>
#include <felt/sheet_report.h>
#include <felt/sim_report.h>
#include <felt/store_report.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ENTRIES_MAX = 16 };

static const char baccarat[] = "sheet \"Cards\"\nsource \"A\", \"B\"\ngame baccarat with 1 deck\naccept low-return \"so\"\n\n"
                               "option units \"U\"\n  to-1 \"to one\"\n  for-1 \"for one\"\n\ngroup \"Ties\"\n\n"
                               "wager \"Ti\xc3\xab\" as tie\n  cites \"1\"\n  paytable A B\n"
                               "  tie pays 8, unset by units\n  otherwise loses\n\n"
                               "wager \"Pair\" as pair on player or banker\n  own has pair pays 11 to 1\n  otherwise loses\n";

static const char craps[] = "sheet \"Dice\"\ngame craps\n\nwager \"Pass\" as pass\n  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n  come-out craps or seven-out loses\n  otherwise stays\n\n"
                            "wager \"Odds\" as odds on 6 or 8\n  needs pass, at most half its stake\n  vig 5%\n"
                            "  may be lowered or taken down\n  number rolled pays 6 to 5\n  any seven loses\n  otherwise stays\n\n"
                            "wager \"Any Seven\" as any-seven\n  any seven pays 4 to 1 and dealer 1 to 1\n  otherwise loses\n\n"
                            "wager \"Lows\" as lows\n  2, 3, 4, 5 and 6 all rolled pays 34 to 1\n  any seven loses\n  otherwise stays\n";

/* Two wagers, so that there is a page of contents, and little else: laying out a document takes its time. */
static const char small[] = "sheet \"Dice\"\ngame craps\n\nwager \"Seven\" as seven\n  any seven pays 4 to 1\n  otherwise loses\n\n"
                            "wager \"Two\" as two\n  2 rolled pays 30 to 1\n  otherwise loses\n";

/* A sheet with its odds and a small sample of play. */
typedef struct given {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list odds;
    const felt_odds *entries[ENTRIES_MAX];
    felt_sim_setup setup;
    felt_sim_result result;
    felt_session_bet bets[ENTRIES_MAX];
    felt_session_setup session_setup;
    felt_session_result sessions;
    felt_session_figures figures;
    felt_report_style style;
    const felt_par *par;
    felt_audit *audit;
    felt_bet_record record; /* mispaid, on a round that is paid ... */
    felt_round_record round;
    felt_joined joined;
    felt_payment payment;
} given;

static const felt_selection everything = {.count = 0};

static void play(given *g)
{
    const felt_game *game = g->sheet->game;
    g->setup = (felt_sim_setup){.game = game, .wager_count = g->odds.count, .decks = 1, .rounds = 1000, .seed = 7, .threads = 1};
    felt_sim_wager *wagers = felt_arena_take(g->arena, (size_t)g->odds.count, sizeof *wagers);
    for (int i = 0; i < g->odds.count; i++)
        wagers[i] = (felt_sim_wager){g->odds.list[i].wager, g->odds.list[i].variant, g->odds.list[i].same_rows};
    g->setup.wagers = wagers;
    assert_int_equal(felt_sim_run(&g->setup, &g->result), FELT_OK);
    int last = g->sheet->wager_count - 1, other = last - 1;
    while (other > 0 && g->sheet->wagers[other].variants[0].needs_count > 0)
        other--;
    g->bets[0] = (felt_session_bet){last, {150}};
    g->bets[1] = (felt_session_bet){other, {150}};
    const felt_book *book;
    assert_int_equal(felt_book_open(g->arena, &g->sheet, 1, &everything, (felt_house){.min = {0}}, &book, NULL), FELT_OK);
    g->session_setup = (felt_session_setup){
        .book = book, .bets = g->bets, .bet_count = 2, .bankroll = {1000}, .rounds = 100, .sessions = 50, .seed = 7, .threads = 1};
    assert_int_equal(felt_session_run(&g->session_setup, &g->sessions), FELT_OK);
    assert_int_equal(felt_session_expect(book, &g->sessions, &g->figures, NULL), FELT_OK);
}

static void given_open(given *g, const char *text)
{
    *g = (given){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(g->arena);
    felt_diags diags = felt_diags_in(g->arena);
    assert_int_equal(felt_sheet_compile(g->arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &g->sheet), FELT_OK);
    assert_int_equal(felt_odds_add(&g->odds, g->sheet, &everything, (felt_text){"", 0}, NULL, NULL), FELT_OK);
    assert_true(g->odds.count <= ENTRIES_MAX);
    for (int i = 0; i < g->odds.count; i++)
        g->entries[i] = &g->odds.list[i];
    play(g);
}

static void given_close(given *g)
{
    felt_sim_result_free(&g->result);
    felt_session_figures_free(&g->figures);
    felt_session_result_free(&g->sessions);
    felt_odds_list_free(&g->odds);
    felt_arena_free(g->arena);
}

/* ---- what is written ---- */

typedef felt_status writer(felt_arena *arena, const given *g, felt_text *ret);

static felt_status write_odds(felt_arena *arena, const given *g, felt_text *ret)
{
    return felt_report_odds(arena, g->entries, g->odds.count, g->style, 0, ret);
}

static felt_status write_spread(felt_arena *arena, const given *g, felt_text *ret)
{
    static const uint64_t rounds[] = {1, 5, 100};
    return felt_report_odds_spread(arena, g->entries, g->odds.count, rounds, 3, ret);
}

static felt_status write_working(felt_arena *arena, const given *g, felt_text *ret)
{
    return felt_report_explain(arena, g->entries, g->odds.count, g->style, ret);
}

static felt_status write_together(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_together together;
    felt_status status = felt_together_make(g->entries, g->odds.count, &everything, NULL, &together);
    if (status != FELT_OK)
        return status;
    status = felt_report_together(arena, &together, g->style, 0, ret);
    felt_together_free(&together);
    return status;
}

static felt_sim_report sample_of(const given *g)
{
    return (felt_sim_report){&g->odds, &g->setup, &g->result, &g->session_setup, &g->sessions, &g->figures, 3000, 2, 0};
}

static felt_status write_sample(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_sim_report report = sample_of(g);
    return felt_report_sim(arena, &report, g->style, ret);
}

static felt_status write_picture(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_sim_report report = sample_of(g);
    return felt_report_sessions_svg(arena, &report, ret);
}

static felt_status write_list(felt_arena *arena, const given *g, felt_text *ret)
{
    return felt_report_list(arena, &g->sheet, 1, g->style, ret);
}

/* All that an editor shows of a sheet. */
static felt_status write_look(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_diags none = felt_diags_in(arena);
    return felt_report_look(arena, g->sheet, &none, &g->odds, ret);
}

/* And the words that may begin its third line. */
static felt_status write_words(felt_arena *arena, const given *g, felt_text *ret)
{
    const felt_next_word *words;
    int count;
    felt_status status = felt_sheet_words(arena, g->sheet->text, 3, 1, &words, &count);
    return status == FELT_OK ? felt_report_words(arena, words, count, ret) : status;
}

/* What is wrong with a sheet, as the one who checks it sees it. */
static felt_status write_check(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_check_form form = {.style = g->style};
    felt_diag one = {.severity = FELT_ERROR,
                     .code = "syntax",
                     .file = felt_text_from("s.felt"),
                     .line = 1,
                     .column = 7,
                     .width = 3,
                     .source = felt_text_from("sheet \"\xff\""),
                     .message = felt_text_from("found this"),
                     .example = felt_text_from("a round"),
                     .help = felt_text_from("mend it")};
    felt_diag list[] = {one, one, one, one};
    felt_diags diags = {.list = list, .count = 4, .error_count = 4};
    return felt_report_check_sheet(arena, &form, g->sheet, &diags, ret);
}

static felt_status make_par(felt_arena *arena, const given *g, const felt_par **ret)
{
    static const uint64_t rounds[] = {1000, 1000000};
    static const felt_par_cover cover = {.title = {"A title", 7}, .number = {"17", 2}};
    felt_diag list[] = {{.code = "row-overlap", .message = felt_text_from("rows"), .accepted = true, .reason = felt_text_from("meant")}};
    felt_diags diags = {.list = list, .count = 1};
    felt_par_sample sample = {1000, 7, (const uint64_t(*)[FELT_ROWS_MAX])g->result.rows};
    felt_par_request request = {.odds = &g->odds,
                                .selection = &everything,
                                .rounds = rounds,
                                .round_count = 2,
                                .version = felt_text_from("0"),
                                .cover = cover,
                                .findings = &diags,
                                .sample = g->result.rows != NULL ? &sample : NULL};
    return felt_par_make(arena, &request, ret);
}

static felt_status write_par(felt_arena *arena, const given *g, felt_text *ret)
{
    const felt_par *par;
    felt_status status = make_par(arena, g, &par);
    return status == FELT_OK ? felt_par_markdown(arena, par, ret) : status;
}

static felt_status write_pdf(felt_arena *arena, const given *g, felt_text *ret)
{
    return felt_par_pdf(arena, g->par, &(felt_par_print){.fractions = true}, ret);
}

static void make_audit(given *g)
{
    static const uint16_t rolls[] = {FELT_ROLL_TOTALS + 5};
    const felt_book *book;
    felt_audit_report told = {.context = NULL};
    assert_int_equal(felt_book_open(g->arena, &g->sheet, 1, &everything, (felt_house){.min = {0}}, &book, NULL), FELT_OK);
    assert_int_equal(felt_audit_open(g->arena, book, &g->audit), FELT_OK);
    felt_round round = {.player = {{9, 0}, {13, 1}}, .banker = {{9, 2}, {13, 3}}, .player_cards = 2, .banker_cards = 2};
    g->round =
        (felt_round_record){.id = felt_text_from("1"), .line = 2, .dealt = felt_round_dealt(&round), .events = rolls, .event_count = 1};
    g->record = (felt_bet_record){.id = g->round.id, .line = 2, .bet = {.stake = {100}}, .has_paid = true, .paid = {7}};
    g->joined = (felt_joined){.round = &g->round, .bets = &g->record.bet, .records = &g->record, .count = 1};
    assert_int_equal(felt_audit_round(g->audit, &g->joined, &told), FELT_OK);
    assert_int_equal(felt_audit_count(g->audit).mispaid, 1);
    felt_audit_close(g->audit);
}

/* All pieces of the report of an audit, one after the other. */
static felt_status write_audit(felt_arena *arena, const given *g, felt_text *ret)
{
    felt_audit_form form = {.style = g->style, .decimals = 2, .rounds = "r.csv", .bets = "b.csv"};
    felt_difference difference = {&g->joined, 0, &g->payment, {100}, {7}, FELT_MISTAKE_WRONG_ODDS};
    const felt_book *book = felt_audit_book(g->audit);
    const felt_settled settled = {.bets = 3, .up = 1, .vig = {1}, .misdealt = 1, .bad = 1};
    felt_text pieces[6];
    felt_status status = felt_report_audit_head(arena, &form, book, &pieces[0]);
    if (status == FELT_OK)
        status = felt_report_audit_difference(arena, &form, book, &difference, &pieces[1]);
    if (status == FELT_OK)
        status = felt_report_audit_misdeal(arena, &form, &g->joined, &(felt_error){.message = "so"}, &pieces[2]);
    if (status == FELT_OK)
        status = felt_report_audit_totals(arena, &form, g->audit, &pieces[3]);
    if (status == FELT_OK)
        status = felt_report_settled(arena, book, &settled, &pieces[4]);
    if (status == FELT_OK)
        status = felt_report_unsettled(arena, &settled, &pieces[5]);
    if (status != FELT_OK)
        return status;
    *ret = felt_arena_print(arena, "%.*s%.*s%.*s%.*s%.*s%.*s", FELT_TEXT_ARGS(pieces[0]), FELT_TEXT_ARGS(pieces[1]),
                            FELT_TEXT_ARGS(pieces[2]), FELT_TEXT_ARGS(pieces[3]), FELT_TEXT_ARGS(pieces[4]), FELT_TEXT_ARGS(pieces[5]));
    return ret->bytes == NULL ? FELT_ENOMEM : FELT_OK;
}

/* What is said of a store, and around the audits of its tables. */
static felt_status write_store(felt_arena *arena, const given *g, felt_text *ret)
{
    const felt_books books = {.players = 3, .records = 40, .available = {29950}, .grants = {-29950}};
    const felt_held_bet hold = {2, 17, 4, {1250}};
    const felt_retired_table tables[] = {{"b1", 1, 40}, {"c1", 11, 20}};
    const felt_retired retired = {"2026-01-31T00:00:00Z", "archive", tables, 2};
    const felt_audit_form form = {.style = g->style};
    felt_text pieces[5];
    felt_status status = felt_report_books(arena, &books, g->style, &pieces[0]);
    if (status == FELT_OK)
        status = felt_report_hold(arena, &hold, 0, g->style, &pieces[1]);
    if (status == FELT_OK)
        status = felt_report_retired(arena, &retired, g->style, &pieces[2]);
    if (status == FELT_OK)
        status = felt_report_audit_table(arena, &form, felt_text_from("b1"), 0, &pieces[3]);
    if (status == FELT_OK)
        status = felt_report_history_chains(arena, 2, 40, 1, &pieces[4]);
    if (status != FELT_OK)
        return status;
    *ret = felt_arena_print(arena, "%.*s%.*s%.*s%.*s%.*s", FELT_TEXT_ARGS(pieces[0]), FELT_TEXT_ARGS(pieces[1]), FELT_TEXT_ARGS(pieces[2]),
                            FELT_TEXT_ARGS(pieces[3]), FELT_TEXT_ARGS(pieces[4]));
    return ret->bytes == NULL ? FELT_ENOMEM : FELT_OK;
}

/* ---- each of them ---- */

typedef struct writing {
    const given *given;
    writer *write;
} writing;

static felt_status write_one(void *context, uint64_t *ret_digest)
{
    const writing *w = context;
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    felt_text text;
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = w->write(arena, w->given, &text);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, text);
    felt_arena_free(arena);
    return status;
}

static void fail_each(const given *g, writer *write, long least)
{
    writing w = {g, write};
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, write_one, &w);
    failing_each(FAILING_ARENA, FELT_ENOMEM, least, write_one, &w);
    if (g->style == FELT_REPORT_JSON)
        failing_each(FAILING_JSON, FELT_ENOMEM, 30, write_one, &w);
}

/* Each way of writing asks the arena for at least `least` pieces. */
static void each_game_least(writer *write, const felt_report_style *styles, int count, long least)
{
    for (int game = 0; game < 2; game++) {
        given g;
        given_open(&g, game == 0 ? baccarat : craps);
        for (int i = 0; i < count; i++) {
            g.style = styles[i];
            fail_each(&g, write, least);
        }
        given_close(&g);
    }
}

static void each_game(writer *write, const felt_report_style *styles, int count)
{
    each_game_least(write, styles, count, 4);
}

static void figures(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON, FELT_REPORT_CSV,
                                               FELT_REPORT_MARKDOWN};
    (void)state;
    each_game(write_odds, styles, 5);
    each_game(write_spread, styles, 1);
}

static void workings(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_MARKDOWN};
    (void)state;
    each_game(write_working, styles, 2);
}

static void for_an_editor(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_JSON};
    (void)state;
    each_game(write_look, styles, 1);
    each_game(write_words, styles, 1);
}

static void lists_and_checks(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON};
    (void)state;
    each_game_least(write_list, styles, 3, 1);
    each_game_least(write_check, styles, 3, 1);
}

static void wagers_together(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_JSON};
    (void)state;
    each_game(write_together, styles, 2);
}

static void samples(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON};
    (void)state;
    each_game(write_sample, styles, 3);
}

static void pictures(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT};
    (void)state;
    each_game(write_picture, styles, 1);
}

static void par_sheets(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_MARKDOWN};
    (void)state;
    each_game(write_par, styles, 1);
}

static void audits(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON};
    (void)state;
    for (int game = 0; game < 2; game++) {
        given g;
        given_open(&g, game == 0 ? baccarat : craps);
        make_audit(&g);
        for (int i = 0; i < 3; i++) {
            g.style = styles[i];
            fail_each(&g, write_audit, 4);
        }
        given_close(&g);
    }
}

static void stores(void **state)
{
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_JSON};
    (void)state;
    for (int i = 0; i < 2; i++)
        fail_each(&(given){.style = styles[i]}, write_store, 4);
}

static void par_sheets_as_pdf(void **state)
{
    given g;
    (void)state;
    given_open(&g, small);
    assert_int_equal(make_par(g.arena, &g, &g.par), FELT_OK);
    fail_each(&g, write_pdf, 4);
    given_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),          cmocka_unit_test(for_an_editor),
        cmocka_unit_test(lists_and_checks), cmocka_unit_test(workings),
        cmocka_unit_test(wagers_together),  cmocka_unit_test(samples),
        cmocka_unit_test(audits),           cmocka_unit_test(pictures),
        cmocka_unit_test(par_sheets),       cmocka_unit_test(par_sheets_as_pdf),
        cmocka_unit_test(stores),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
