/* tests/unit/test_par.c - PAR sheets: totals, ranges and words that can be checked by hand, and what happens when memory runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <felt/par.h>
#include <stdio.h>
#include <stdlib.h>

/* One sheet and the PAR sheets of some of its wagers. */
typedef struct desk {
    felt_arena *rules, *arena;
    const felt_sheet *sheet;
    felt_selection selection;
    felt_odds_list odds;
    felt_par_request request;
    const felt_par *par;
} desk;

static const uint64_t some_rounds[] = {1, 10000};

static void open_arenas(desk *d)
{
    *d = (desk){.rules = felt_arena_new(FELT_SHEET_ARENA_MAX), .arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(d->rules);
    assert_non_null(d->arena);
}

static void make_par(desk *d, const char *wager)
{
    assert_int_equal(felt_odds_add(&d->odds, d->sheet, &d->selection, felt_text_from(wager), NULL, NULL), FELT_OK);
    assert_true(d->odds.count > 0);
    d->request = (felt_par_request){
        .odds = &d->odds, .selection = &d->selection, .rounds = some_rounds, .round_count = 2, .version = felt_text_from("9.9")};
    assert_int_equal(felt_par_make(d->arena, &d->request, &d->par), FELT_OK);
    assert_int_equal(d->par->count, d->odds.count);
}

static void open_desk(desk *d, const char *text, const char *wager)
{
    open_arenas(d);
    felt_diags diags = felt_diags_in(d->rules);
    assert_int_equal(felt_sheet_compile(d->rules, felt_text_from("test.felt"), felt_text_from(text), &diags, &d->sheet), FELT_OK);
    make_par(d, wager);
}

static void open_shipped(desk *d, const char *name)
{
    char path[600];
    open_arenas(d);
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
    assert_int_equal(felt_sheet_load(d->rules, path, NULL, &d->sheet, NULL), FELT_OK);
    make_par(d, "");
}

static void close_desk(desk *d)
{
    felt_odds_list_free(&d->odds);
    felt_arena_free(d->arena);
    felt_arena_free(d->rules);
}

static void assert_text(felt_text found, const char *expected)
{
    if (!felt_text_is(found, expected))
        print_error("found \"%.*s\", expected \"%s\"\n", FELT_TEXT_ARGS(found), expected);
    assert_true(felt_text_is(found, expected));
}

static const felt_par_figure *figure(const felt_par_sheet *s, const char *name)
{
    for (int i = 0; i < s->figure_count; i++)
        if (s->figures[i].name.length >= strlen(name) && memcmp(s->figures[i].name.bytes, name, strlen(name)) == 0)
            return &s->figures[i];
    fail_msg("no figure %s", name);
    return NULL;
}

/* ---- the hash ---- */

static void hash_is_sha_256(void **state)
{
    (void)state;
    char hash[FELT_PAR_HASH_DIGITS + 1];
    felt_par_hash(felt_text_from("abc"), hash);
    assert_string_equal(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    felt_par_hash(felt_text_from(""), hash);
    assert_string_equal(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

/* ---- totals ---- */

/* The digits of "1,234" as a number. */
static void read_grouped(mpz_t ret, felt_text text)
{
    mpz_set_ui(ret, 0);
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == ',')
            continue;
        mpz_mul_ui(ret, ret, 10);
        mpz_add_ui(ret, ret, (unsigned long)(text.bytes[i] - '0'));
    }
}

static void totals_of(const desk *d, int index)
{
    const felt_par_sheet *s = &d->par->sheets[index];
    const felt_odds *o = &d->odds.list[index];
    assert_text(s->totals.probability, "1.0000000000");
    mpz_t sum, one;
    mpq_t back;
    mpz_inits(sum, one, NULL);
    mpq_init(back);
    if (!o->sheet->game->one_event) {
        assert_text(s->totals.ways, "1");
    } else {
        for (int i = 0; i < s->event_count; i++) {
            read_grouped(one, s->events[i].ways);
            mpz_add(sum, sum, one);
        }
        read_grouped(one, s->totals.ways);
        assert_int_equal(mpz_cmp(sum, one), 0);
        assert_int_equal(mpz_cmp(sum, o->deals), 0);
    }
    if (o->has_pays) {
        felt_odds_return(o, back);
        felt_text text = felt_ratio_print_decimal(d->arena, back, 10);
        assert_true(felt_text_equal(s->totals.returns, text));
        assert_int_equal(s->range_count, 2);
    } else {
        assert_text(s->totals.returns, felt_odds_missing(o));
        assert_text(figure(s, "House edge")->value, felt_odds_missing(o));
        assert_int_equal(s->range_count, 0);
    }
    mpz_clears(sum, one, NULL);
    mpq_clear(back);
}

/* Combinations add up to all deals, probabilities to 1, returns to the return to player, of every shipped wager. */
static void totals_add_up(void **state)
{
    (void)state;
    static const char *const names[] = {"baccarat",     "buddhas-bonus",     "craps",         "dice-works",
                                        "golden-bacc",  "golden-dragon",     "golden-frog",   "high-roller",
                                        "parlay-craps", "parlay-craps-envy", "roll-the-line", "tiger"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        desk d;
        open_shipped(&d, names[i]);
        for (int k = 0; k < d.par->count; k++)
            totals_of(&d, k);
        close_desk(&d);
    }
}

/* ---- ranges and charts, by hand ---- */

static const char coin[] = "sheet \"Coin\"\n"
                           "game craps\n"
                           "wager \"Even\" as even\n"
                           "  2, 4, 6, 8, 10 or 12 rolled pays 1 to 1\n"
                           "  otherwise loses\n"
                           "wager \"Boxcars\" as boxcars\n"
                           "  12 rolled pays 30 for 1 and dealer unset\n"
                           "  otherwise loses\n"
                           "wager \"Open\" as open\n"
                           "  7 rolled pays unset\n"
                           "  11 rolled pushes\n"
                           "  otherwise loses\n"
                           "wager \"Left Open\" as left-open\n"
                           "  7 rolled undefined\n"
                           "  12 rolled pays unset\n"
                           "  otherwise loses\n"
                           "wager \"Ten Tens\" as ten-tens on 4 or 10\n"
                           "  placed before any come-out roll\n"
                           "  number rolled 10 times pays 1000 to 1\n"
                           "  seven-out loses\n"
                           "  otherwise stays\n";

/* One half wins even money: return 1 and variance 1, so after 10,000 rounds 1 +- 0.01645 and 1 +- 0.0196. */
static void ranges_of_a_coin(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "even");
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_text(s->ranges[1].rounds, "10,000");
    assert_text(s->ranges[1].wins, "5,000.0");
    assert_text(s->ranges[1].low_90, "98.3550 %");
    assert_text(s->ranges[1].high_90, "101.6450 %");
    assert_text(s->ranges[1].low_95, "98.0400 %");
    assert_text(s->ranges[1].high_95, "101.9600 %");
    assert_text(s->ranges[0].low_90, "0.0000 %"); /* 1 - 1.645 would be below any return */
    assert_text(s->ranges[0].high_90, "264.5000 %");
    assert_text(figure(s, "Skewness")->value, "0.000000");
    assert_text(figure(s, "Hit frequency, one in 2.00")->exact, "1/2");
    close_desk(&d);
}

static void bars_are_on_a_log_scale(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "boxcars");
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_int_equal(s->bar_count, 2);
    assert_int_equal(s->decades, 2);
    assert_text(s->bars[0].net, "-1");
    assert_text(s->bars[1].net, "+29");
    assert_int_equal(s->bars[0].quarters, 7); /* 35/36 is a little less than 1 = 10^(8/4 - 2) */
    assert_int_equal(s->bars[1].quarters, 1); /* 1/36 lies between 10^(1/4 - 2) and 10^(2/4 - 2) */
    close_desk(&d);
}

