/* src/cli/cli.h - what the verbs of the program share: the world they run in, arguments, sheets, diagnostics.
 *
 * The program uses the public headers only. Each verb is one cmd_VERB.c with one function that returns the exit code. */
#ifndef FELT_SRC_CLI_CLI_H
#define FELT_SRC_CLI_CLI_H

#include <felt/arena.h>
#include <felt/dealing.h>
#include <felt/diag.h>
#include <felt/report.h>
#include <felt/select.h>
#include <felt/sheet.h>
#include <felt/shoe.h>
#include <stdio.h>
#include <sys/stat.h>

typedef enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* a check failed */
    CLI_USAGE = 2,
    CLI_SHEET = 3, /* a sheet does not compile */
    CLI_DATA = 4,  /* data or store */
} cli_exit;

/* Where the bank and the history are when nothing is said. */
#define CLI_STORE "sqlite:felt.db"

/* A file that was read. */
typedef struct cli_input {
    dev_t device;
    ino_t inode;
} cli_input;

/* The world: what the program may touch outside itself. */
typedef struct cli {
    FILE *out, *err;
    bool color_out, color_err;
    int columns;                   /* of the terminal that `out` is; 0: it is none */
    const char *rules;             /* the folder of shipped sheets; NULL when there is none */
    const char *cases;             /* the folder of the shipped sheets' cases; NULL when there is none */
    const char *tables;            /* the tables file that comes with Felt; NULL when there is none */
    const char *strategies;        /* the folder of shipped strategies; NULL when there is none */
    const char *web;               /* the folder of the page; NULL when it is not built */
    const char *input_name;        /* what a sheet on standard input is called; NULL: "-" */
    const struct command *command; /* the verb that runs */
    cli_input *inputs;             /* what has been read so far, so that no output takes its place */
    int input_count, input_capacity;
} cli;

typedef struct command {
    const char *name;
    const char *summary;                            /* one line for `felt help` */
    const char *help;                               /* the whole text of `felt VERB --help` */
    cli_exit (*run)(cli *c, int argc, char **argv); /* argv[0] is the verb */
} command;

extern const command cli_commands[];
extern const int cli_command_count;

cli_exit cmd_audit(cli *c, int argc, char **argv);
cli_exit cmd_check(cli *c, int argc, char **argv);
cli_exit cmd_complete(cli *c, int argc, char **argv);
cli_exit cmd_count(cli *c, int argc, char **argv);
cli_exit cmd_design(cli *c, int argc, char **argv);
cli_exit cmd_export(cli *c, int argc, char **argv);
cli_exit cmd_fmt(cli *c, int argc, char **argv);
cli_exit cmd_history(cli *c, int argc, char **argv);
cli_exit cmd_list(cli *c, int argc, char **argv);
cli_exit cmd_look(cli *c, int argc, char **argv);
cli_exit cmd_new(cli *c, int argc, char **argv);
cli_exit cmd_odds(cli *c, int argc, char **argv);
cli_exit cmd_operator(cli *c, int argc, char **argv);
cli_exit cmd_par(cli *c, int argc, char **argv);
cli_exit cmd_serve(cli *c, int argc, char **argv);
cli_exit cmd_settle(cli *c, int argc, char **argv);
cli_exit cmd_sim(cli *c, int argc, char **argv);
cli_exit cmd_show(cli *c, int argc, char **argv);
cli_exit cmd_store(cli *c, int argc, char **argv);
cli_exit cmd_tables(cli *c, int argc, char **argv);
cli_exit cmd_test(cli *c, int argc, char **argv);
cli_exit cmd_trace(cli *c, int argc, char **argv);
cli_exit cmd_verify(cli *c, int argc, char **argv);

/* Starts `program`, which is beside this one or in ../libexec, in its place with the verb's arguments. Returns only where it cannot. */
cli_exit cli_hand_over(cli *c, const char *program, int argc, char **argv);

/* ---- arguments ---- */

