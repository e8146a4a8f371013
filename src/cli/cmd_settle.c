/* src/cli/cmd_settle.c - `felt settle`: recorded rounds and bets in, what every bet is paid out. */
#include "ledger.h"

#include <errno.h>
#include <felt/settle_report.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT_BYTES = 4 * FELT_OUTPUT_ROW_BYTES_MAX, SUMMARY_ARENA_MAX = 1 << 18 };

typedef struct settle_request {
    ledger_request ledger;
    const char *format;
} settle_request;

typedef struct settle_run {
    ledger ledger;
    FILE *file;
    felt_format format;
    felt_output out;
    felt_play *play;
    felt_payment *payments;
    felt_settled settled;
    uint64_t rows; /* of settled bets, and of what was done with them */
} settle_run;

static bool flush(settle_run *run)
{
    bool wrote = fwrite(run->out.bytes, 1, run->out.length, run->file) == run->out.length;
    run->out.length = 0;
    return wrote;
}

/* Says that a round cannot have been dealt so, whether somebody bet on it or not. */
static void misdeal(settle_run *run, const felt_joined *joined, const felt_error *error)
{
    char unpaid[40] = "";
    if (joined->count > 0 || joined->bad > 0)
        snprintf(unpaid, sizeof unpaid, "; no bet of the %s is paid", felt_book_game(run->ledger.book)->words.hand);
    run->settled.misdealt++;
    ledger_say(&run->ledger, FELT_RECORD_ROUNDS, joined->round->line, joined->round->id, "misdealt: %s%s", error->message, unpaid);
}

/* Whose fault it is that no bet of a round is paid. */
typedef enum refusal {
    REFUSED_BET = 0, /* a bet that can be read cannot be settled: a bad row */
    REFUSED_ROUND,   /* the round as a whole cannot be */
    REFUSED_BESIDE,  /* a row beside them is bad, and was counted when it was read */
} refusal;

/* Says why no bet of a round is paid. */
static void refuse(settle_run *run, const felt_joined *joined, refusal what, const felt_error *error)
{
    char why[FELT_ERROR_BYTES + 40];
    felt_record_kind file = what == REFUSED_ROUND ? FELT_RECORD_ROUNDS : FELT_RECORD_BETS;
    uint64_t line = what == REFUSED_ROUND ? joined->round->line : joined->records[error->item].line;
    snprintf(why, sizeof why, "%s; no bet of the %s is paid", error->message, felt_book_game(run->ledger.book)->words.hand);
    if (what == REFUSED_BESIDE)
        ledger_say(&run->ledger, file, line, joined->round->id, "%s", why);
    else
        ledger_bad(&run->ledger, file, line, joined->round->id, why);
}

static bool adds_stake(const felt_bet *bet)
{
    return bet->action == FELT_ACTION_BET || bet->action == FELT_ACTION_RAISE;
}

/* The sums of the bets of a round, or nothing. */
static bool add_sums(settle_run *run, const felt_joined *joined)
{
    felt_money staked = run->settled.staked, vig = run->settled.vig, paid = run->settled.paid;
    for (int i = 0; i < joined->count; i++)
        if ((adds_stake(&joined->bets[i]) && felt_money_add(staked, joined->bets[i].stake, &staked) != FELT_OK) ||
            felt_money_add(vig, run->payments[i].vig, &vig) != FELT_OK || felt_money_add(paid, run->payments[i].paid, &paid) != FELT_OK)
            return false;
    run->settled.staked = staked;
    run->settled.vig = vig;
    run->settled.paid = paid;
    return true;
}

/* All bets of a round, or none; *ret_refusal is written where it is none. */
static felt_status settle_hand(settle_run *run, const felt_hand *hand, const felt_joined *joined, refusal *ret_refusal, felt_error *error)
{
    bool beside = joined->bad > 0 || joined->stray;
    felt_status status = felt_joined_settle(run->play, hand, joined, run->payments, error);
    *ret_refusal = beside ? REFUSED_BESIDE : status != FELT_OK && error->item >= 0 ? REFUSED_BET : REFUSED_ROUND;
    if (status != FELT_OK || add_sums(run, joined))
        return status;
    return felt_error_set(error, FELT_ERANGE, -1, "the sum of all stakes or pays does not fit any more");
}

/* Writes the bets of a round that has been settled. */
static bool write_bets(settle_run *run, const felt_joined *joined)
{
    run->rows += (uint64_t)joined->count;
    for (int i = 0; i < joined->count; i++) {
        if (run->out.capacity - run->out.length < FELT_OUTPUT_ROW_BYTES_MAX && !flush(run))
            return false;
        run->settled.bets += run->payments[i].part_of < 0;
        run->settled.up += run->payments[i].part_of < 0 && run->payments[i].kind == FELT_PAY_STAYS;
        felt_output_bet(&run->out, run->format, run->ledger.book, &joined->records[i], &run->payments[i], run->ledger.decimals);
    }
    return true;
}

/* Every round is verified; false when something cannot be written. */
static bool settle_joined(settle_run *run, const felt_joined *joined)
{
    felt_hand hand;
    uint16_t event;
    felt_error error;
    refusal what;
    if (felt_record_hand(run->ledger.book, joined->round, &event, &hand, &error) != FELT_OK) {
        misdeal(run, joined, &error);
        return true;
    }
    if (joined->count == 0)
        return true;
    if (settle_hand(run, &hand, joined, &what, &error) != FELT_OK) {
        refuse(run, joined, what, &error);
        return true;
    }
    return write_bets(run, joined);
}