static void unset_pays_leave_the_rest(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "open");
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_text(s->events[0].returns, "unset");
    assert_text(s->events[1].returns, "0.0555555556");
    assert_text(s->totals.returns, "unset");
    assert_text(figure(s, "Variance")->value, "unset");
    assert_text(figure(s, "Hit frequency")->exact, "1/6");
    assert_text(figure(s, "Push frequency")->exact, "1/18");
    assert_text(figure(s, "Expected rolls")->exact, "1");
    assert_int_equal(s->bar_count, 3);
    assert_text(s->bars[2].net, "unset");
    close_desk(&d);
}

static void undefined_outcomes_leave_nothing(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "left-open");
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_text(s->edge, "undefined");
    assert_text(s->events[0].pays, "undefined");
    assert_text(s->events[0].returns, "undefined");
    assert_text(s->events[1].returns, "unset");
    assert_text(s->totals.returns, "undefined");
    assert_text(figure(s, "House edge")->value, "undefined");
    assert_text(figure(s, "Hit frequency")->value, "undefined");
    assert_text(figure(s, "Push frequency")->value, "undefined");
    assert_text(figure(s, "Variance")->value, "undefined");
    assert_int_equal(s->range_count, 0);
    assert_int_equal(s->bar_count, 3);
    assert_text(s->bars[1].net, "unset");
    assert_text(s->bars[2].net, "undefined");
    assert_text(s->notes[0],
                "An outcome that can occur is undefined: the source does not say whether the wager wins. No figure is computed "
                "from it.");
    close_desk(&d);
}

