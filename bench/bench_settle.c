/* bench/bench_settle.c - how fast bets are settled in memory, and recorded rounds audited from CSV files. */
#include <felt/audit.h>
#include <felt/baccarat.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 25, ROUNDS = 100000, BETS = 8 };

/* Time of this thread: what other programs do to the machine is none of ours. */
static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static const felt_book *open_book(felt_arena *arena)
{
    static const char path[] = FELT_SOURCE_DIR "/rules/golden-bacc.felt";
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    const felt_book *book;
    felt_selection selection = {.count = 0};
    if (file == NULL)
        return NULL;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (felt_sheet_compile(arena, felt_text_from(path), (felt_text){text, length}, &diags, &sheet) != FELT_OK ||
        felt_book_open(arena, &sheet, 1, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL) != FELT_OK)
        return NULL;
    return book;
}

/* A round by the drawing rules, from a shoe that never runs out. */
static felt_round deal(uint64_t *state)
{
    felt_card cards[6];
    for (int i = 0; i < 6; i++) {
        uint32_t r = next_random(state) % 52;
        cards[i] = (felt_card){.rank = (uint8_t)(1 + r % 13), .suit = (uint8_t)(r / 13)};
    }
    felt_round round = {
        .player = {cards[0], cards[2], cards[4]}, .banker = {cards[1], cards[3], cards[5]}, .player_cards = 2, .banker_cards = 2};
    felt_hands two = felt_round_hands(&round);
    if (felt_player_draws(two.player_total, two.banker_total))
        round.player_cards = 3;
    if (felt_banker_draws(two.player_total, two.banker_total, round.player_cards == 3 ? felt_rank_value(cards[4].rank) : -1))
        round.banker_cards = 3;
    return round;
}

/* ---- in memory ---- */

static double settle_bets(const felt_book *book)
{
    felt_dealt *rounds = malloc(ROUNDS * sizeof *rounds);
    felt_bet bets[BETS];
    felt_payment payments[BETS];
    felt_error refusal;
    felt_play *play = NULL;
    uint64_t state = 1;
    int64_t paid = 0;
    double best = 1e9;
    if (rounds == NULL || felt_play_new(book, &play) != FELT_OK)
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        felt_round round = deal(&state);
        rounds[i] = felt_round_dealt(&round);
    }
    for (int i = 0; i < BETS; i++)
        bets[i] = (felt_bet){.stake = {1000 + i}, .wager = (uint16_t)(i % 3 == 0 ? i / 3 : i + 2)};
    for (int run = 0; run < RUNS; run++) {
        double begin = now_s();
        for (int i = 0; i < ROUNDS; i++) {
            if (felt_settle_dealt(play, &rounds[i], bets, BETS, payments, &refusal) != FELT_OK)
                return 0;
            paid += payments[i % BETS].paid.minor;
        }
        double time = now_s() - begin;
        best = time < best ? time : best;
    }
    free(rounds);
    felt_play_free(play);
    return paid > 0 ? (double)ROUNDS * BETS / best / 1e6 : 0;
}

/* ---- from files ---- */

static void write_cards(FILE *file, const felt_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        char text[4];
        felt_card_write(cards[i], text);
        fprintf(file, "%s%s", i == 0 ? "," : " ", text);
    }
}

