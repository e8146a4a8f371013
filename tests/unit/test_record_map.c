/* tests/unit/test_record_map.c - files of other systems: separators, marks, names, amounts, cards and dice as they write them. */
#include "record/record.h"
#include "unit/records.h"

#include <felt/craps.h>
#include <stdio.h>

/* Opens a file by a map of lines; `wanted` is what is wrong with it, NULL for nothing. */
static felt_records *open_mapped(const felt_book *book, felt_record_kind kind, memory *m, felt_record_map *map, const char *wanted)
{
    felt_records *records = NULL;
    felt_error error = {.message = ""};
    felt_status status = felt_records_open_mapped(kind, (felt_input){m, read_memory}, FELT_FORMAT_GUESS, book, 2, map, &records, &error);
    if (wanted == NULL && status != FELT_OK)
        fail_msg("%s", error.message);
    if (wanted != NULL) {
        assert_int_equal(status, FELT_EDATA);
        assert_string_equal(error.message, wanted);
    }
    return records;
}

static felt_record_map *map_of(const char *lines)
{
    felt_record_map *map = NULL;
    felt_error error;
    assert_int_equal(felt_record_map_new(&map), FELT_OK);
    if (felt_record_map_read(map, felt_text_from(lines), &error) != FELT_OK)
        fail_msg("%s", error.message);
    return map;
}

static void expect_one_bet(const felt_book *book, memory *m, felt_record_map *map)
{
    felt_records *records = open_mapped(book, FELT_RECORD_BETS, m, map, NULL);
    felt_bet_record row;
    felt_next next = felt_records_next_bet(records, &row);
    if (next != FELT_NEXT_ROW)
        fail_msg("%s", felt_records_error(records)->message);
    assert_int_equal(row.bet.wager, 3);
    assert_int_equal(row.bet.stake.minor, 123450);
    assert_int_equal(row.paid.minor, 1481400);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_END);
    felt_records_free(records);
}

static void the_same_bet_is_read_from_any_export(void **state)
{
    world *w = *state;
    static const struct {
        const char *map, *file;
    } files[] = {
        {"", "round;wager;side;stake;paid\n1;pair;banker;1.234,50;14.814,00\n"},
        {"", "sep=;\r\nROUND;Wager;SIDE;Stake;Paid\r\n1;PAIR;Banker;1 234,50;14 814,00\r\n"},
        {"", "round\twager\tside\tstake\tpaid\n1\tPair\tbanker\t1234.5\t14814\n"},
        {"", "\xEF\xBB\xBFround|wager|stake|paid\n1|pair on banker|$1,234.50|USD 14,814.00\n"},
        {"", "round,wager,side,stake,paid\n1,pair,banker,\"1'234.50 CHF\",\"HK$14,814.00\"\n"},
        {"stake = Amount\npaid=\"Won, total\"\nround = Round No\n",
         "Round No,Wager,Side,Amount,\"Won, total\"\n1,pair,banker,\"1,234.50\",14814.0000\n"},
        {"wager BPR = pair on banker", "round,wager,stake,paid\n1,bpr,1234.50,14814\n"},
        {"wager \"P P\" = Pair\n# a remark\n", "round,wager,side,stake,paid\n1,P P,BANKER,1234.50,14814\n"},
        {"separator = pipe\ndecimal = comma\n", "round|wager|side|stake|paid\n1|pair|banker|1.234,5|14.814\n"},
        {"", "{\"Round\":1,\"Wager\":\"Pair\",\"Side\":\"banker\",\"STAKE\":\"1,234.50\",\"Paid\":14814}\n"},
        {"stake=amt\n", "{\"round\":1,\"wager\":\"pair\",\"side\":\"banker\",\"amt\":1234.5,\"paid\":14814}\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t step = 1; step < 100; step += 90) {
            felt_record_map *map = map_of(files[i].map);
            memory m = file_of(files[i].file);
            m.step = step;
            expect_one_bet(w->baccarat, &m, map);
            felt_record_map_free(map);
        }
    }
}