/* A long fraction stands in the appendix once, under all its names. */
static void long_fractions_go_to_the_appendix(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "ten-tens");
    const felt_par_sheet *s = &d.par->sheets[1];
    assert_text(s->title, "Ten Tens on 10");
    assert_true(s->appendix_count > 1);
    assert_memory_equal(s->events[0].ways.bytes, "A1 (", 4);
    assert_memory_equal(figure(s, "Hit frequency")->exact.bytes, "A1 (", 4);
    assert_text(s->appendix[0].label, "A1  Probability: a 10 has been rolled at least 10 times; Hit frequency; Top award hit");
    for (int i = 0; i < s->appendix_count; i++)
        for (int k = 0; k < i; k++)
            assert_false(felt_text_equal(s->appendix[i].text, s->appendix[k].text));
    close_desk(&d);
}

/* ---- what laboratories list ---- */

/* Boxcars at 30 for 1: 29 to 1 once in 36 rolls, fair at 35; variance 29^2/36 + 35/36 - (6/36)^2 = 875/36. */
static void awards_of_boxcars(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "boxcars");
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_text(figure(s, "Top award")->value, "30 for 1");
    assert_text(figure(s, "Top award hit, one in 36.00")->exact, "1/36");
    assert_text(figure(s, "Most lost by the house")->exact, "29");
    assert_text(figure(s, "Cycle, equally likely cases")->value, "36");
    assert_text(figure(s, "Variance")->exact, "875/36");
    assert_text(figure(s, "Volatility index")->value, "8.109959"); /* 1.645 * sqrt(875/36) */
    assert_text(s->events[0].fair, "35.0000 to 1");
    assert_text(s->events[1].fair, "");
    close_desk(&d);
    open_desk(&d, coin, "open");
    assert_text(figure(&d.par->sheets[0], "Top award")->value, "unset");
    assert_text(figure(&d.par->sheets[0], "Volatility index")->value, "unset");
    close_desk(&d);
}

