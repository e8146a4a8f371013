/* bench/bench_bets.c - many bets on one hand: settling and auditing them takes time in proportion to their number.
 *
 * Each line is the milliseconds for one hand, settled and then audited; NAME_ratio is how much longer four times as many bets take. */
#include <felt/audit.h>
#include <felt/craps.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 5, TIMES = 4 };

/* Time of this thread: what other programs do to the machine is none of ours. */
static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* One hand and all the bets on it. */
typedef struct crowd {
    const felt_book *book;
    felt_round_record round;
    uint16_t events[FELT_HAND_EVENTS_MAX];
    felt_bet *bets;
    felt_bet_record *records;
    felt_payment *payments;
    int count;
} crowd;

/* ---- measuring ---- */

/* The best of some runs at one table; negative when one fails. */
static double settle(const crowd *c)
{
    felt_play *play = NULL;
    felt_error error;
    felt_status status = felt_play_new(c->book, &play);
    double best = 1e9;
    for (int run = 0; run < RUNS && status == FELT_OK; run++) {
        felt_hand hand;
        uint16_t event;
        double begin = now_ms();
        status = felt_record_hand(c->book, &c->round, &event, &hand, &error);
        if (status == FELT_OK)
            status = felt_settle_hand(play, &hand, c->bets, c->count, c->payments, &error);
        double time = now_ms() - begin;
        best = time < best ? time : best;
    }
    if (status != FELT_OK)
        fprintf(stderr, "%s\n", error.message);
    felt_play_free(play);
    return status == FELT_OK ? best : -1;
}

/* The same of an audit to which the hand comes again and again. */
static double audit(const crowd *c)
{
    felt_arena *arena = felt_arena_new(1 << 30);
    felt_audit *audit = NULL;
    felt_audit_report report = {.context = NULL};
    felt_joined joined = {.round = &c->round, .bets = c->bets, .records = c->records, .count = c->count};
    bool good = arena != NULL && felt_audit_open(arena, c->book, &audit) == FELT_OK;
    double best = 1e9;
    for (int run = 0; run < RUNS && good; run++) {
        double begin = now_ms();
        good = felt_audit_round(audit, &joined, &report) == FELT_OK;
        double time = now_ms() - begin;
        best = time < best ? time : best;
    }
    good = good && felt_audit_conclude(audit) == FELT_AUDIT_CLEAN;
    felt_audit_close(audit);
    felt_arena_free(arena);
    return good ? best : -1;
}

static double measure(crowd *c)
{
    double settled = settle(c);
    if (settled < 0)
        return -1;
    for (int i = 0; i < c->count; i++)
        c->records[i] = (felt_bet_record){.bet = c->bets[i], .has_paid = true, .paid = c->payments[i].paid};
    double audited = audit(c);
    return audited < 0 ? -1 : settled + audited;
}

/* ---- hands ---- */

static const felt_book *open_book(felt_arena *arena, const char *first, const char *second, const char *setting)
{
    const char *names[] = {first, second};
    const felt_sheet *sheets[2];
    const felt_book *book;
    felt_selection selection = {.count = 0};
    int count = 0;
    for (int i = 0; i < 2 && names[i] != NULL; i++) {
        felt_text path = felt_arena_print(arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, names[i]);
        if (path.bytes == NULL || felt_sheet_load(arena, path.bytes, NULL, &sheets[count++], NULL) != FELT_OK)
            return NULL;
    }
    if (setting != NULL && felt_selection_add(&selection, felt_text_from(setting)) != FELT_OK)
        return NULL;
    return felt_book_open(arena, sheets, count, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL) == FELT_OK ? book
                                                                                                                                   : NULL;
}

static felt_bet bet_on(const felt_book *book, const char *name, int64_t stake, int seat, int after)
{
    int wager = 0;
    if (felt_book_find(book, felt_text_from(name), felt_text_from(""), &wager, NULL) != FELT_OK)
        abort();
    return (felt_bet){.stake = {stake}, .seat = (uint32_t)seat, .wager = (uint16_t)wager, .after = (uint16_t)after};
}

/* A point of 6 with the first of `count` rolls, and the seven-out with the last. */
static void roll(crowd *c, int count)
{
    for (int i = 0; i < count; i++)
        c->events[i] = (uint16_t)felt_roll_index(4, 4);
    c->events[0] = (uint16_t)felt_roll_index(3, 3);
    c->events[count - 1] = (uint16_t)felt_roll_index(3, 4);
    c->round.events = c->events;
    c->round.event_count = count;
}