/* Blanks around a field, quoted or not, say nothing: spaces, tabs, no-break spaces and stray carriage returns. */
static void blanks_around_fields_say_nothing(void **state)
{
    world *w = *state;
    static const char *const bets[] = {
        "round,wager,side,stake,paid\n 1 , pair , banker , 1234.50 , 14814.00 \n",
        "round ,\twager,side ,stake, paid\r\n\t1,pair\t,banker,1234.50\t,14814.00 \r\n",
        "round,wager,side,stake,paid\n\xC2\xA0"
        "1,pair\xC2\xA0,\xE2\x80\xAF"
        "banker,1234.50\xC2\xA0,14814.00\n",
        "round, wager, side, stake, paid\n \"1\" , \"pair\", \"banker\" ,\"1,234.50\" ,\" 14814 \"\n",
        "round,wager,side,stake,paid,seat,after,action\n1,pair,banker,1234.50,14814.00, 0 , 0 , Bet \n",
        "round,wager,side,stake,paid,seat,after,action\n1,pair,banker,1234.50,14814.00,  ,\xC2\xA0, \n",
        "{\"round\":\" 1 \",\"wager\":\" pair\",\"side\":\"banker \",\"stake\":\" 1234.50\",\"paid\":\"14814 \",\"action\":\" \"}\n",
        "{\"round\":\"1\",\"wager\":\"pair\",\"side\":\"banker\",\"stake\":\"1234.50\",\"paid\":\"14814\",\"seat\":\"\"}\n",
    };
    for (size_t i = 0; i < sizeof bets / sizeof *bets; i++) {
        memory m = file_of(bets[i]);
        expect_one_bet(w->baccarat, &m, NULL);
    }
    static const char *const ids[] = {"7", " 7", "7 ", "\t7", "\u00A07\xC2\xA0", "\" 7\" "};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char text[100];
        felt_round_record row;
        snprintf(text, sizeof text, "round,player,banker\n%s, 9S KD ,8C KD\n", ids[i]);
        memory m = file_of(text);
        felt_records *records = open_mapped(w->baccarat, FELT_RECORD_ROUNDS, &m, NULL, NULL);
        assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
        assert_true(felt_text_is(row.id, "7"));
        felt_records_free(records);
    }
}

/* What is blank is as what is empty: a bet without a pay, a stake that is not needed, a puck that is off. */
static void blank_fields_are_empty(void **state)
{
    world *w = *state;
    memory m = file_of("round,wager,side,stake,paid,action\n1,hard,6,5, ,\n1,hard,6, ,,Take-Down\n ,hard,6,5,,\n");
    felt_records *records = open_mapped(w->craps, FELT_RECORD_BETS, &m, NULL, NULL);
    felt_bet_record row;
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
    assert_false(row.has_paid);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.bet.action, FELT_ACTION_TAKE_DOWN);
    assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_BAD);
    assert_string_equal(felt_records_error(records)->message,
                        "round: found nothing, expected the name or number of a round; a line of totals must be left out");
    felt_records_free(records);
    felt_round_record hand;
    m = file_of("shooter,rolls,point\nA,6\t8\xC2\xA0"
                "3-4 , Off \nB, 8 7 , 6 \n");
    records = open_mapped(w->craps, FELT_RECORD_ROUNDS, &m, NULL, NULL);
    assert_int_equal(felt_records_next_round(records, &hand), FELT_NEXT_ROW);
    assert_int_equal(hand.event_count, 3);
    assert_int_equal(hand.phase, 0);
    assert_int_equal(felt_records_next_round(records, &hand), FELT_NEXT_ROW);
    assert_int_equal(hand.event_count, 2);
    assert_int_not_equal(hand.phase, 0);
    felt_records_free(records);
}

/* ---- UTF-16 ---- */

static memory wide_of(const char *text, bool big, char *room)
{
    size_t length = 2;
    room[0] = (char)(big ? 0xFE : 0xFF);
    room[1] = (char)(big ? 0xFF : 0xFE);
    for (const char *at = text; *at != '\0'; at++) {
        room[length + big] = *at;
        room[length + !big] = '\0';
        length += 2;
    }
    return (memory){.bytes = room, .length = length, .step = 3};
}

static void utf_16_is_read_as_it_stands(void **state)
{
    world *w = *state;
    char room[400];
    for (int big = 0; big < 2; big++) {
        memory m = wide_of("round\twager\tside\tstake\tpaid\r\n1\tpair\tbanker\t1234.50\t14814.00\r\n", big, room);
        expect_one_bet(w->baccarat, &m, NULL);
    }
    memory m = wide_of("round,player,banker\n1,9? K?,8C KD\n", false, room);
    for (size_t i = 2; i < m.length; i += 2) { /* question marks become a spade and a diamond */
        if (room[i] == '?') {
            room[i] = i < 50 ? 0x60 : 0x66;
            room[i + 1] = 0x26;
        }
    }
    felt_records *records = open_mapped(w->baccarat, FELT_RECORD_ROUNDS, &m, NULL, NULL);
    felt_round_record row;
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.dealt.pieces[0][0].suit, 0);
    assert_int_equal(row.dealt.pieces[0][1].suit, 2);
    felt_records_free(records);
}