/* Of 400 bets on a coin, 220 win: 110 % come back, 0.1 above the exact 1, and a standard error is 1/20. */
static void a_sample_stands_beside_the_figures(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, coin, "even");
    uint64_t rows[1][FELT_ROWS_MAX] = {{220, 180}};
    felt_par_sample sample = {.rounds = 400, .seed = 9, .rows = (const uint64_t(*)[FELT_ROWS_MAX])rows};
    d.request.sample = &sample;
    assert_int_equal(felt_par_make(d.arena, &d.request, &d.par), FELT_OK);
    const felt_par_sheet *s = &d.par->sheets[0];
    assert_int_equal(s->sample_count, 5);
    assert_text(s->sample[0].text, "400 rolls, seed 9");
    assert_text(s->sample[1].text, "400");
    assert_text(s->sample[2].text, "55.0000 %");
    assert_text(s->sample[3].text, "110.0000 %");
    assert_text(s->sample[4].text, "+2.00");
    close_desk(&d);
}

/* ---- the cover ---- */

static void covers_are_read(void **state)
{
    (void)state;
    felt_par_cover cover = {.revision = felt_text_from("A")};
    felt_error error;
    assert_int_equal(felt_par_cover_read(felt_text_from("\xEF\xBB\xBF# ours\r\n\r\n number :  PAR-17 \r\nlaboratory: Ü: Labs"), &cover, &error), FELT_OK);
    assert_text(cover.number, "PAR-17");
    assert_text(cover.laboratory, "Ü: Labs");
    assert_text(cover.revision, "A");
    static const char *const wrong[] = {"number", "colour: red", "title: a\x07", "title: \xFF", "\x01: a"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[64];
        snprintf(text, sizeof text, "issued: today\n%s\n", wrong[i]);
        assert_int_equal(felt_par_cover_read(felt_text_from(text), &cover, &error), FELT_EDATA);
        assert_int_equal(error.line, 2);
        assert_int_equal(cover.issued.length, 0);
    }
    char longest[FELT_PAR_COVER_BYTES_MAX + 1];
    memset(longest, 'x', sizeof longest);
    felt_text key = felt_text_from("title");
    assert_int_equal(felt_par_cover_set(&cover, key, (felt_text){longest, FELT_PAR_COVER_BYTES_MAX}, NULL), FELT_OK);
    assert_int_equal(felt_par_cover_set(&cover, key, (felt_text){longest, FELT_PAR_COVER_BYTES_MAX + 1}, NULL), FELT_EDATA);
}

/* ---- words ---- */

static const char baccarat_words[] = "sheet \"Words\"\n"
                                     "game baccarat with 1 deck\n"
                                     "option base \"which\"\n"
                                     "  none \"none\"\n"
                                     "  some \"some\"\n"
                                     "wager \"Tie\" as tie\n"
                                     "  natural tie pushes\n"
                                     "  otherwise tie of 6 or 7 pays 9 to 1\n"
                                     "  otherwise tie pays 8 for 1\n"
                                     "  otherwise loses\n"
                                     "wager \"Hands\" as hands on player or banker\n"
                                     "  where base is some: needs \"Tie\"\n"
                                     "  wins with 3-card 9 over natural pays 3 to 1\n"
                                     "  own wins by at least 2 with 6 pays 2 to 1\n"
                                     "  (either has pair or both have the same pair) and other wins pays 1 to 1 cites \"p. 2\"\n"
                                     "  otherwise only one has 2-card pays 1 to 2\n"
                                     "  otherwise loses\n"
                                     "  accept row-overlap \"a test\"\n"
                                     "  accept row-unreachable \"a test\"\n";

static void rule_is(const felt_par_sheet *s, int row, const char *text)
{
    assert_true(s->rule_first + row < s->rule_count);
    assert_text(s->rules[s->rule_first + row], text);
}

