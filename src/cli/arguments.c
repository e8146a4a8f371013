/* src/cli/arguments.c - flags and words of a verb, and complaints about them. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void complain(cli *c, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

static void complain(cli *c, const char *format, va_list args)
{
    fprintf(c->err, "felt %s: ", c->command->name);
    vfprintf(c->err, format, args);
    fputc('\n', c->err);
}

void cli_complain(cli *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(c, format, args);
    va_end(args);
}

cli_exit cli_usage(cli *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(c, format, args);
    va_end(args);
    fprintf(c->err, "Try 'felt %s --help'.\n", c->command->name);
    return CLI_USAGE;
}

static const flag *find_flag(const flag *flags, int count, const char *word, size_t length)
{
    static const flag color = {"--color", FLAG_COLOR, NULL};
    for (int i = 0; i < count; i++)
        if (strlen(flags[i].name) == length && memcmp(flags[i].name, word, length) == 0)
            return &flags[i];
    return strlen(color.name) == length && memcmp(color.name, word, length) == 0 ? &color : NULL;
}

static void unknown_flag(cli *c, const flag *flags, int count, const char *word, size_t length)
{
    felt_near near = felt_near_to((felt_text){word, length});
    for (int i = 0; i < count; i++)
        felt_near_try(&near, felt_text_from(flags[i].name));
    if (near.nearest.length > 0)
        cli_usage(c, "found '%.*s', expected an option; did you mean '%.*s'?", (int)length, word, FELT_TEXT_ARGS(near.nearest));
    else
        cli_usage(c, "found '%.*s', expected an option", (int)length, word);
}

static bool set_color(cli *c, const char *value)
{
    if (strcmp(value, "always") == 0)
        c->color_out = c->color_err = true;
    else if (strcmp(value, "never") == 0)
        c->color_out = c->color_err = false;
    else if (strcmp(value, "auto") != 0) {
        cli_usage(c, "found --color=%s, expected auto, always or never", value);
        return false;
    }
    return true;
}

/* Given twice, the second would keep the first in silence. */
static bool set_text(cli *c, const flag *f, const char *value)
{
    const char **target = f->target;
    if (*target != NULL)
        cli_usage(c, "found %s a second time, expected it once", f->name);
    else
        *target = value;
    return *target == value;
}

static bool add_text(cli *c, const flag *f, const char *value)
{
    cli_texts *texts = f->target;
    if (texts->count == CLI_TEXTS_MAX) {
        cli_usage(c, "more than %d times %s", CLI_TEXTS_MAX, f->name);
        return false;
    }
    texts->list[texts->count++] = value;
    return true;
}

static bool add_setting(cli *c, const flag *f, const char *value)
{
    felt_status status = felt_selection_add(f->target, felt_text_from(value));
    if (status == FELT_EDATA)
        cli_usage(c, "found %s %s, expected OPTION=CHOICE", f->name, value);
    else if (status != FELT_OK)
        cli_usage(c, "more than %d settings", FELT_SETTINGS_MAX);
    return status == FELT_OK;
}

static bool add_wager(cli *c, const flag *f, const char *value)
{
    if (felt_selection_add_wager(f->target, felt_text_from(value)) == FELT_OK)
        return true;
    cli_usage(c, "more than %d times %s", FELT_SELECTED_WAGERS_MAX, f->name);
    return false;
}

static bool add_decks(cli *c, const flag *f, const char *value)
{
    felt_selection *selection = f->target;
    if (value[0] < '1' || value[0] > '8' || value[1] != '\0')
        cli_usage(c, "found %s '%s', expected a number from 1 to 8", f->name, value);
    else if (selection->count == FELT_SETTINGS_MAX)
        cli_usage(c, "more than %d settings", FELT_SETTINGS_MAX);
    else {
        selection->options[selection->count] = felt_text_from("decks");
        selection->choices[selection->count++] = felt_text_from(value);
        return true;
    }
    return false;
}

static bool set_flag(cli *c, const flag *f, const char *value)
{
    switch (f->kind) {
    case FLAG_COLOR:
        return set_color(c, value);
    case FLAG_TEXT:
        return set_text(c, f, value);
    case FLAG_TEXTS:
        return add_text(c, f, value);
    case FLAG_WAGER:
        return add_wager(c, f, value);
    case FLAG_DECKS:
        return add_decks(c, f, value);
    default: /* FLAG_SETTING */
        return add_setting(c, f, value);
    }
}

static bool has_wager(const felt_selection *selection, const felt_sheet *sheet, felt_text name)
{
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        for (int v = 0; v < w->variant_count && felt_wager_called(sheet, w, name); v++)
            if (felt_variant_selected(selection, sheet, w, &w->variants[v]))
                return true;
    }
    return false;
}