static void half_a_pair_is_no_letter(void **state)
{
    world *w = *state;
    char room[200];
    memory m = wide_of("round,player,banker\n1??,9S KD,8C KD\n2", false, room);
    room[2 + 2 * 21 + 1] = (char)0xD8; /* the first half of a pair without its second */
    m.length--;                        /* and an odd byte at the end */
    felt_records *records = open_mapped(w->baccarat, FELT_RECORD_ROUNDS, &m, NULL, NULL);
    felt_round_record row;
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_ROW);
    assert_int_equal(row.id.length, 5);
    assert_memory_equal(row.id.bytes, "1\xEF\xBF\xBD?", 5);
    assert_int_equal(felt_records_next_round(records, &row), FELT_NEXT_BAD);
    felt_records_free(records);
}

/* ---- amounts ---- */

typedef struct amount_case {
    const char *text;
    int64_t minor; /* -1: it is refused */
} amount_case;

static void expect_amounts(const felt_book *book, const char *lines, const amount_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[200];
        felt_record_map *map = map_of(lines);
        felt_bet_record row;
        snprintf(text, sizeof text, "round;wager;stake\n1;player;%s\n", cases[i].text);
        memory m = file_of(text);
        felt_records *records = open_mapped(book, FELT_RECORD_BETS, &m, map, NULL);
        felt_next next = felt_records_next_bet(records, &row);
        if (next != (cases[i].minor < 0 ? FELT_NEXT_BAD : FELT_NEXT_ROW))
            fail_msg("'%s': %s", cases[i].text, felt_records_error(records)->message);
        if (cases[i].minor >= 0)
            assert_int_equal(row.bet.stake.minor, cases[i].minor);
        felt_records_free(records);
        felt_record_map_free(map);
    }
}

static void amounts_are_never_guessed(void **state)
{
    world *w = *state;
    static const amount_case unsaid[] = {
        {"12,50", 1250},
        {"12,5", 1250},
        {"0,50", 50},
        {"1,234", -1},
        {"1.234", -1},
        {"123.456", -1},
        {"1,234.5", 123450},
        {"1.234,5", 123450},
        {"1,234,567", 123456700},
        {"1.234.567", 123456700},
        {"1,23,456", -1},
        {"12,345.678", -1},
        {"1.234.5", -1},
        {"1,2.3,4", -1},
        {"1234,567", -1},
        {"5k", -1},
        {"5%", -1},
        {"$5", 500},
        {"5 €", 500},
        {"€5,00", 500},
        {"EUR 5.00", 500},
        {"5.00 kr", 500},
        {"NT$ 1,000.00", 100000},
        {"$5 USD", -1},
        {"5 EUR USD", -1},
        {"1\xC2\xA0"
         "234,00",
         123400},
        {"1\xE2\x80\xAF"
         "234",
         123400},
        {"12 34", -1},
        {"1,234.500", 123450},
        {"5.0", 500},
        {" 5 ", 500},
        {"1,000,00", -1},
        {",5", 50},
        {".5", 50},
        {"5.", 500},
        {"5,", 500},
        {"1.234,", 123400},
        {".", -1},
        {",", -1},
        {"--5", -1},
        {"1e3", -1},
        {"", -1},
        {"$", -1},
        {"1,234 567", -1},
    };
    expect_amounts(w->baccarat, "", unsaid, sizeof unsaid / sizeof *unsaid);
    static const amount_case comma[] = {
        {"1,234", -1}, {"1.234", 123400}, {"12,34", 1234},      {"12.34", -1},    {"1.50", -1},
        {"5", 500},    {"7.5", -1},       {"1.234,56", 123456}, {"1,234.56", -1},
    };
    expect_amounts(w->baccarat, "decimal = comma", comma, sizeof comma / sizeof *comma);
    static const amount_case point[] = {{"1,234", 123400}, {"1.234", -1}, {"12.34", 1234}, {"12,34", -1}, {"1.234,56", -1}};
    expect_amounts(w->baccarat, "decimal = .", point, sizeof point / sizeof *point);
}

