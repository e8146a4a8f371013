/* tests/unit/test_record.c - readers of rounds and bets: every field, every limit, quotes and ends of lines. */
#include "unit/records.h"

#include <felt/baccarat.h>
#include <felt/craps.h>

/* ---- rounds ---- */

static void hands_are_read_in_both_formats(void **state)
{
    world *w = *state;
    static const char *const files[] = {
        "round,player,banker\n7,2S 4D,3h 10C Td\n",
        "round,player,banker,\xe5\n7,2S 4D,3h 10C Td,\xe5\n", /* other columns may hold anything */
        "\xEF\xBB\xBFround,player,banker\r\n7,2S 4D,3h 10C Td\r\n",
        "\n\nbanker,note,round,player\n3h 10C Td,any,7,2S 4D",
        "\"round\",\"player\",\"banker\"\n\"7\",\"2S 4D\",\"3h 10C Td\"\n",
        "player,banker,round\n2S  4D,3h 10C  Td,7\n",
        "{\"round\": 7, \"player\": \"2S 4D\", \"banker\": [\"3h\", \"10C\", \"Td\"], \"note\": null}\n",
        " \n{\"round\":\"7\",\"player\":[\"2S\",\"4D\"],\"banker\":\"3h 10C Td\"}",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (size_t step = 1; step < 60; step += 13) {
            memory m = file_of(files[i]);
            m.step = step;
            felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->baccarat);
            felt_round_record row;
            assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
            assert_text(row.id, "7");
            assert_int_equal(row.dealt.counts[0], 2);
            assert_int_equal(row.dealt.counts[1], 3);
            assert_int_equal(row.dealt.pieces[0][1].rank, 4);
            assert_int_equal(row.dealt.pieces[0][1].suit, 2);
            assert_int_equal(row.dealt.pieces[1][1].rank, 10);
            assert_int_equal(row.dealt.pieces[1][1].suit, 3);
            assert_int_equal(row.dealt.pieces[1][2].rank, 10);
            assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_END);
            assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_END);
            felt_records_free(records);
        }
}

static void rolls_are_read_in_both_formats(void **state)
{
    world *w = *state;
    static const char *const files[] = {
        "shooter,rolls\nA,4 3-5  12 7\n",
        "{\"shooter\":\"A\",\"rolls\":\"4 3-5 12 7\"}\n",
        "{\"round\":\"A\",\"rolls\":[4,\"3-5\",\"12 7\"]}\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        memory m = file_of(files[i]);
        felt_records *records = open_records(FELT_RECORD_ROUNDS, &m, w->craps);
        felt_round_record row;
        assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
        assert_int_equal(row.event_count, 4);
        assert_int_equal(row.events[0], FELT_ROLL_TOTALS + 2);
        assert_int_equal(row.events[1], felt_roll_index(5, 3));
        assert_int_equal(row.events[2], FELT_ROLL_TOTALS + 10);
        assert_int_equal(row.events[3], FELT_ROLL_TOTALS + 5);
        felt_records_free(records);
    }
}

typedef struct bad_row {
    const char *row, *why;
} bad_row;

/* Each row is bad for its reason, and the next is read all the same. */
static void expect_bad(const felt_book *book, felt_record_kind kind, const char *head, const char *good, const bad_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[1200];
        felt_round_record round;
        felt_bet_record bet;
        snprintf(text, sizeof text, "%s%s\n%s\n", head, rows[i].row, good);
        memory m = file_of(text);
        felt_records *records = open_records(kind, &m, book);
        felt_next next = kind == FELT_RECORD_ROUNDS ? felt_records_next_round(records, &round) : felt_records_next_bet(records, &bet);
        if (next != FELT_NEXT_BAD)
            fail_msg("taken: %s", rows[i].row);
        assert_string_equal(felt_records_error(records)->message, rows[i].why);
        assert_int_equal(felt_records_error(records)->line, head[0] == '\0' ? 1 : 2);
        assert_int_equal(kind == FELT_RECORD_ROUNDS ? round.line : bet.line, head[0] == '\0' ? 1 : 2);
        next = kind == FELT_RECORD_ROUNDS ? felt_records_next_round(records, &round) : felt_records_next_bet(records, &bet);
        if (next != FELT_NEXT_ROW)
            print_error("after %s: %s\n", rows[i].row, felt_records_error(records)->message);
        assert_int_equal(next, FELT_NEXT_ROW);
        felt_records_free(records);
    }
}