static void baccarat_in_words(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, baccarat_words, "");
    const felt_par_sheet *tie = &d.par->sheets[0], *banker = &d.par->sheets[2];
    rule_is(tie, 0, "If the hands tie with a natural each, it pushes and the stake comes back.");
    rule_is(tie, 1, "Otherwise, if the hands tie on a total of 6 or 7, it pays 9 to 1.");
    rule_is(tie, 2, "Otherwise, if the hands tie, it pays 8 for 1, stake included.");
    rule_is(tie, 3, "In every other case it loses.");
    assert_text(banker->rules[0], "Where base is none, no other wager is needed.");
    assert_text(banker->rules[1], "Where base is some, a wager on Tie is needed as well.");
    rule_is(banker, 0, "If the banker hand wins with a 3-card 9 over a natural, it pays 3 to 1.");
    rule_is(banker, 1, "If the banker hand wins by at least 2 points with a total of 6, it pays 2 to 1.");
    rule_is(banker, 2,
            "If the player hand wins and either at least one hand has a pair or both hands have the same pair, it pays 1 to 1. [p. 2]");
    rule_is(banker, 3, "Otherwise, if exactly one hand has 2 cards, it pays 1 to 2.");
    close_desk(&d);
}

static const char craps_words[] = "sheet \"Words\"\n"
                                  "game craps\n"
                                  "wager \"Pass\" as pass\n"
                                  "  placed before any come-out roll\n"
                                  "  line wins pays 1 to 1\n"
                                  "  come-out craps or seven-out loses\n"
                                  "  otherwise stays\n"
                                  "wager \"Come\" as come\n"
                                  "  needs \"Pass\"\n"
                                  "  placed while a point is on with a come-out of its own\n"
                                  "  line wins pays 1 to 1\n"
                                  "  come-out craps or seven-out loses\n"
                                  "  otherwise stays\n"
                                  "wager \"Four\" as four\n"
                                  "  on the come-out stays\n"
                                  "  4 rolled pays 9 to 5\n"
                                  "  any seven loses\n"
                                  "  otherwise stays\n"
                                  "  accept row-overlap \"a test\"\n"
                                  "wager \"Mixed\" as mixed\n"
                                  "  placed before any come-out roll\n"
                                  "  seven-out after 2 or more line wins pays 3 to 1\n"
                                  "  otherwise seven-out after 1 point made pays 2 to 1\n"
                                  "  2, 3 and 12 all rolled pays 30 to 1\n"
                                  "  hard 8 rolled or 3-5 rolled and on a point pushes\n"
                                  "  any seven loses\n"
                                  "  otherwise stays\n"
                                  "  accept row-overlap \"a test\"\n";

static void craps_in_words(void **state)
{
    (void)state;
    desk d;
    open_desk(&d, craps_words, "");
    const felt_par_sheet *pass = &d.par->sheets[0], *come = &d.par->sheets[1], *four = &d.par->sheets[2], *mixed = &d.par->sheets[3];
    assert_text(pass->rules[0], "It may be placed before any come-out roll.");
    rule_is(pass, 0, "If the pass line wins, it pays 1 to 1.");
    rule_is(pass, 1, "If a 2, 3 or 12 is rolled on the come-out, or the shooter sevens out, it loses.");
    rule_is(pass, 2, "In every other case nothing is decided and the wager stays up.");
    assert_text(come->rules[0],
                "It may be placed while a point is on; come-out, point and line below are its own and begin with the next roll.");
    assert_text(come->rules[1], "A wager on Pass is needed as well.");
    rule_is(come, 0, "If the wager's own line wins, it pays 1 to 1.");
    assert_text(pass->rules[pass->rule_first - 1], "After every roll the rows are read in order, and the first that fits decides:");
    assert_text(
        mixed->rules[mixed->rule_first - 1],
        "After every roll the rows are read in order, and the first that fits decides; what has been rolled, made or won is counted "
        "from when the wager was placed, this roll included:");
    assert_text(come->identity[2].text, "craps, two dice; placed with the puck on 4, 5, 6, 8, 9, 10");
    assert_text(four->identity[2].text, "craps, two dice; placed wherever the puck is; rolls are counted from a come-out roll");
    rule_is(four, 0, "If the roll is a come-out roll, nothing is decided and the wager stays up.");
    assert_text(mixed->identity[2].text, "craps, two dice; placed with the puck off");
    rule_is(mixed, 0, "If the shooter sevens out after at least 2 pass line wins, it pays 3 to 1.");
    rule_is(mixed, 1, "Otherwise, if the shooter sevens out after making exactly 1 point, it pays 2 to 1.");
    rule_is(mixed, 2, "If 2, 3 and 12 have all been rolled, it pays 30 to 1.");
    rule_is(mixed, 3, "If a 3-5 is rolled while a point is on, or a hard 8 is rolled, it pushes and the stake comes back.");
    rule_is(mixed, 4, "If any 7 is rolled, it loses.");
    close_desk(&d);
}