/* ---- cards and dice ---- */

static felt_next read_round(const felt_book *book, const char *lines, const char *head, const char *field, felt_round_record *ret,
                            felt_record_notes *ret_notes, char why[FELT_ERROR_BYTES])
{
    char text[300];
    felt_record_map *map = map_of(lines);
    snprintf(text, sizeof text, "%s1;%s\n", head, field);
    memory m = file_of(text);
    felt_records *records = open_mapped(book, FELT_RECORD_ROUNDS, &m, map, NULL);
    felt_next next = felt_records_next_round(records, ret);
    *ret_notes = felt_records_noted(records);
    snprintf(why, FELT_ERROR_BYTES, "%s", felt_records_error(records)->message);
    static uint16_t events[FELT_HAND_EVENTS_MAX];
    if (next == FELT_NEXT_ROW && ret->event_count > 0) {
        memcpy(events, ret->events, (size_t)ret->event_count * sizeof *events);
        ret->events = events;
    }
    felt_records_free(records);
    felt_record_map_free(map);
    return next;
}

static void cards_are_read_in_every_spelling(void **state)
{
    world *w = *state;
    static const char *const hands[] = {"10♠ K♦", "TS KD", "10S-KD", "10SKD", "tskd",      "10s, kd",           "10S/KD",
                                        "♠10 ♦K", "S10DK", "ST-DK",  "10♤K♢", "[10S][KD]", "10♠\xEF\xB8\x8FK♦", " 10S  KD "};
    felt_record_notes notes;
    felt_round_record row;
    char why[FELT_ERROR_BYTES];
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        char field[100];
        snprintf(field, sizeof field, "%s;9C 8H", hands[i]);
        if (read_round(w->baccarat, "", "round;player;banker\n", field, &row, &notes, why) != FELT_NEXT_ROW)
            fail_msg("%s: %s", hands[i], why);
        assert_int_equal(row.dealt.counts[0], 2);
        assert_int_equal(row.dealt.pieces[0][0].rank, 10);
        assert_int_equal(row.dealt.pieces[0][0].suit, 0);
        assert_int_equal(row.dealt.pieces[0][1].rank, 13);
        assert_int_equal(row.dealt.pieces[0][1].suit, 2);
    }
    static const char *const bad[] = {"9S", "9SKDAHTC", "9S K", "1S KD", "9SS KD", "9X KD", "0 9", "SS", "9S♠K", "\x01", "11 9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char field[100];
        snprintf(field, sizeof field, "%s;9C 8H", bad[i]);
        if (read_round(w->baccarat, "", "round;player;banker\n", field, &row, &notes, why) != FELT_NEXT_BAD)
            fail_msg("taken: %s", bad[i]);
    }
}

/* No card comes more often than it must: four of a rank are all there is in one deck. */
static void suits_may_be_left_out(void **state)
{
    world *w = *state;
    felt_record_notes notes;
    felt_round_record row;
    char why[FELT_ERROR_BYTES];
    assert_int_equal(read_round(w->baccarat, "", "round;player;banker\n", "K K 9;10 k K", &row, &notes, why), FELT_NEXT_ROW);
    unsigned kings = 0;
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < row.dealt.counts[part]; i++)
            if (row.dealt.pieces[part][i].rank == 13)
                kings |= 1u << row.dealt.pieces[part][i].suit;
    assert_int_equal(kings, 15);
}