#define CARDS "expected two or three cards such as 9S 10H"

static void bad_rounds_say_why(void **state)
{
    world *w = *state;
    static const bad_row csv[] = {
        {"1,2S 4D", "found 2 fields, expected 3 as in the head; a field that is empty keeps its separator"},
        {"1,2S 4D,3H 2C,x", "found 4 fields, expected 3 as in the head; a field with a separator in it must stand in quotes"},
        {",2S 4D,3H 2C", "round: found nothing, expected the name or number of a round; a line of totals must be left out"},
        {"R\xff,2S 4D,3H 2C", "round: found bytes that are not UTF-8, or control characters"},
        {"\xe2\x82,2S 4D,3H 2C", "round: found bytes that are not UTF-8, or control characters"},
        {"a long name \xed\xa0\x80,2S 4D,3H 2C", "round: found bytes that are not UTF-8, or control characters"},
        {"a long name \xc0\x80,2S 4D,3H 2C", "round: found bytes that are not UTF-8, or control characters"},
        {"1,2S,3H 2C", "player: found '2S', " CARDS},
        {"1,2S 4D,3H 2C 2D 5D", "banker: found '3H 2C 2D 5D', " CARDS},
        {"1,2S 4X,3H 2C", "player: found '2S 4X', " CARDS},
        {"1,1S 4D,3H 2C", "player: found '1S 4D', " CARDS},
        {"1,2S=4D,3H 2C", "player: found '2S=4D', " CARDS},
        {"1,2S4,3H 2C", "player: found '2S4', " CARDS},
        {"1,,3H 2C", "player: found '', " CARDS},
        {"1,2S 4D 10,3H 2C", "player: found '2S 4D 10', " CARDS},
        {"1,\"2S 4D\"x,3H 2C", "a quote stands inside a field; write a field with quotes in quotes, each of them doubled"},
        {"1,2S \"4D,3H 2C", "a quote is not closed"},
        {"1,2S 4D \"\",3H 2C", "a quote stands inside a field; write a field with quotes in quotes, each of them doubled"},
    };
    expect_bad(w->baccarat, FELT_RECORD_ROUNDS, "round,player,banker\n", "9,2S 4D,3H 2C", csv, sizeof csv / sizeof *csv);
    static const bad_row json[] = {
        {"{\"player\":\"2S 4D\",\"banker\":\"3H 2C\"}", "there is no 'round'"},
        {"{\"round\":1,\"player\":\"2S 4D\"}", "there is no 'banker'"},
        {"{\"round\":1.5,\"player\":\"2S 4D\",\"banker\":\"3H 2C\"}", "round: expected a string or a whole number"},
        {"{\"round\":-1,\"player\":\"2S 4D\",\"banker\":\"3H 2C\"}", "round: expected a string or a whole number"},
        {"{\"round\":1,\"player\":7,\"banker\":\"3H 2C\"}", "player: expected a string or an array of cards"},
        {"{\"round\":1,\"player\":[\"2S\",4],\"banker\":\"3H 2C\"}", "player: " CARDS},
        {"{\"round\":1,\"player\":[],\"banker\":\"3H 2C\"}", "player: found '', " CARDS},
        {"{\"round\":1,\"round\":2}", "column 18: duplicate object key near '\"round\"'"},
        {"{\"round\":1", "column 10: '}' expected near end of file"},
    };
    expect_bad(w->baccarat, FELT_RECORD_ROUNDS, "", "{\"round\":1,\"player\":\"2S 4D\",\"banker\":\"3H 2C\"}", json,
               sizeof json / sizeof *json);
    static const bad_row rolls[] = {
        {"A,13", "rolls: found '13', expected a total such as 8 or faces such as 3-5; if these are the two faces of one roll, say so with "
                 "--dice faces"},
        {"A,1", "rolls: found '1', expected a total such as 8 or faces such as 3-5"},
        {"A,3-7", "rolls: found '3-7', expected a total such as 8 or faces such as 3-5"},
        {"A,7 seven", "rolls: found 'seven', expected a total such as 8 or faces such as 3-5"},
    };
    expect_bad(w->craps, FELT_RECORD_ROUNDS, "round,rolls\n", "A,7", rolls, sizeof rolls / sizeof *rolls);
}

/* ---- bets ---- */