typedef enum flag_kind { FLAG_SWITCH, FLAG_TEXT, FLAG_TEXTS, FLAG_SETTING, FLAG_WAGER, FLAG_DECKS, FLAG_COLOR } flag_kind;

enum { CLI_TEXTS_MAX = 64 };

/* What an option was given, each time. */
typedef struct cli_texts {
    const char *list[CLI_TEXTS_MAX];
    int count;
} cli_texts;

/* A long option. FLAG_SWITCH sets a bool; FLAG_TEXT a const char *, once; FLAG_TEXTS adds to a cli_texts; FLAG_SETTING, FLAG_WAGER and
 * FLAG_DECKS add to a felt_selection, and given several times each of them holds; FLAG_COLOR needs no target. */
typedef struct flag {
    const char *name; /* "--json" */
    flag_kind kind;
    void *target;
} flag;

/* Takes the flags out of argv and leaves the other words in argv[1..]; `--flag=value` and `--flag value` are the same, and `--` ends the
 * flags. Returns the number of words left, -1 after it has printed what is wrong (exit CLI_USAGE), or -2 after --help (exit CLI_DONE). */
int cli_arguments(cli *c, int argc, char **argv, const flag *flags, int flag_count);

/* The first name of the selection that no wager of these sheets has under its choices; NULL: there is none. */
const felt_text *cli_unknown_wager(const felt_selection *selection, const felt_sheet *const *sheets, int count);

/* Complains of such a name, with the nearest that there is. */
cli_exit cli_refuse_wager(cli *c, felt_text name, const felt_sheet *const *sheets, int count);

/* Does a setting of this option say how many decks there are, of all sheets or of one? Does one of the selection? */
bool cli_is_decks(felt_text option);
bool cli_sets_decks(const felt_selection *selection);

/* A whole number from `least` to `most`, such as 500, 20k, 5M or 1G; false after a complaint about the flag `name`. */
bool cli_number(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *ret);

/* The rules of a shoe by name; NULL leaves what is there. False after a complaint. */
bool cli_cut_rule_read(cli *c, const char *text, felt_cut_rule *ret);
bool cli_burn_rule_read(cli *c, const char *text, felt_burn_rule *ret);