static void dice_are_read_in_every_spelling(void **state)
{
    world *w = *state;
    static const struct {
        const char *map, *field;
        uint64_t dates;
    } rolls[] = {
        {"", "3-4", 0},
        {"", "4+3", 0},
        {"", "3/4", 0},
        {"",
         "3\xE2\x80\x93"
         "4",
         0},
        {"", "3-Apr", 1},
        {"", "4-Mar", 1},
        {"", "Apr-03", 1},
        {"", "2026-04-03", 1},
        {"", "3/4/2026", 1},
        {"", "04.03.2026", 1},
        {"", "3-Apr-26", 1},
        {"", "3-avr.", 1},
        {"dice=faces", "34", 0},
        {"dice=faces", "4,3", 0},
        {"dice=faces", "3 4", 0},
        {"dice=faces", "3-4", 0},
        {"dice=faces", "3-Apr", 1},
    };
    felt_record_notes notes;
    felt_round_record row;
    char why[FELT_ERROR_BYTES];
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        if (read_round(w->craps, rolls[i].map, "round;rolls\n", rolls[i].field, &row, &notes, why) != FELT_NEXT_ROW)
            fail_msg("%s: %s", rolls[i].field, why);
        assert_int_equal(row.event_count, 1);
        assert_int_equal(row.events[0], felt_roll_index(3, 4));
        assert_int_equal(notes.dates, rolls[i].dates);
    }
    assert_int_equal(read_round(w->craps, "dice = faces", "round;rolls\n", "11 6,6", &row, &notes, why), FELT_NEXT_ROW);
    assert_int_equal(row.events[0], felt_roll_index(1, 1));
    assert_int_equal(row.event_count, 2);
    static const char *const bad[][2] = {
        {"", "34"},         {"", "3,4"},          {"", "7-Apr"},       {"", "3-Sep"},       {"", "3-4-5"},
        {"", "2026-04-13"}, {"", "3-4-26"},       {"dice=faces", "7"}, {"dice=faces", "3"}, {"dice=faces", "3-4 5"},
        {"", "Apr"},        {"", "2026-2026-04"}, {"", "Apr-May"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_round(w->craps, bad[i][0], "round;rolls\n", bad[i][1], &row, &notes, why) != FELT_NEXT_BAD)
            fail_msg("taken: %s", bad[i][1]);
}

/* ---- one card or roll on each line ---- */

#define MAPPED "rows = card\nround = Game\nhand = Seat\nevent = Type\nevent card = DEAL\n"

/* What is read of such a file: "id:line player/banker counts" of each round, or what is wrong with it. */
static void expect_rounds(const felt_book *book, const char *lines, const char *file, const char *wanted)
{
    for (size_t step = 1; step < 100; step += 90) {
        felt_record_map *map = map_of(lines);
        memory m = file_of(file);
        felt_round_record row;
        felt_next next;
        char text[1000] = "";
        size_t at = 0;
        m.step = step;
        felt_records *records = open_mapped(book, FELT_RECORD_ROUNDS, &m, map, NULL);
        while ((next = felt_records_next_round(records, &row)) == FELT_NEXT_ROW || next == FELT_NEXT_BAD) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%.*s:%d ", FELT_TEXT_ARGS(row.id), (int)row.line);
            if (next == FELT_NEXT_BAD)
                at += (size_t)snprintf(text + at, sizeof text - at, "%d %.16s\n", (int)felt_records_error(records)->line,
                                       felt_records_error(records)->message);
            else
                at +=
                    (size_t)snprintf(text + at, sizeof text - at, "%d/%d/%d\n", row.dealt.counts[0], row.dealt.counts[1], row.event_count);
        }
        assert_int_equal(next, FELT_NEXT_END);
        assert_string_equal(text, wanted);
        felt_records_free(records);
        felt_record_map_free(map);
    }
}

static void rounds_are_gathered_from_single_cards_and_rolls(void **state)
{
    world *w = *state;
    expect_rounds(w->baccarat, MAPPED,
                  "Type,Game,Seat,Card\nOPEN,,,\nDEAL,1,P,9S\nDEAL,1,Banker,8H\ndeal,1,p,K\nDEAL,1,b,Q\nEND,1,,\nDEAL,2,P,2S\nDEAL,2,P,x\n"
                  "DEAL,2,P,y\nDEAL,3,P,2S\nDEAL,,P,2S\n",
                  "1:3 2/2/0\n2:8 9 card: found 'x',\n3:11 11 found 1 card of \n:12 12 round: found not\n");
    expect_rounds(w->baccarat, MAPPED "hand player = 1\nhand banker = 2\n",
                  "Type,Game,Seat,Card\nDEAL,1,1,9S\nDEAL,1,2,8H\nDEAL,1,1,KD\nDEAL,1,2,QC\nDEAL,2,P,QC\nDEAL,3,1\n",
                  "1:2 2/2/0\n2:6 6 hand: found 'P',\n");
    expect_rounds(w->baccarat, "rows=card\nevent = what\nevent begin = start\n",
                  "what,card\nstart,\ncard,2S\ncard,3H\ncard,4D\ncard,2C\ncard,2D\nstart,\nburn,5S\ncard,5S\ncard,3H\ncard,4D\ncard,"
                  "KC\ncard,7C\ncard,9C\n"
                  "start,\ncard,1\n",
                  "1:2 2/3/0\n2:8 3/3/0\n3:16 17 card: found '1',\n");
    expect_rounds(w->baccarat, "rows=card\nevent = what\nevent end = x\n",
                  "what,card\ncard,9S\ncard,8S\ncard,KS\ncard,KD\nx,\nx,\ncard,9S\ncard,8S\ncard,KS\ncard,KD\ncard,2D\ncard,3D\ncard,4D\n",
                  "1:2 2/2/0\n2:8 14 found more than \n");
    expect_rounds(w->craps, "rows = roll\nroll = Die 1 + Die 2\n", "shooter,DIE1,die 2\nA,6,1\nA, 4 ,4\nB,3,4\nB,7,1\n",
                  "A:2 0/0/2\nB:4 5 rolls: found '7-\n");
    expect_rounds(w->craps, "rows = roll", "shooter,roll\nA,6\nA,4-4 9\nA,3+4\nB,7\nB,99\n", "A:2 0/0/4\nB:5 6 rolls: found '99\n");
}