static const char json_bets[] = "{\"round\":\"R-1\",\"wager\":\"pair\",\"side\":\"banker\",\"stake\":12.5,\"paid\":150,\"seat\":3}\n"
                                "{\"round\":\"R-1\",\"wager\":\"A Name, with a comma\",\"stake\":\"5.00\",\"paid\":null}\n";

static void bets_are_read_in_both_formats(void **state)
{
    world *w = *state;
    static const char *const files[] = {
        "round,wager,side,stake,paid,seat\nR-1,pair,banker,12.50,150,3\nR-1,\"A Name, with a comma\",,5,,\n",
        "seat,paid,stake,side,wager,round,extra\n3,150.00,12.5,banker,Pair,R-1,\"two\nlines\"\n,,5,,comma,R-1,\n",
        json_bets,
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        memory m = file_of(files[i]);
        m.step = 7;
        felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
        felt_bet_record row;
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
        assert_text(row.id, "R-1");
        assert_int_equal(row.bet.wager, 3);
        assert_int_equal(row.bet.stake.minor, 1250);
        assert_int_equal(row.bet.seat, 3);
        assert_true(row.has_paid);
        assert_int_equal(row.paid.minor, 15000);
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
        assert_int_equal(row.bet.wager, 1);
        assert_int_equal(row.bet.stake.minor, 500);
        assert_int_equal(row.bet.seat, 0);
        assert_false(row.has_paid);
        assert_int_equal(row.line, i == 1 ? 4 : i == 2 ? 2 : 3);
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_END);
        felt_records_free(records);
    }
}

static void bad_bets_say_why(void **state)
{
    world *w = *state;
    static const bad_row csv[] = {
        {"1,pair,,5,,0", "side: found '', expected a side of 'pair' such as banker"},
        {"1,pair,tie,5,,0", "side: found 'tie', expected a side of 'pair' such as banker"},
        {"1,player,banker,5,,0", "side: found 'banker', but 'player' has no sides"},
        {"1,player,a-very-long-side,5,,0", "side: found 'a-very-long-side', but 'player' has no sides"},
        {"1,plyer,,5,,0", "wager: there is no wager 'plyer'; did you mean 'player'?"},
        {"1,something-else,,5,,0", "wager: there is no wager 'something-else'"},
        {"1,,,5,,0", "wager: found nothing, expected the name of a wager; a line of totals must be left out"},
        {"1,Twin,,5,,0", "wager: several wagers are called 'Twin'; use the short name"},
        {"1,a-first-twin-wager-of-m,,5,,0",
         "wager: there is no wager 'a-first-twin-wager-of-m'; did you mean 'a-first-twin-wager-of-many'?"},
        {"1,player,,5.001,,0",
         "stake: found '5.001', which may be thousands or three decimals; say which mark is the decimal one with --decimal"},
        {"1,player,,.,,0", "stake: found '.', expected an amount with at most 2 decimals"},
        {"1,player,,1.2.3,,0", "stake: found '1.2.3', expected an amount with at most 2 decimals"},
        {"1,player,,,,0", "stake: found '', expected an amount with at most 2 decimals"},
        {"1,player,,5x,,0", "stake: found '5x', expected an amount with at most 2 decimals"},
        {"1,player,,92233720368547759,,0", "stake: '92233720368547759' is too large an amount"},
        {"1,player,,5,five,0", "paid: found 'five', expected an amount with at most 2 decimals"},
        {"1,player,,5,-1,0", "paid: found '-1', expected what the bettor got, 0 for a bet that lost"},
        {"1,player,,5,-0.01,0", "paid: found '-0.01', expected what the bettor got, 0 for a bet that lost"},
        {"1\x01,player,,5,,0", "round: found bytes that are not UTF-8, or control characters"},
        {"1\x7f,player,,5,,0", "round: found bytes that are not UTF-8, or control characters"},
        {"\"1\n\",player,,5,,0", "round: found bytes that are not UTF-8, or control characters"},
        {"a longer name\x1b[2J,player,,5,,0", "round: found bytes that are not UTF-8, or control characters"},
        {"1\xc2\x9b,player,,5,,0", "round: found bytes that are not UTF-8, or control characters"},
        {"1,\"a\nlong\x1b[2J one\",,5,,0", "wager: there is no wager 'a?long?[2J one'"}, /* a message is one line of UTF-8 */
        {"1,long-name-\xe4,,5,,0", "wager: there is no wager 'long-name-?'"},
        {"1,player,,5,,-1", "seat: found '-1', expected a number from 0 to 4294967295"},
        {"1,player,,5,,4294967296", "seat: found '4294967296', expected a number from 0 to 4294967295"},
    };
    expect_bad(w->baccarat, FELT_RECORD_BETS, "round,wager,side,stake,paid,seat\n", "1,player,,5,,4294967295", csv,
               sizeof csv / sizeof *csv);
    static const bad_row json[] = {
        {"{\"round\":1,\"stake\":5}", "there is no 'wager'"},
        {"{\"round\":1,\"wager\":\"player\"}", "there is no 'stake'"},
        {"{\"round\":1,\"wager\":7,\"stake\":5}", "wager: expected a string"},
        {"{\"round\":1,\"wager\":\"player\",\"side\":[],\"stake\":5}", "side: expected a string or a number"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":true}", "stake: expected an amount"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":1e300}", "stake: expected an amount"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":0.125}",
         "stake: found 0.125, expected an amount with at most 2 decimals; large ones as a string"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":1.005}",
         "stake: found 1.005, expected an amount with at most 2 decimals; large ones as a string"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":0.30000000000000004}",
         "stake: found 0.30000000000000004, expected an amount with at most 2 decimals; large ones as a string"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":5,\"paid\":-5}",
         "paid: found '-5', expected what the bettor got, 0 for a bet that lost"},
        {"{\"round\":\"1\\n\",\"wager\":\"player\",\"stake\":5}", "round: found bytes that are not UTF-8, or control characters"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":5,\"seat\":-1}", "seat: expected a number from 0 to 4294967295"},
        {"{\"round\":1,\"wager\":\"player\",\"stake\":5,\"after\":1001}", "after: expected a number from 0 to 1000"},
        {"{\"round\":\"\",\"wager\":\"player\",\"stake\":5}", "round: found nothing, expected the name or number of a round; a line of totals must be left out"},
    };
    expect_bad(w->baccarat, FELT_RECORD_BETS, "", "{\"round\":1,\"wager\":\"player\",\"stake\":5}", json, sizeof json / sizeof *json);
}