/* Side bets, and what they need after all of them. */
static const felt_book *base_last(felt_arena *arena, crowd *c, int size)
{
    const felt_book *book = open_book(arena, "golden-bacc", NULL, "base-bet=required");
    if (book == NULL)
        return NULL;
    felt_bet side = bet_on(book, "super-7", 100, 1, 0);
    c->round.dealt = (felt_dealt){.pieces = {{{9, 0}, {8, 1}}, {{10, 2}, {6, 3}, {2, 3}}}, .counts = {2, 2}};
    while (c->count < size)
        c->bets[c->count++] = side;
    c->bets[c->count++] = bet_on(book, "banker", 100, 1, 0);
    return book;
}

/* Two kinds of bets by turns, decided by the last of many rolls, and bets that need either. */
static const felt_book *alternating(felt_arena *arena, crowd *c, int size)
{
    const felt_book *book = open_book(arena, "craps", "dice-works", "base-bet=at-most-base");
    if (book == NULL)
        return NULL;
    felt_bet kinds[] = {bet_on(book, "the-works", 100, 1, 0), bet_on(book, "pass", 100, 1, 0), bet_on(book, "dont-pass", 100, 1, 0)};
    roll(c, 200);
    for (int i = 0; i < size / 2; i++)
        for (int k = 0; k < 3; k++)
            c->bets[c->count++] = kinds[k];
    return book;
}

/* Odds behind the bets of many seats, each before its own. */
static const felt_book *dependent(felt_arena *arena, crowd *c, int size)
{
    const felt_book *book = open_book(arena, "craps", NULL, NULL);
    if (book == NULL)
        return NULL;
    felt_bet line = bet_on(book, "pass", 100, 0, 0), odds = bet_on(book, "pass-odds on 6", 500, 0, 1);
    roll(c, 10);
    for (int i = 0; i < size / 2; i++) {
        odds.seat = line.seat = (uint32_t)(i % 1000) << 14; /* numbers that end alike must not cost more than others */
        c->bets[c->count++] = odds;
        c->bets[c->count++] = line;
    }
    return book;
}

/* ---- a table ---- */

/* Over and over at a live table: a bet, one that needs it, and both down again. The milliseconds of all that; negative when it fails. */
static double take_down_once(int size)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_book *book = arena == NULL ? NULL : open_book(arena, "golden-bacc", NULL, "base-bet=required");
    felt_play *play = NULL;
    bool good = book != NULL && felt_play_new(book, &play) == FELT_OK;
    double begin = now_ms();
    for (int i = 0; good && i < size; i++) {
        felt_bet bets[] = {bet_on(book, "banker", 100, 1, 0), bet_on(book, "super-7", 100, 1, 0)};
        felt_payment back;
        int first;
        good = felt_play_place(play, bets, 2, &first, NULL) == FELT_OK &&
               felt_play_change(play, first, FELT_ACTION_TAKE_DOWN, (felt_money){0}, &back, NULL) == FELT_OK && back.paid.minor == 200;
    }
    double time = now_ms() - begin;
    felt_play_free(play);
    felt_arena_free(arena);
    return good ? time : -1;
}

/* The best of some runs, each at a table of its own. */
static double take_down(int size)
{
    double best = 1e9;
    for (int run = 0; run < RUNS && best > 0; run++) {
        double time = take_down_once(size);
        best = time < best ? time : best;
    }
    return best;
}

/* ---- lines ---- */

typedef const felt_book *fill(felt_arena *arena, crowd *c, int size);

static double time_of(fill *make, int size)
{
    if (make == NULL)
        return take_down(size);
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    size_t room = 2 * (size_t)size + 2;
    crowd *c = calloc(1, sizeof *c);
    double time = -1;
    if (arena == NULL || c == NULL)
        return -1;
    c->bets = calloc(room, sizeof *c->bets);
    c->records = calloc(room, sizeof *c->records);
    c->payments = calloc(room, sizeof *c->payments);
    c->round.id = felt_text_from("1");
    if (c->bets != NULL && c->records != NULL && c->payments != NULL && (c->book = make(arena, c, size)) != NULL)
        time = measure(c);
    free(c->bets);
    free(c->records);
    free(c->payments);
    free(c);
    felt_arena_free(arena);
    return time;
}

int main(void)
{
    static const struct {
        const char *name;
        fill *make; /* NULL: a live table */
        int size;
    } lines[] = {
        {"bets_base_last", base_last, 65000},
        {"bets_alternating", alternating, 4000},
        {"bets_dependent", dependent, 60000},
        {"bets_taken_down", NULL, 20000},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        double one = time_of(lines[i].make, lines[i].size), four = time_of(lines[i].make, TIMES * lines[i].size);
        printf("%s %.1f ms\n%s_ratio %.2f x\n", lines[i].name, one, lines[i].name, four / one);
        good = good && one > 0 && four > 0;
    }
    return !good;
}
