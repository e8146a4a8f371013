/* src/cli/ledger.c - opens a sheet, its book and the two files, and reads them side by side. */
#include "ledger.h"

#include "ledger_sort.h"

#include <errno.h>
#include <fcntl.h>
#include <felt/book_report.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PROGRESS_ROUNDS = 4096 };

void ledger_flags(ledger_request *r, flag *ret)
{
    const flag flags[LEDGER_FLAGS] = {
        {"--rounds", FLAG_TEXT, &r->rounds},
        {"--bets", FLAG_TEXT, &r->bets},
        {"--set", FLAG_SETTING, &r->selection},
        {"--decks", FLAG_DECKS, &r->selection},
        {"--rounding", FLAG_TEXT, &r->rounding},
        {"--min", FLAG_TEXT, &r->min},
        {"--max", FLAG_TEXT, &r->max},
        {"--strict", FLAG_SWITCH, &r->strict},
        {"--currency-decimals", FLAG_TEXT, &r->decimals},
        {"--vig-min", FLAG_TEXT, &r->vig_min},
        {"--vig-unit", FLAG_TEXT, &r->vig_unit},
        {"--vig-rounding", FLAG_TEXT, &r->vig_rounding},
        {"--map", FLAG_TEXTS, &r->map.entries},
        {"--map-file", FLAG_TEXT, &r->map.file},
        {"--separator", FLAG_TEXT, &r->map.separator},
        {"--decimal", FLAG_TEXT, &r->map.decimal},
        {"--dice", FLAG_TEXT, &r->map.dice},
        {"--sort", FLAG_SWITCH, &r->sort},
    };
    memcpy(ret, flags, sizeof flags);
}

bool ledger_chooses(const ledger_request *r)
{
    return r->selection.count > 0 || r->rounding != NULL || r->min != NULL || r->max != NULL || r->strict || r->decimals != NULL ||
           r->vig_min != NULL || r->vig_unit != NULL || r->vig_rounding != NULL || r->map.entries.count > 0 || r->map.file != NULL ||
           r->map.separator != NULL || r->map.decimal != NULL || r->map.dice != NULL || r->sort || r->by != NULL;
}

/* ---- files ---- */

static ptrdiff_t read_bytes(void *context, char *ret, size_t size)
{
    ledger_file *file = context;
    ssize_t got;
    do
        got = read(file->descriptor, ret, size);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        file->read += (uint64_t)got;
    return got;
}

/* What the ending of a file's name says; the first byte says the rest, also of a file that is called .csv and has JSON in it. */
static felt_format format_of(const char *name)
{
    static const struct {
        const char *ending;
        felt_format format;
    } endings[] = {{".ndjson", FELT_FORMAT_NDJSON}, {".jsonl", FELT_FORMAT_NDJSON}, {".json", FELT_FORMAT_NDJSON}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i].ending);
        if (length > ending && strcmp(name + length - ending, endings[i].ending) == 0)
            return endings[i].format;
    }
    return FELT_FORMAT_GUESS;
}

static cli_exit open_file(ledger *l, felt_record_kind kind, const char *name, const ledger_map_request *map)
{
    ledger_file *file = kind == FELT_RECORD_ROUNDS ? &l->rounds : &l->bets;
    bool standard = strcmp(name, "-") == 0;
    struct stat info;
    felt_error error;
    file->name = standard ? "standard input" : name;
    file->descriptor = standard ? STDIN_FILENO : open(name, O_RDONLY);
    bool there = file->descriptor >= 0 && fstat(file->descriptor, &info) == 0;
    if (!there || S_ISDIR(info.st_mode)) {
        cli_complain(l->c, "cannot read %s: %s", file->name, there ? "it is a folder" : strerror(errno));
        return CLI_DATA;
    }
    if (!cli_note_input(l->c, file->descriptor)) {
        cli_complain(l->c, "out of memory");
        return CLI_DATA;
    }
    file->size = S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
    cli_exit code = ledger_map_open(l->c, map, name, &file->map);
    for (int i = 0; i < l->by_count && code == CLI_DONE; i++)
        code = ledger_map_name(l->c, file->map, l->by_names[i]);
    if (code != CLI_DONE)
        return code;
    felt_input input = {file, read_bytes};
    if (felt_records_open_mapped(kind, input, format_of(name), l->book, l->decimals, file->map, &file->records, &error) == FELT_OK)
        return CLI_DONE;
    cli_complain(l->c, "%s:%llu: %s", file->name, (unsigned long long)(error.line == 0 ? 1 : error.line), error.message);
    return CLI_DATA;
}

/* Neither file may lack what a map has for it. */
static cli_exit check_maps(ledger *l)
{
    felt_error error;
    felt_record_kind file;
    if (felt_records_mapped(l->rounds.records, l->bets.records, &file, &error) == FELT_OK)
        return CLI_DONE;
    ledger_say(l, file, error.line == 0 ? 1 : error.line, (felt_text){NULL, 0}, "%s", error.message);
    return CLI_DATA;
}

static void close_file(ledger_file *file)
{
    felt_records_free(file->records);
    felt_record_map_free(file->map);
    if (file->descriptor > STDIN_FILENO)
        close(file->descriptor);
}