static void amounts_are_exact(void **state)
{
    world *w = *state;
    static const struct {
        const char *text;
        int64_t minor;
    } amounts[] = {{"1", 100},
                   {"12", 1200},
                   {"123", 12300},
                   {"1234567", 123456700},
                   {"12345678", 1234567800},
                   {"0.01", 1},
                   {"00.10", 10},
                   {"9.9", 990},
                   {"12345.67", 1234567},
                   {"123456.78", 12345678},
                   {"1234567.89", 123456789},
                   {"99999999.99", 9999999999},
                   {"-7", -700},
                   {"-0.01", -1},
                   {"92233720368547758.07", INT64_MAX}};
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        char text[200];
        felt_bet_record row;
        snprintf(text, sizeof text, "round,wager,stake,paid\n1,player,%s,0\n", amounts[i].text);
        memory m = file_of(text);
        felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
        assert_int_equal(row.bet.stake.minor, amounts[i].minor);
        felt_records_free(records);
    }
}

/* Short amounts are read eight bytes at once; felt_money_read, which goes byte by byte, says what they are. */
static void short_amounts_are_read_as_long_ones_are(void **state)
{
    world *w = *state;
    uint64_t random = 1;
    for (int i = 0; i < 40000; i++) {
        char amount[10] = "", text[100];
        int decimals = i % (FELT_MONEY_DECIMALS_MAX + 1), length = 1 + i / 7 % 9;
        for (int k = 0; k < length; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            amount[k] = "0123456789.5.7x-"[random >> 60];
        }
        felt_money expected;
        felt_bet_record row;
        bool good = felt_money_read(felt_text_from(amount), decimals, &expected) == FELT_OK;
        snprintf(text, sizeof text, "round,wager,stake\n1,player,%s\n", amount);
        memory m = file_of(text);
        felt_records *records = NULL;
        assert_int_equal(
            felt_records_open(FELT_RECORD_BETS, (felt_input){&m, read_memory}, FELT_FORMAT_CSV, w->baccarat, decimals, &records, NULL),
            FELT_OK);
        felt_next next = felt_records_next_bet(records, &row); /* what is no such amount may still be one as others write it */
        assert_true(next == FELT_NEXT_ROW || (!good && next == FELT_NEXT_BAD));
        if (good)
            assert_int_equal(row.bet.stake.minor, expected.minor);
        felt_records_free(records);
    }
}