/* The names of groups are offered, too; felt_wagers_near knows those of wagers. */
static void try_groups(const felt_sheet *sheet, felt_near *near)
{
    for (int i = 0; i < sheet->group_count; i++)
        felt_near_try(near, sheet->groups[i].short_name);
}

cli_exit cli_refuse_wager(cli *c, felt_text name, const felt_sheet *const *sheets, int count)
{
    felt_near near = felt_near_to(name);
    for (int i = 0; i < count; i++)
        felt_wagers_near(sheets[i], &near);
    for (int i = 0; i < count; i++)
        try_groups(sheets[i], &near);
    bool itself = felt_text_equal(near.nearest, name); /* it is there, but not under these choices */
    felt_text of = sheets[0]->short_name;
    if (near.nearest.length > 0 && !itself)
        return cli_usage(c, "there is no wager '%.*s' under these choices; did you mean '%.*s'?", FELT_TEXT_ARGS(name),
                         FELT_TEXT_ARGS(near.nearest));
    return cli_usage(c, "there is no wager '%.*s' under these choices; 'felt list%s%.*s' names them", FELT_TEXT_ARGS(name),
                     count == 1 ? " " : "", count == 1 ? (int)of.length : 0, of.bytes);
}

const felt_text *cli_unknown_wager(const felt_selection *selection, const felt_sheet *const *sheets, int count)
{
    for (int i = 0; i < selection->wager_count; i++) {
        bool known = false;
        for (int k = 0; k < count && !known; k++) {
            felt_selection own = felt_selection_of(selection, sheets[k]);
            known = has_wager(&own, sheets[k], selection->wagers[i]);
        }
        if (!known)
            return &selection->wagers[i];
    }
    return NULL;
}

bool cli_is_decks(felt_text option)
{
    const char *slash = option.length == 0 ? NULL : memchr(option.bytes, '/', option.length);
    return felt_text_is(slash == NULL ? option : (felt_text){slash + 1, option.length - (size_t)(slash + 1 - option.bytes)}, "decks");
}

bool cli_sets_decks(const felt_selection *selection)
{
    for (int i = 0; i < selection->count; i++)
        if (cli_is_decks(selection->options[i]))
            return true;
    return false;
}

/* Takes one flag; returns how many words it took, 0 after a complaint. */
static int take_flag(cli *c, int left, char **argv, const flag *flags, int flag_count)
{
    const char *word = argv[0], *equals = strchr(word, '=');
    size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
    const flag *f = find_flag(flags, flag_count, word, length);
    if (f == NULL) {
        unknown_flag(c, flags, flag_count, word, length);
        return 0;
    }
    if (f->kind == FLAG_SWITCH) {
        if (equals != NULL) {
            cli_usage(c, "%s takes no value", f->name);
            return 0;
        }
        *(bool *)f->target = true;
        return 1;
    }
    if (equals == NULL && left < 2) {
        cli_usage(c, "%s needs a value", f->name);
        return 0;
    }
    if (!set_flag(c, f, equals != NULL ? equals + 1 : argv[1]))
        return 0;
    return equals != NULL ? 1 : 2;
}

int cli_arguments(cli *c, int argc, char **argv, const flag *flags, int flag_count)
{
    int words = 0;
    for (int i = 1; i < argc;) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(c->command->help, c->out);
            return -2;
        }
        if (strcmp(argv[i], "--") == 0) {
            while (++i < argc)
                argv[1 + words++] = argv[i];
            break;
        }
        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[1 + words++] = argv[i++];
            continue;
        }
        int took = take_flag(c, argc - i, argv + i, flags, flag_count);
        if (took == 0)
            return -1;
        i += took;
    }
    return words;
}

/* A whole number from `least` to `most`; k, M and G mean thousands, millions and thousands of millions. */
bool cli_number(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *ret)
{
    static const struct {
        char letter;
        uint64_t factor;
    } units[] = {{'\0', 1}, {'k', 1000}, {'M', 1000000}, {'G', 1000000000}};
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno == 0 && text[0] >= '0' && text[0] <= '9') {
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            bool fits = *end == units[i].letter && (*end == '\0' || end[1] == '\0') && number <= most / units[i].factor;
            if (fits && number * units[i].factor >= least) {
                *ret = number * units[i].factor;
                return true;
            }
        }
    }
    cli_usage(c, "found %s %s, expected a number from %llu to %llu", name, text, (unsigned long long)least, (unsigned long long)most);
    return false;
}