/* ---- the book ---- */

static bool read_rounding(ledger *l, const char *name, const char *text, felt_rounding *ret)
{
    if (text == NULL || felt_rounding_find(felt_text_from(text), ret) == FELT_OK)
        return true;
    cli_usage(l->c, "found --%s %s, expected %s, %s or %s", name, text, felt_rounding_text(FELT_ROUNDING_FLOOR),
              felt_rounding_text(FELT_ROUNDING_NEAREST), felt_rounding_text(FELT_ROUNDING_UP));
    return false;
}

static bool read_amount(ledger *l, const char *name, const char *text, felt_money *ret)
{
    if (text == NULL || (felt_money_read(felt_text_from(text), l->decimals, ret) == FELT_OK && ret->minor >= 0))
        return true;
    cli_usage(l->c, "found --%s %s, expected an amount with at most %d decimals", name, text, l->decimals);
    return false;
}

static bool read_house(ledger *l, const ledger_request *r, felt_house *ret)
{
    *ret = (felt_house){.rounding = FELT_ROUNDING_FLOOR, .decimals = l->decimals};
    return read_rounding(l, "rounding", r->rounding, &ret->rounding) &&
           read_rounding(l, "vig-rounding", r->vig_rounding, &ret->vig_rounding) && read_amount(l, "min", r->min, &ret->min) &&
           read_amount(l, "max", r->max, &ret->max) && read_amount(l, "vig-min", r->vig_min, &ret->vig_min) &&
           read_amount(l, "vig-unit", r->vig_unit, &ret->vig_unit);
}

static bool read_decimals(ledger *l, const char *text)
{
    l->decimals = 2;
    if (text == NULL)
        return true;
    l->decimals = text[0] - '0';
    if (text[0] != '\0' && text[1] == '\0' && l->decimals >= 0 && l->decimals <= FELT_MONEY_DECIMALS_MAX)
        return true;
    cli_usage(l->c, "found --currency-decimals %s, expected a number from 0 to %d", text, FELT_MONEY_DECIMALS_MAX);
    return false;
}

static cli_exit open_book(ledger *l, felt_arena *arena, const ledger_request *r)
{
    felt_house house;
    felt_error error;
    if (!read_decimals(l, r->decimals) || !read_house(l, r, &house))
        return CLI_USAGE;
    felt_status status = felt_book_open(arena, l->sheets, l->sheet_count, &r->selection, house, &l->book, &error);
    if (status == FELT_OK)
        l->defaults = felt_report_defaults(arena, l->book);
    if (status == FELT_ENOMEM || (status == FELT_OK && l->defaults.bytes == NULL)) {
        cli_complain(l->c, "out of memory");
        return CLI_DATA;
    }
    if (status != FELT_OK)
        return cli_usage(l->c, "%s", error.message);
    cli_say_defaults(l->c, l->defaults);
    return CLI_DONE;
}

/* ---- ledgers ---- */

static void bad_rows(void *context, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    ledger *l = context;
    ledger_bad(l, file, error->line, (felt_text){NULL, 0}, error->message);
    l->bad += rows - 1;
}

/* Asks for the times of the rounds or, where these have none, of the bets. */
static cli_exit open_clock(ledger *l)
{
    felt_status status = felt_records_clock(l->rounds.records, &l->clock_rounds);
    if (status == FELT_OK && !l->clock_rounds)
        status = felt_records_clock(l->bets.records, &l->clock_bets);
    if (status == FELT_OK)
        return CLI_DONE;
    cli_complain(l->c, "out of memory");
    return CLI_DATA;
}

int64_t ledger_time(const ledger *l, const felt_joined *joined)
{
    if (l->clock_rounds)
        return joined->round->time;
    return joined->count > 0 ? joined->records[0].time : FELT_TIME_NONE;
}

cli_exit ledger_open(ledger *l, cli *c, felt_arena *arena, const ledger_request *r, int words, char **names)
{
    *l = (ledger){.c = c, .strict = r->strict, .rounds.descriptor = -1, .bets.descriptor = -1};
    if (words == 0)
        return cli_usage(c, "expected a SHEET, or several that are played as one book");
    if (r->rounds == NULL || r->bets == NULL)
        return cli_usage(c, "expected --rounds FILE and --bets FILE");
    if (strcmp(r->rounds, "-") == 0 && strcmp(r->bets, "-") == 0)
        return cli_usage(c, "only one of --rounds and --bets can be standard input");
    cli_exit code = cli_load_all(c, arena, words, names, &l->sheets, &l->sheet_count);
    if (code != CLI_DONE)
        return code;
    code = open_book(l, arena, r);
    if (code == CLI_DONE && r->by != NULL)
        code = ledger_by_names(l, r->by);
    if (code == CLI_DONE)
        code = open_file(l, FELT_RECORD_ROUNDS, r->rounds, &r->map);
    if (code == CLI_DONE)
        code = open_file(l, FELT_RECORD_BETS, r->bets, &r->map);
    if (code == CLI_DONE)
        code = check_maps(l);
    if (code == CLI_DONE && r->by != NULL)
        code = ledger_by(l);
    if (code == CLI_DONE && r->clock)
        code = open_clock(l);
    if (code == CLI_DONE && r->sort)
        code = ledger_sort(c, r->output, l->rounds.name, l->rounds.records);
    if (code == CLI_DONE && r->sort)
        code = ledger_sort(c, r->output, l->bets.name, l->bets.records);
    if (code != CLI_DONE)
        return code;
    if (felt_join_open(l->rounds.records, l->bets.records, (felt_record_report){l, bad_rows}, &l->join) != FELT_OK) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_progress_begin(&l->progress, c, "rounds");
    return CLI_DONE;
}