/* Prints "felt VERB: ..." and where to find help; returns CLI_USAGE. */
cli_exit cli_usage(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "felt VERB: ..." to the error stream. */
void cli_complain(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- files and sheets ---- */

/* Opens a file to read it, NULL when it cannot be and errno says why. A pipe is read while somebody writes to it; one that nobody has open
 * is at its end, and is not waited for. */
FILE *cli_open(const char *path);
int cli_open_descriptor(const char *path); /* -1 when it cannot be */

/* Reads a whole file ("-": standard input) of at most `most` bytes into the arena. Complains and returns FELT_EIO or FELT_ELIMIT when it
 * cannot. */
felt_status cli_read(cli *c, felt_arena *arena, const char *path, size_t most, felt_text *ret);

/* Remembers that a file is read; cli_read does it itself. False when there is no memory. */
bool cli_note_input(cli *c, int descriptor);

/* A file that is written. It takes its name, and the place of an older one, when it is closed, complete on disk: whatever stops the program
 * before, a signal too, leaves the older one alone and nothing beside it. What is no file, such as a device, is written as it is. One
 * output is open at a time. */
typedef struct cli_output {
    FILE *file;
    const char *name; /* as it was given */
    char *path;       /* of the file itself, behind all links */
    bool replaces;    /* it takes the path when it is closed */
    bool was_there;   /* an older one has it until then */
} cli_output;

/* May `path` ("-": standard output) be written? CLI_USAGE, after a complaint, when it is a file that has been read, by whatever name. A
 * verb that works for long asks before. */
cli_exit cli_output_verify(cli *c, const char *path);

/* What a verb writes beside its report, and the option that says so; a path of NULL is not asked for. */
typedef struct cli_named_output {
    const char *option, *path;
} cli_named_output;

/* The same of several: CLI_USAGE as well when two are one file, or one is where standard output goes, by whatever name. */
cli_exit cli_outputs_verify(cli *c, const cli_named_output *outputs, int count);

/* Complain, and return CLI_USAGE or CLI_DATA, when they cannot; after a write that failed, errno must still say why. cli_rewrite_file is
 * for a verb whose purpose is to replace what it read. */
cli_exit cli_output_open(cli *c, const char *path, cli_output *ret);
cli_exit cli_output_close(cli *c, cli_output *o);
cli_exit cli_write_file(cli *c, const char *path, felt_text bytes);
cli_exit cli_rewrite_file(cli *c, const char *path, felt_text bytes);

/* Gives up what has been written so far, and says so. */
void cli_output_drop(cli *c, cli_output *o);

/* The path of a sheet given by name or path; NULL after a complaint that lists near names. */
const char *cli_sheet_path(cli *c, felt_arena *arena, const char *name);

/* The path seen from the current folder, where it is below it: messages are shorter, and the same on every machine. */
const char *cli_path_from_here(const char *path);

/* The names of the shipped sheets, in order; -1 after a complaint. */
int cli_shipped(cli *c, felt_arena *arena, const char ***ret);

/* The names of the shipped strategies, in order; 0 where there are none. */
#define CLI_STRATEGY_SUFFIX ".strategy"
int cli_shipped_strategies(const cli *c, felt_arena *arena, const char ***ret);

/* Reads and compiles a sheet. Mistakes go to `diags`, which the caller prints. */
felt_status cli_load(cli *c, felt_arena *arena, const char *name, felt_diags *diags, const felt_sheet **ret);

/* The sheets that a file names, each loaded once. What is wrong with them is printed when they are loaded.
 * Lifetime: the caller's, freed with cli_named_sheets_free. */
typedef struct cli_named_sheet cli_named_sheet;
typedef struct cli_named_sheets {
    cli *c;
    felt_arena *arena; /* for paths; must outlive it */
    const char *file;  /* that names them: relative paths are seen from its folder */
    cli_named_sheet *first;
} cli_named_sheets;

/* `find` of felt_case_sheets and felt_table_sheets; `context` is a cli_named_sheets. */
felt_status cli_named_sheets_find(void *context, felt_text name, const felt_sheet **ret, felt_error *error);
void cli_named_sheets_free(cli_named_sheets *sheets);

/* Loads the named sheets, all shipped ones when there are none, and prints what is wrong with them. Returns CLI_DONE, or the exit code. */
cli_exit cli_load_all(cli *c, felt_arena *arena, int count, char **names, const felt_sheet ***ret, int *ret_count);

/* ---- figures ---- */

/* Reads a shoe: thirteen numbers, or decks less cards. False after a complaint that says what is expected. */
bool cli_shoe_read(cli *c, const char *text, felt_shoe *ret);

/* Is every setting known to at least one of the sheets? False after a complaint. */
bool cli_selection_verify(cli *c, const felt_selection *selection, const felt_sheet *const *sheets, int count);

/* The same for one sheet, with what the selection says of it, as felt_selection_of has it. */
bool cli_selection_of(cli *c, const felt_selection *selection, const felt_sheet *sheet, felt_selection *ret);

/* The odds of what the selection leaves of the sheets, from `shoe` where it is not NULL; sheets that are not dealt are passed over then.
 * Complains where there are none, or a wager is not there. */
cli_exit cli_odds_gather(cli *c, const felt_selection *selection, const felt_shoe *shoe, const felt_sheet **sheets, int count,
                         felt_odds_list *list);

/* ---- printing ---- */

/* JSON, or text with colors where the terminal has them. */
felt_report_style cli_style(const cli *c, bool json);

/* Prints what a call of the library has made, or complains that it could not; false: it could not. */
bool cli_put(cli *c, felt_status status, felt_text text);

/* Says which choices were taken because nobody has said which, if there are any; `defaults` is what felt_report_defaults says of them. */
void cli_say_defaults(cli *c, felt_text defaults);

/* Prints diagnostics to the error stream. */
void cli_print_diags(cli *c, const felt_diags *diags);

#endif