static void heads_are_checked(void **state)
{
    world *w = *state;
    static const bad_row heads[] = {
        {"", "the file is empty; expected a first row that names the columns"},
        {"\n\n", "the file is empty; expected a first row that names the columns"},
        {"round,wager,side\n",
         "there is no column 'stake'; the first row names 'round', 'wager', 'side'; --map stake=NAME says which it is"},
        {"round:wager:stake\n", "there is no column 'round'; the first row names 'round:wager:stake', and columns have commas, semicolons, "
                                "tabs or bars between them"},
        {"Round No, wager\n", "there is no column 'round'; the first row names 'Round No', ' wager'; --map round=NAME says which it is"},
        {"Round,ROUND,wager,stake\n", "the columns 'Round' and 'ROUND' may both be 'round'; say which with --map"},
        {"round,wager,stake,stake\n", "two columns are called 'stake'; rename one of them"},
        {"round,round,wager,stake\n", "two columns are called 'round'; rename one of them"},
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        memory m = file_of(heads[i].row);
        felt_records *records = NULL;
        felt_error error;
        assert_int_equal(
            felt_records_open(FELT_RECORD_BETS, (felt_input){&m, read_memory}, FELT_FORMAT_GUESS, w->baccarat, 2, &records, &error),
            FELT_EDATA);
        assert_string_equal(error.message, heads[i].why);
        assert_null(records);
    }
}

static void input_that_fails_is_said_to(void **state)
{
    world *w = *state;
    memory m = file_of("round,wager,stake\n1,player,1\n2,pl");
    m.fails = true;
    felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
    felt_bet_record row;
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_FAILED);
    assert_string_equal(felt_records_error(records)->message, "input failed");
    felt_records_free(records);
    memory nothing = {.bytes = "", .fails = true};
    assert_int_equal(
        felt_records_open(FELT_RECORD_BETS, (felt_input){&nothing, read_memory}, FELT_FORMAT_GUESS, w->baccarat, 2, &records, NULL),
        FELT_EIO);
    memory good = file_of("round,wager,stake\n");
    felt_error error;
    for (int decimals = -1; decimals <= FELT_MONEY_DECIMALS_MAX + 1; decimals += FELT_MONEY_DECIMALS_MAX + 2)
        assert_int_equal(
            felt_records_open(FELT_RECORD_BETS, (felt_input){&good, read_memory}, FELT_FORMAT_CSV, w->baccarat, decimals, &records, &error),
            FELT_ERANGE);
    assert_string_equal(error.message, "found 7 decimals, expected 0 to 6");
}

/* ---- limits ---- */

/* A row with a note of so many bytes that the row has `bytes`; another row follows. */
static void check_row_bytes(const world *w, const char *before, const char *after, size_t bytes, bool fits)
{
    const char *head = before[0] == '{' ? "" : "round,wager,stake,note\n";
    const char *last = before[0] == '{' ? "{\"round\":2,\"wager\":\"player\",\"stake\":1}" : "2,player,1,";
    char *text = take(bytes + 200);
    size_t fill = bytes - strlen(before) - strlen(after), at = (size_t)sprintf(text, "%s%s", head, before);
    memset(text + at, 'x', fill);
    sprintf(text + at + fill, "%s\n%s\n", after, last);
    memory m = file_of(text);
    felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
    felt_bet_record row;
    assert_int_equal(felt_records_next_bet(records, &row), fits ? FELT_NEXT_ROW : FELT_NEXT_BAD);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
    assert_text(row.id, "2");
    assert_int_equal(row.line, head[0] == '\0' ? 2 : 3);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_END);
    felt_records_free(records);
    free(text);
}

static void a_row_has_a_largest_size(void **state)
{
    const world *w = *state;
    for (int past = 0; past <= 1; past++) {
        size_t bytes = FELT_RECORD_BYTES_MAX + (size_t)past;
        check_row_bytes(w, "1,player,1,", "", bytes, !past);
        check_row_bytes(w, "1,player,1,\"", "\"", bytes, !past);
        check_row_bytes(w, "{\"round\":1,\"wager\":\"player\",\"stake\":1,\"note\":\"", "\"}", bytes, !past);
    }
    check_row_bytes(w, "1,player,1,", "", 1 << 20, false);
    check_row_bytes(w, "1,player,1,\"", "\"", 1 << 20, false);
}