void ledger_close(ledger *l)
{
    cli_progress_end(&l->progress);
    felt_join_free(l->join);
    close_file(&l->rounds);
    close_file(&l->bets);
}

/* How many rounds there will be, by how much of the larger file has been read; 0 when nobody knows. */
static uint64_t estimate(const ledger *l)
{
    const ledger_file *file = l->bets.size > l->rounds.size ? &l->bets : &l->rounds;
    if (l->rounds.size == 0 || l->bets.size == 0 || file->read == 0)
        return 0;
    return (uint64_t)((double)l->count * (double)file->size / (double)file->read);
}

bool ledger_next(ledger *l, felt_joined *ret)
{
    if (l->strict && l->bad > 0)
        return false;
    felt_next next = felt_join_next(l->join, ret);
    if (next != FELT_NEXT_ROW || (l->strict && l->bad > 0))
        return false;
    if (++l->count % PROGRESS_ROUNDS == 0 && l->shows_progress)
        cli_progress_show(&l->progress, l->count, estimate(l));
    return true;
}

/* Says what was read that nobody wrote so, and which times were not. */
static void say_notes(ledger *l)
{
    felt_record_kind clock = l->clock_bets ? FELT_RECORD_BETS : FELT_RECORD_ROUNDS;
    felt_record_notes both[] = {felt_records_noted(l->rounds.records), felt_records_noted(l->bets.records)};
    felt_record_notes notes = both[FELT_RECORD_ROUNDS], times = both[clock];
    for (int i = 0; i < 2; i++)
        if (both[i].head_line > 0)
            ledger_say(l, (felt_record_kind)i, both[i].head_line, (felt_text){NULL, 0},
                       "the columns are named here, and what stands above is passed over");
    if (notes.dates > 0)
        ledger_say(l, FELT_RECORD_ROUNDS, notes.first_date_line, (felt_text){NULL, 0},
                   "'%s' is a date that a spreadsheet has made of dice, and is read as %s; there %s %llu of them. Mark the column as text "
                   "before dice are entered or pasted",
                   notes.first_date, notes.first_read, notes.dates == 1 ? "is" : "are", (unsigned long long)notes.dates);
    for (int i = 0; i < 2; i++)
        if (both[i].unknown_times > 0)
            ledger_say(
                l, (felt_record_kind)i, both[i].first_unknown_line, (felt_text){NULL, 0},
                "time: found '%s', which does not say the hour or the day that --by asks for; it is so in %llu row%s, whose group is '?'",
                both[i].first_unknown, (unsigned long long)both[i].unknown_times, both[i].unknown_times == 1 ? "" : "s");
    if (times.bad_times > 0)
        ledger_say(
            l, clock, times.first_bad_time_line, (felt_text){NULL, 0},
            "time: found '%s', expected one such as 2026-03-21 14:05:33 (3/4/2026 may be March or April); it is so in %llu row%s, and the "
            "pictures go by rounds",
            times.first_bad_time, (unsigned long long)times.bad_times, times.bad_times == 1 ? "" : "s");
}

cli_exit ledger_ended(ledger *l)
{
    cli_progress_end(&l->progress);
    say_notes(l);
    if (felt_join_error(l->join)->message[0] != '\0') {
        cli_complain(l->c, "%s", felt_join_error(l->join)->message);
        return CLI_DATA;
    }
    if (l->strict && l->bad > 0) {
        cli_complain(l->c, "stopped at the first bad row, as --strict says");
        return CLI_DATA;
    }
    return CLI_DONE;
}

void ledger_say(ledger *l, felt_record_kind file, uint64_t line, felt_text round, const char *format, ...)
{
    va_list args;
    cli_progress_end(&l->progress);
    fprintf(l->c->err, "%s:%llu: ", file == FELT_RECORD_ROUNDS ? l->rounds.name : l->bets.name, (unsigned long long)line);
    if (round.length > 0)
        fprintf(l->c->err, "round %.*s: ", FELT_TEXT_ARGS(round));
    va_start(args, format);
    vfprintf(l->c->err, format, args);
    va_end(args);
    fputc('\n', l->c->err);
}

void ledger_bad(ledger *l, felt_record_kind file, uint64_t line, felt_text round, const char *why)
{
    if (l->told != NULL)
        l->told(l->told_context, file, line, round, why);
    if (l->bad++ == 0 || !l->strict)
        ledger_say(l, file, line, round, "%s", why);
}