/* ---- renderings ---- */

static void count_progress(void *context, int done, int of)
{
    int *count = context;
    (*count)++;
    assert_int_equal(done, *count);
    assert_int_equal(of, 2);
}

static void pdf_is_the_same_again(void **state)
{
    (void)state;
    desk d;
    felt_text first, second;
    int count = 0;
    open_desk(&d, coin, "ten-tens");
    assert_int_equal(felt_par_pdf(d.arena, d.par, &(felt_par_print){.progress = count_progress, .context = &count}, &first), FELT_OK);
    assert_int_equal(count, 2);
    assert_int_equal(felt_par_pdf(d.arena, d.par, NULL, &second), FELT_OK);
    assert_memory_equal(first.bytes, "%PDF-", 5);
    assert_true(felt_text_equal(first, second));
    close_desk(&d);
}

typedef felt_status (*render)(felt_arena *arena, const desk *d);

static felt_status make_again(felt_arena *arena, const desk *d)
{
    const felt_par *par = NULL;
    felt_status status = felt_par_make(arena, &d->request, &par);
    assert_int_equal(status == FELT_OK, par != NULL);
    return status;
}

static felt_status make_markdown(felt_arena *arena, const desk *d)
{
    felt_text text;
    return felt_par_markdown(arena, d->par, &text);
}

static felt_status make_pdf(felt_arena *arena, const desk *d)
{
    felt_text text;
    return felt_par_pdf(arena, d->par, NULL, &text);
}

/* Every arena that is too small gives FELT_ENOMEM. */
static void memory_runs_out(void **state)
{
    (void)state;
    static const render renders[] = {make_again, make_markdown, make_pdf};
    desk d;
    open_desk(&d, coin, "ten-tens");
    for (size_t i = 0; i < sizeof renders / sizeof *renders; i++) {
        felt_status status = FELT_ENOMEM;
        for (size_t cap = 64; status == FELT_ENOMEM && cap < (size_t)64 << 20; cap *= 2) {
            felt_arena *small = felt_arena_new(cap);
            status = renders[i](small, &d);
            felt_arena_free(small);
            assert_false(status == FELT_OK && cap < 1024);
        }
        assert_int_equal(status, FELT_OK);
    }
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_sha_256),
        cmocka_unit_test(totals_add_up),
        cmocka_unit_test(ranges_of_a_coin),
        cmocka_unit_test(bars_are_on_a_log_scale),
        cmocka_unit_test(unset_pays_leave_the_rest),
        cmocka_unit_test(undefined_outcomes_leave_nothing),
        cmocka_unit_test(long_fractions_go_to_the_appendix),
        cmocka_unit_test(awards_of_boxcars),
        cmocka_unit_test(a_sample_stands_beside_the_figures),
        cmocka_unit_test(covers_are_read),
        cmocka_unit_test(baccarat_in_words),
        cmocka_unit_test(craps_in_words),
        cmocka_unit_test(pdf_is_the_same_again),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests_name("par", tests, NULL, NULL);
}