static void print_summary(settle_run *run)
{
    felt_settled settled = run->settled;
    felt_text text = {"", 0}, wrong = {"", 0};
    felt_arena *arena = felt_arena_new(SUMMARY_ARENA_MAX);
    settled.bad = run->ledger.bad;
    settled.unpaid = felt_join_count(run->ledger.join).bets - run->rows;
    settled.decimals = run->ledger.decimals;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_settled(arena, run->ledger.book, &settled, &text);
    if (status == FELT_OK)
        status = felt_report_unsettled(arena, &settled, &wrong);
    if (status != FELT_OK)
        text = felt_text_from(felt_status_text(status));
    cli_complain(run->ledger.c, "%.*s", FELT_TEXT_ARGS(text));
    if (wrong.length > 0)
        cli_complain(run->ledger.c, "%.*s", FELT_TEXT_ARGS(wrong));
    felt_arena_free(arena);
}

static cli_exit settle_all(settle_run *run)
{
    felt_joined joined;
    bool wrote = true;
    felt_output_head(&run->out, run->format);
    while (wrote && ledger_next(&run->ledger, &joined))
        wrote = settle_joined(run, &joined);
    wrote = wrote && flush(run) && fflush(run->file) == 0;
    int why = errno;
    cli_exit code = ledger_ended(&run->ledger);
    if (!wrote && run->file == run->ledger.c->out) /* of another file, cli_output_close says it */
        cli_complain(run->ledger.c, "cannot write: %s", strerror(why));
    errno = why;
    return wrote ? code : CLI_DATA;
}

/* Settles into `output`, NULL for standard output. Where not all was read, what would be written is not all that was bet: no such part
 * takes the place of a file. */
static cli_exit settle_into(settle_run *run, cli_output *output)
{
    cli_exit code = settle_all(run);
    bool failed = ferror(run->file) != 0, dropped = output != NULL && code != CLI_DONE && !failed;
    if (dropped)
        cli_output_drop(run->ledger.c, output);
    else if (output != NULL && cli_output_close(run->ledger.c, output) != CLI_DONE)
        failed = true;
    if (!dropped && !failed) /* else there are no pays to sum up */
        print_summary(run);
    return failed ? CLI_DATA : code;
}

/* Where all was read: a misdeal is a check that failed, and comes first, as in an audit. A row that could not be used leaves something
 * unsettled, or nobody knows. */
static cli_exit conclude(const settle_run *run, cli_exit code)
{
    if (code == CLI_DONE && run->settled.misdealt > 0)
        return CLI_FAILED;
    return code == CLI_DONE && run->ledger.bad > 0 ? CLI_DATA : code;
}

static cli_exit run_settle(settle_run *run, const settle_request *r)
{
    run->format = felt_records_format(run->ledger.bets.records);
    if (r->format != NULL && strcmp(r->format, "csv") != 0 && strcmp(r->format, "ndjson") != 0)
        return cli_usage(run->ledger.c, "found --format %s, expected csv or ndjson", r->format);
    if (r->format != NULL)
        run->format = strcmp(r->format, "csv") == 0 ? FELT_FORMAT_CSV : FELT_FORMAT_NDJSON;
    bool standard = r->ledger.output == NULL || strcmp(r->ledger.output, "-") == 0;
    cli_output output = {.file = run->ledger.c->out};
    cli_exit code = standard ? cli_output_verify(run->ledger.c, "-") : cli_output_open(run->ledger.c, r->ledger.output, &output);
    if (code != CLI_DONE)
        return code;
    run->file = output.file;
    run->ledger.shows_progress = !isatty(fileno(run->file));
    return conclude(run, settle_into(run, standard ? NULL : &output));
}

cli_exit cmd_settle(cli *c, int argc, char **argv)
{
    settle_request r = {.format = NULL};
    flag flags[LEDGER_FLAGS + 3];
    ledger_flags(&r.ledger, flags);
    flags[LEDGER_FLAGS] = (flag){"--format", FLAG_TEXT, &r.format};
    flags[LEDGER_FLAGS + 1] = (flag){"--output", FLAG_TEXT, &r.ledger.output};
    flags[LEDGER_FLAGS + 2] = (flag){"-o", FLAG_TEXT, &r.ledger.output};
    int words = cli_arguments(c, argc, argv, flags, LEDGER_FLAGS + 3);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    settle_run run = {.out = {.bytes = malloc(OUTPUT_BYTES), .capacity = OUTPUT_BYTES},
                      .payments = malloc(FELT_ROUND_BETS_MAX * sizeof *run.payments)};
    cli_exit code = CLI_DATA;
    if (arena == NULL || run.out.bytes == NULL || run.payments == NULL) {
        cli_complain(c, "out of memory");
    } else {
        code = ledger_open(&run.ledger, c, arena, &r.ledger, words, argv + 1);
        if (code == CLI_DONE && felt_play_new(run.ledger.book, &run.play) != FELT_OK) {
            cli_complain(c, "out of memory");
            code = CLI_DATA;
        }
        if (code == CLI_DONE)
            code = run_settle(&run, &r);
        felt_play_free(run.play);
        ledger_close(&run.ledger);
    }
    free(run.payments);
    free(run.out.bytes);
    felt_arena_free(arena);
    return code;
}