/* ---- what is refused ---- */

static void what_a_map_cannot_mean_is_said(void **state)
{
    world *w = *state;
    static const struct {
        const char *map, *file, *why;
    } cases[] = {
        {"stak = Amount", "round,wager,Amount\n", "a map speaks of 'stak', which is no column of rounds or bets; did you mean 'stake'?"},
        {"stake = Amount", "round,wager,side\n",
         "there is no column 'Amount', which the map has for stake; the first row names 'round', 'wager', 'side'; --map stake=NAME says "
         "which it is"},
        {"paid = Won", "round,wager,stake\n",
         "there is no column 'Won', which the map has for paid; the first row names 'round', 'wager', 'stake'; --map paid=NAME says which "
         "it is"},
        {"stake = Nope", "round,wager,stake\n", /* what the file calls so is something else, then */
         "there is no column 'Nope', which the map has for stake; the first row names 'round', 'wager', 'stake'; --map stake=NAME says "
         "which it is"},
        {"round = Nope", "round,wager,stake\n", NULL},                          /* the rounds may have it */
        {"rows = card", "round,wager,stake\n", NULL},                           /* of rounds only */
        {"dealer = Croupier\nshift = S\npit = P", "round,wager,stake\n", NULL}, /* for who tells rows apart by them */
        {"seet = Place", "round,wager,stake\n", "a map speaks of 'seet', which is no column of rounds or bets; did you mean 'seat'?"},
        {"wager X = nothing", "round,wager,stake\n", "a map has 'nothing' for 'X', and there is no such wager"},
        {"wager player = comma", "round,wager,stake\n", "a map has 'comma' for 'player', which is the name of a wager itself"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_record_map *map = map_of(cases[i].map);
        memory m = file_of(cases[i].file);
        felt_records_free(open_mapped(w->baccarat, FELT_RECORD_BETS, &m, map, cases[i].why));
        felt_record_map_free(map);
    }
}

/* The values of the column `set`, which a map has another name for; "-": there is none. */
static void expect_groups(const felt_book *book, const char *file, const char *values)
{
    felt_record_map *map = map_of("set = Shoe No\n");
    felt_error error;
    assert_int_equal(felt_record_map_name(map, felt_text_from("set"), &error), FELT_OK); /* else it would be taken for seat */
    memory m = file_of(file);
    felt_records *records = open_mapped(book, FELT_RECORD_BETS, &m, map, NULL);
    felt_text name = felt_text_from("set");
    felt_bet_record row;
    unsigned found;
    char said[40] = "";
    assert_int_equal(felt_records_group(records, &name, 1, &found, &error), FELT_OK);
    while (felt_records_next_bet(records, &row) == FELT_NEXT_ROW) {
        felt_text value = felt_records_group_value(records, row.group, 0);
        snprintf(said + strlen(said), sizeof said - strlen(said), "%.*s ", FELT_TEXT_ARGS(value));
    }
    assert_string_equal(found == 0 ? "-" : said, values);
    felt_records_free(records);
    felt_record_map_free(map);
}

static void a_map_renames_what_rows_are_told_apart_by(void **state)
{
    world *w = *state;
    felt_record_map *map = map_of("set = Shoe No\n");
    memory m = file_of("round,wager,stake,Shoe No\n");
    felt_records_free(open_mapped(w->baccarat, FELT_RECORD_BETS, &m, map,
                                  "a map speaks of 'set', which is no column of rounds or bets; did you mean 'seat'?"));
    felt_record_map_free(map);
    expect_groups(w->baccarat, "round,wager,stake,Shoe No\n1,player,5,A\n1,player,5, B \n", "A B ");
    expect_groups(w->baccarat, "round,wager,stake,set\n1,player,5,C\n", "C ");
    expect_groups(w->baccarat, "round,wager,stake\n1,player,5\n", "-");
    expect_groups(w->baccarat, "{\"round\":1,\"wager\":\"player\",\"stake\":5,\"shoe_no\":\"A\"}\n", "A ");
    expect_groups(w->baccarat, "{\"round\":1,\"wager\":\"player\",\"stake\":5,\"Set\":7}\n", "7 ");
}

static void what_single_cards_need_is_said(void **state)
{
    world *w = *state;
    static const struct {
        const char *map, *file, *why;
    } cases[] = {
        {"rows = roll", "round,card\n", "rows: found 'roll', expected card, as this is Baccarat"},
        {"rows = card", "round,x\n",
         "there is no column 'card', which a file with one card on each line needs; --map card=NAME says which it is"},
        {"rows = card", "x,card\n",
         "there is no column 'round', which a file with one card on each line needs; --map round=NAME says which it is"},
        {"rows = card", "{\"round\":1}\n", "found NDJSON, expected CSV, as the map says that there is one card on each line"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_record_map *map = map_of(cases[i].map);
        memory m = file_of(cases[i].file);
        open_mapped(w->baccarat, FELT_RECORD_ROUNDS, &m, map, cases[i].why);
        felt_record_map_free(map);
    }
}

static void bad_maps_say_where(void **state)
{
    static const struct {
        const char *map, *why;
        uint64_t line;
    } cases[] = {
        {"# one\n\nstake\n", "found 'stake', expected KEY = VALUE", 3},
        {"stake =\n", "found 'stake' = '', expected a name on both sides, of at most 200 bytes", 1},
        {"a=b\nseparator = colon\n", "separator: found 'colon', expected comma, semicolon, tab or pipe", 2},
        {"decimal = dot\n", "decimal: found 'dot', expected point or comma", 1},
        {"dice = both\n", "dice: found 'both', expected plain or faces", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_record_map *map = NULL;
        felt_error error;
        assert_int_equal(felt_record_map_new(&map), FELT_OK);
        assert_int_equal(felt_record_map_read(map, felt_text_from(cases[i].map), &error), FELT_EDATA);
        assert_string_equal(error.message, cases[i].why);
        assert_int_equal(error.line, cases[i].line);
        felt_record_map_free(map);
    }
}

static void a_map_has_limits(void **state)
{
    felt_record_map *map = NULL;
    felt_error error;
    char key[FELT_RECORD_MAP_TEXT_MAX + 2], large[FELT_RECORD_MAP_BYTES_MAX + 1];
    (void)state;
    assert_int_equal(felt_record_map_new(&map), FELT_OK);
    for (int i = 0; i < FELT_RECORD_MAP_ENTRIES_MAX; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_int_equal(felt_record_map_set(map, felt_text_from(key), felt_text_from("x"), &error), FELT_OK);
    }
    assert_int_equal(felt_record_map_set(map, felt_text_from("key 7"), felt_text_from("x"), &error), FELT_OK);
    assert_int_equal(felt_record_map_set(map, felt_text_from("one more"), felt_text_from("x"), &error), FELT_ELIMIT);
    memset(key, 'k', sizeof key);
    assert_int_equal(felt_record_map_set(map, (felt_text){key, FELT_RECORD_MAP_TEXT_MAX + 1}, felt_text_from("x"), &error), FELT_EDATA);
    memset(large, '\n', sizeof large);
    assert_int_equal(felt_record_map_read(map, (felt_text){large, FELT_RECORD_MAP_BYTES_MAX}, &error), FELT_OK);
    assert_int_equal(felt_record_map_read(map, (felt_text){large, sizeof large}, &error), FELT_ELIMIT);
    assert_int_equal(felt_record_map_set(map, felt_text_from("key 1"), (felt_text){key, FELT_RECORD_MAP_TEXT_MAX}, &error), FELT_OK);
    felt_record_map_free(map);
}

/* Of two things that one file, or one command line, says of the same, none is taken; a later file may say something else. */
static void maps_do_not_contradict_themselves(void **state)
{
    static const char *const keys[][3] = {{"stake", "a", "b"},
                                          {"wager BNK", "banker", "player"},
                                          {"separator", "tab", "pipe"},
                                          {"rows", "card", "roll"},
                                          {"dice", "plain", "faces"}};
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        felt_record_map *map = map_of("stake = first\nseparator = ;\ndecimal = comma\ndecimal = ,\n");
        felt_text key = felt_text_from(keys[i][0]), value = felt_text_from(keys[i][1]), other = felt_text_from(keys[i][2]);
        felt_error error;
        char file[80];
        assert_int_equal(felt_record_map_set(map, key, value, &error), FELT_OK);
        assert_int_equal(felt_record_map_set(map, key, value, &error), FELT_OK);
        assert_int_equal(felt_record_map_set(map, key, other, &error), FELT_EDATA);
        snprintf(file, sizeof file, "%s = %s\n%s = %s\n", keys[i][0], keys[i][2], keys[i][0], keys[i][1]);
        assert_int_equal(felt_record_map_read(map, felt_text_from(file), &error), FELT_EDATA);
        assert_int_equal(error.line, 2);
        felt_record_map_free(map);
    }
}

/* Titles may stand above the head, but not as many as would fill a page. */
static void titles_have_a_limit(void **state)
{
    world *w = *state;
    for (int more = 0; more < 2; more++) {
        char text[400] = "";
        for (int i = 0; i < RECORD_TITLES_MAX + more; i++)
            strcat(text, "Title;\n\n");
        strcat(text, "round,wager,stake\n1,player,5\n");
        memory m = file_of(text);
        m.step = 7;
        felt_records *records =
            open_mapped(w->baccarat, FELT_RECORD_BETS, &m, NULL,
                        more ? "there is no column 'round'; the first row names 'Title', ''; --map round=NAME says which it is" : NULL);
        felt_bet_record row;
        if (!more) {
            assert_int_equal(felt_records_noted(records).head_line, 2 * RECORD_TITLES_MAX + 1);
            assert_int_equal(felt_records_next_bet(records, &row), FELT_NEXT_ROW);
            assert_int_equal(row.line, 2 * RECORD_TITLES_MAX + 2);
        }
        felt_records_free(records);
    }
}

/* A file that is no text is named, with what to do about it. */
static void other_files_are_recognised(void **state)
{
    world *w = *state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *says;
    } files[] = {{"PK\x03\x04\x14", 5, "XLSX"},
                 {"PAR1\x15", 5, "Parquet"},
                 {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8, "XLS"},
                 {"\x1F\x8B\x08", 3, "gzip"},
                 {"SQLite format 3\0", 16, "SQLite"},
                 {"<HTML><table>", 13, "web page"},
                 {"[{\"round\":1}]", 13, "array"},
                 {"%PDF-1.7", 8, "PDF"},
                 {"\0\0\0\0", 4, "zeros"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        memory m = {.bytes = files[i].bytes, .length = files[i].length, .step = 2};
        felt_records *records = NULL;
        felt_error error;
        assert_int_equal(
            felt_records_open(FELT_RECORD_BETS, (felt_input){&m, read_memory}, FELT_FORMAT_CSV, w->baccarat, 2, &records, &error),
            FELT_EDATA);
        if (strstr(error.message, files[i].says) == NULL)
            fail_msg("%s: %s", files[i].says, error.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_bet_is_read_from_any_export),
        cmocka_unit_test(blanks_around_fields_say_nothing),
        cmocka_unit_test(blank_fields_are_empty),
        cmocka_unit_test(utf_16_is_read_as_it_stands),
        cmocka_unit_test(half_a_pair_is_no_letter),
        cmocka_unit_test(amounts_are_never_guessed),
        cmocka_unit_test(cards_are_read_in_every_spelling),
        cmocka_unit_test(suits_may_be_left_out),
        cmocka_unit_test(dice_are_read_in_every_spelling),
        cmocka_unit_test(rounds_are_gathered_from_single_cards_and_rolls),
        cmocka_unit_test(what_single_cards_need_is_said),
        cmocka_unit_test(what_a_map_cannot_mean_is_said),
        cmocka_unit_test(a_map_renames_what_rows_are_told_apart_by),
        cmocka_unit_test(bad_maps_say_where),
        cmocka_unit_test(a_map_has_limits),
        cmocka_unit_test(maps_do_not_contradict_themselves),
        cmocka_unit_test(titles_have_a_limit),
        cmocka_unit_test(other_files_are_recognised),
    };
    return cmocka_run_group_tests_name("record_map", tests, set_up, tear_down);
}