static void ids_columns_and_rolls_have_limits(void **state)
{
    world *w = *state;
    char text[8000], id[80];
    for (int past = 0; past <= 1; past++) {
        felt_bet_record row;
        memset(id, 'i', sizeof id);
        snprintf(text, sizeof text, "round,wager,stake\n%.*s,player,1\n", FELT_ROUND_ID_BYTES_MAX + past, id);
        memory m = file_of(text);
        felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
        assert_int_equal(felt_records_next_bet(records, &row), past ? FELT_NEXT_BAD : FELT_NEXT_ROW);
        felt_records_free(records);

        size_t at = (size_t)sprintf(text, "round,wager,stake");
        for (int i = 3; i < FELT_RECORD_COLUMNS_MAX + past; i++)
            at += (size_t)sprintf(text + at, ",c%d", i);
        sprintf(text + at, "\n");
        m = file_of(text);
        felt_status status =
            felt_records_open(FELT_RECORD_BETS, (felt_input){&m, read_memory}, FELT_FORMAT_CSV, w->baccarat, 2, &records, NULL);
        assert_int_equal(status, past ? FELT_EDATA : FELT_OK);
        if (!past)
            felt_records_free(records);

        at = (size_t)sprintf(text, "round,rolls\nA,");
        for (int i = 0; i < FELT_SHOOTER_ROLLS_MAX + past; i++)
            at += (size_t)sprintf(text + at, "11 ");
        felt_round_record round;
        m = file_of(text);
        records = open_records(FELT_RECORD_ROUNDS, &m, w->craps);
        assert_int_equal(felt_records_next_round(records, &round), past ? FELT_NEXT_BAD : FELT_NEXT_ROW);
        felt_records_free(records);
    }
}

/* ---- writing ---- */

/* What is written reads back, names with commas and quotes included. */
static void settled_bets_are_written_in_both_formats(void **state)
{
    world *w = *state;
    static char bytes[2 * FELT_OUTPUT_ROW_BYTES_MAX];
    const felt_bet_record record = {.id = felt_text_from("R,\"1\""), .bet = {.stake = {1250}, .seat = 2, .wager = 1}};
    felt_payment payment;
    felt_error refusal;
    felt_hands tie = {.player_total = 7, .banker_total = 7, .player_cards = 2, .banker_cards = 2};
    assert_int_equal(test_settle_event(w->baccarat, felt_outcome_index(tie), &record.bet, 1, &payment, &refusal), FELT_OK);
    for (int format = FELT_FORMAT_CSV; format <= FELT_FORMAT_NDJSON; format++) {
        felt_output out = {.bytes = bytes, .capacity = sizeof bytes};
        felt_bet_record row;
        felt_output_head(&out, (felt_format)format);
        felt_output_bet(&out, (felt_format)format, w->baccarat, &record, &payment, 2);
        memory m = {.bytes = bytes, .length = out.length, .step = SIZE_MAX};
        felt_records *records = open_records(FELT_RECORD_BETS, &m, w->baccarat);
        assert_int_equal(felt_records_format(records), format);
        assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
        assert_text(row.id, "R,\"1\"");
        assert_int_equal(row.bet.stake.minor, 1250);
        assert_int_equal(row.bet.seat, 2);
        assert_int_equal(row.bet.wager, 1);
        assert_true(row.has_paid);
        assert_int_equal(row.paid.minor, 11250);
        felt_records_free(records);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_read_in_both_formats),
        cmocka_unit_test(rolls_are_read_in_both_formats),
        cmocka_unit_test(bad_rounds_say_why),
        cmocka_unit_test(bets_are_read_in_both_formats),
        cmocka_unit_test(bad_bets_say_why),
        cmocka_unit_test(amounts_are_exact),
        cmocka_unit_test(short_amounts_are_read_as_long_ones_are),
        cmocka_unit_test(heads_are_checked),
        cmocka_unit_test(input_that_fails_is_said_to),
        cmocka_unit_test(a_row_has_a_largest_size),
        cmocka_unit_test(ids_columns_and_rolls_have_limits),
        cmocka_unit_test(settled_bets_are_written_in_both_formats),
    };
    return cmocka_run_group_tests_name("record", tests, set_up, tear_down);
}
