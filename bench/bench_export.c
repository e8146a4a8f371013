/* bench/bench_export.c - how fast files of other systems are read, files that are not sorted are sorted, and lookup tables are written; each
 * beside the plain way, measured in the same run. */
#include <felt/lookup.h>
#include <felt/record.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 9, ROWS = 200000, ROW_BYTES = 64, STEP = 7919, SCALE = 5338200 };

/* Time of this thread: what other programs do to the machine is none of ours. */
static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const felt_sheet *read_sheet(felt_arena *arena)
{
    static const char path[] = FELT_SOURCE_DIR "/rules/baccarat.felt";
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    if (file == NULL)
        return NULL;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (felt_sheet_compile(arena, felt_text_from(path), (felt_text){text, length}, &diags, &sheet) != FELT_OK)
        return NULL;
    return sheet;
}

/* ---- files ---- */

/* How a file of bets is written, and what is done with it. */
typedef struct file_kind {
    const char *name, *head, *row; /* of the row: its round, and what is staked, whole and in hundredths */
    bool mixed;                    /* rounds come in any order */
    size_t memory;                 /* to sort them in; 0: they are not */
} file_kind;

static size_t write_file(const file_kind *kind, char *ret)
{
    size_t length = (size_t)sprintf(ret, "%s", kind->head);
    for (int i = 1; i <= ROWS; i++) {
        int round = kind->mixed ? (int)((long)i * STEP % (ROWS + 1)) : i;
        length += (size_t)snprintf(ret + length, ROW_BYTES, kind->row, round, 5 + i % 90, i % 100);
    }
    return length;
}

static ptrdiff_t read_text(void *context, char *ret, size_t size)
{
    felt_text *left = context;
    size_t count = left->length < size ? left->length : size;
    if (count > 0)
        memcpy(ret, left->bytes, count);
    left->bytes += count;
    left->length -= count;
    return (ptrdiff_t)count;
}

static FILE *open_spill(void *context)
{
    (void)context;
    return tmpfile();
}

/* The seconds that it takes to read all rows, in their order; negative when a row is missing or out of its place. */
static double read_once(const felt_book *book, const file_kind *kind, felt_text text)
{
    felt_records *records = NULL;
    felt_bet_record row;
    int count = 0;
    double begin = now_s();
    bool good = felt_records_open(FELT_RECORD_BETS, (felt_input){&text, read_text}, FELT_FORMAT_CSV, book, 2, &records, NULL) == FELT_OK;
    if (good && kind->memory > 0)
        good = felt_records_sort(records, (felt_spill){NULL, open_spill}, kind->memory, NULL) == FELT_OK;
    while (good && felt_records_next_bet(records, &row) == FELT_NEXT_ROW)
        good = row.line > 1 && ++count <= ROWS;
    double time = now_s() - begin;
    felt_records_free(records);
    return good && count == ROWS ? time : -1;
}

static double best_of(const felt_book *book, const file_kind *kind, char *bytes)
{
    double best = 1e9;
    felt_text text = {bytes, write_file(kind, bytes)};
    for (int run = 0; run < RUNS && best > 0; run++) {
        double time = read_once(book, kind, text);
        best = time < best ? time : best;
    }
    return best;
}

static bool bench_files(const felt_book *book)
{
    static const file_kind kinds[] = {
        {"read_plain", "round,wager,stake\n", "%d,player,%d.%02d\n", false, 0},
        {"read_export", "Round;Wager;Stake\n", "%d;PLAYER;\xE2\x82\xAC %d,%02d\n", false, 0},
        {"read_sorted", "round,wager,stake\n", "%d,player,%d.%02d\n", true, 256 << 20},
        {"read_sorted_in_files", "round,wager,stake\n", "%d,player,%d.%02d\n", true, 1 << 20},
    };
    char *bytes = malloc((size_t)ROW_BYTES * (ROWS + 1));
    double plain = 0, time = 0;
    for (size_t i = 0; bytes != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        time = best_of(book, &kinds[i], bytes);
        plain = i == 0 ? time : plain;
        if (time <= 0)
            break;
        printf("%s %.2f M/s\n", kinds[i].name, ROWS / time / 1e6);
        if (i > 0)
            printf("%s_to_plain %.2f ratio\n", kinds[i].name, time / plain);
    }
    free(bytes);
    return time > 0;
}

/* ---- lookup tables ---- */

static bool bench_lookup(const felt_sheet *sheet)
{
    felt_odds_list odds = {.count = 0};
    felt_selection selection = {.count = 0};
    felt_error error;
    double begin = now_s(), best = 1e9;
    felt_status status = felt_odds_add(&odds, sheet, &selection, (felt_text){NULL, 0}, NULL, &error);
    double figures = now_s() - begin;
    const felt_odds **list = calloc((size_t)odds.count + 1, sizeof *list);
    for (int i = 0; list != NULL && i < odds.count; i++)
        list[i] = &odds.list[i];
    for (int run = 0; run < RUNS && list != NULL && status == FELT_OK; run++) {
        felt_arena *arena = felt_arena_new(64 << 20);
        felt_text text = {"", 0};
        begin = now_s();
        status = arena == NULL ? FELT_ENOMEM : felt_report_lookup(arena, list, odds.count, SCALE, FELT_REPORT_CSV, &text, &error);
        double time = now_s() - begin;
        best = time < best ? time : best;
        felt_arena_free(arena);
    }
    if (status == FELT_OK && list != NULL) {
        printf("lookup_tables %.1f K/s\n", odds.count / best / 1e3);
        printf("lookup_to_figures %.4f ratio\n", best / figures);
    }
    free(list);
    felt_odds_list_free(&odds);
    return status == FELT_OK;
}

int main(void)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet = arena == NULL ? NULL : read_sheet(arena);
    felt_selection selection = {.count = 0};
    const felt_book *book = NULL;
    bool good = sheet != NULL && felt_book_open(arena, &sheet, 1, &selection, (felt_house){.decimals = 2}, &book, NULL) == FELT_OK;
    good = good && bench_files(book) && bench_lookup(sheet);
    felt_arena_free(arena);
    return !good;
}