/* Two bets a round, on base and side wagers, with what they should be paid; one in a thousand is mispaid. */
static bool write_files(const felt_book *book, felt_play *play, FILE *rounds, FILE *bets)
{
    uint64_t state = 2;
    fprintf(rounds, "round,player,banker\n");
    fprintf(bets, "round,wager,side,stake,paid\n");
    for (int i = 1; i <= ROUNDS; i++) {
        felt_round round = deal(&state);
        felt_bet list[2] = {{.stake = {500 + 50 * (next_random(&state) % 40)}, .wager = (uint16_t)(next_random(&state) % 3)},
                            {.stake = {100 * (1 + next_random(&state) % 9)}, .wager = (uint16_t)(3 + next_random(&state) % 20)}};
        felt_payment payments[2];
        felt_error refusal;
        felt_dealt dealt = felt_round_dealt(&round);
        if (felt_settle_dealt(play, &dealt, list, 2, payments, &refusal) != FELT_OK)
            return false;
        fprintf(rounds, "%d", i);
        write_cards(rounds, round.player, round.player_cards);
        write_cards(rounds, round.banker, round.banker_cards);
        fprintf(rounds, "\n");
        for (int k = 0; k < 2; k++) {
            char stake[FELT_MONEY_BYTES], paid[FELT_MONEY_BYTES];
            const felt_wager *wager = felt_book_wager(book, list[k].wager);
            payments[k].paid.minor += next_random(&state) % 1000 == 0;
            felt_money_write(list[k].stake, 2, stake);
            felt_money_write(payments[k].paid, 2, paid);
            fprintf(bets, "%d,%.*s,%.*s,%s,%s\n", i, FELT_TEXT_ARGS(wager->short_name), FELT_TEXT_ARGS(wager->side), stake, paid);
        }
    }
    return fflush(rounds) == 0 && fflush(bets) == 0;
}

static ptrdiff_t read_file(void *context, char *ret, size_t size)
{
    return read(fileno(context), ret, size);
}

/* The seconds that one audit of the files takes; negative when it fails. */
static double audit_once(const felt_book *book, FILE *rounds, FILE *bets)
{
    felt_records *records[2] = {NULL, NULL};
    felt_join *join = NULL;
    felt_audit *audit = NULL;
    felt_joined joined;
    felt_audit_report report = {.context = NULL};
    felt_arena *arena = felt_arena_new(64 << 20);
    bool good = arena != NULL && lseek(fileno(rounds), 0, SEEK_SET) == 0 && lseek(fileno(bets), 0, SEEK_SET) == 0;
    double begin = now_s();
    good = good &&
           felt_records_open(FELT_RECORD_ROUNDS, (felt_input){rounds, read_file}, FELT_FORMAT_CSV, book, 2, &records[0], NULL) == FELT_OK &&
           felt_records_open(FELT_RECORD_BETS, (felt_input){bets, read_file}, FELT_FORMAT_CSV, book, 2, &records[1], NULL) == FELT_OK &&
           felt_join_open(records[0], records[1], (felt_record_report){NULL, NULL}, &join) == FELT_OK &&
           felt_audit_open(arena, book, &audit) == FELT_OK;
    while (good && felt_join_next(join, &joined) == FELT_NEXT_ROW)
        good = felt_audit_round(audit, &joined, &report) == FELT_OK;
    double time = now_s() - begin;
    if (good) {
        felt_audit_counts found = felt_audit_count(audit);
        good = found.rounds == ROUNDS && found.bets == 2 * ROUNDS && found.mispaid > 0;
    }
    felt_audit_close(audit);
    felt_join_free(join);
    felt_records_free(records[0]);
    felt_records_free(records[1]);
    felt_arena_free(arena);
    return good ? time : -1;
}

static double audit_csv(const felt_book *book)
{
    FILE *rounds = tmpfile(), *bets = tmpfile();
    double best = 1e9;
    felt_play *play = NULL;
    bool good = rounds != NULL && bets != NULL && felt_play_new(book, &play) == FELT_OK && write_files(book, play, rounds, bets);
    for (int run = 0; good && run < RUNS; run++) {
        double time = audit_once(book, rounds, bets);
        good = time > 0;
        best = time < best ? time : best;
    }
    if (rounds != NULL)
        fclose(rounds);
    if (bets != NULL)
        fclose(bets);
    return good ? ROUNDS / best / 1e6 : 0;
}

int main(void)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_book *book = arena == NULL ? NULL : open_book(arena);
    if (book == NULL)
        return 1;
    double bets = settle_bets(book), csv = audit_csv(book);
    printf("settle_bets %.1f M/s\n", bets);
    printf("audit_csv %.2f M/s\n", csv);
    felt_arena_free(arena);
    return bets <= 0 || csv <= 0;
}
