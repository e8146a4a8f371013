/* src/report/par.c - the content of a PAR sheet: what it is about, and its parts put together. */
#include "odds_report.h"
#include "par_parts.h"

#include <felt/dealing.h>

#include <assert.h>
#include <stdarg.h>

enum { IDENTITY_MAX = 16 + FELT_SOURCES_MAX + FELT_WAGER_OPTIONS_MAX + FELT_ACCEPTS_MAX, NOTES_MAX = 12 };

/* ---- helpers ---- */

felt_text par_keep(par_maker *m, felt_text text)
{
    if (text.bytes != NULL)
        return text;
    m->no_memory = true;
    return felt_text_from("");
}

felt_text par_say(par_maker *m, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *bytes = length < 0 ? NULL : par_room(m, length, 1);
    if (bytes != NULL)
        vsnprintf(bytes, (size_t)length + 1, format, again);
    va_end(again);
    return par_keep(m, (felt_text){bytes, bytes == NULL ? 0 : (size_t)length});
}

void *par_room(par_maker *m, int count, size_t size)
{
    void *room = felt_arena_take(m->arena, (size_t)count + 1, size);
    m->no_memory = m->no_memory || room == NULL;
    return room;
}

felt_text par_grouped(par_maker *m, felt_text digits)
{
    char *to = par_room(m, (int)(digits.length + digits.length / 3), 1);
    const char *point = memchr(digits.bytes, '.', digits.length);
    size_t length = 0, whole = point == NULL ? digits.length : (size_t)(point - digits.bytes);
    if (to == NULL)
        return felt_text_from("");
    for (size_t i = 0; i < digits.length; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0 && digits.bytes[i - 1] != '-')
            to[length++] = ',';
        to[length++] = digits.bytes[i];
    }
    return (felt_text){to, length};
}

bool par_row_decides(const felt_odds *o, int row)
{
    return (o->variant->active >> row & 1) && o->variant->pays[row].pay.kind != FELT_PAY_STAYS;
}

felt_text par_pay(par_maker *m, const felt_pay *pay)
{
    char text[96];
    felt_pay_write_cell(pay, FELT_PAY_UNIT_NONE, text, sizeof text);
    return par_say(m, "%s", text);
}

/* ---- identification ---- */

static void add(par_maker *m, felt_par_item *list, const char *label, felt_text text)
{
    assert(m->sheet->identity_count < IDENTITY_MAX);
    list[m->sheet->identity_count++] = (felt_par_item){felt_text_from(label), text};
}

static felt_text named(par_maker *m, felt_text name, felt_text short_name)
{
    return par_say(m, "%.*s (%.*s)", FELT_TEXT_ARGS(name), FELT_TEXT_ARGS(short_name));
}

static felt_text choice_text(par_maker *m, const felt_option *option, const felt_choice *choice)
{
    if (option->kind == FELT_OPTION_PAYTABLE)
        return choice->name;
    bool cited = choice->cites.length > 0;
    return par_say(m, "%.*s: %.*s, %.*s%s%s%.*s%s", FELT_TEXT_ARGS(option->title), FELT_TEXT_ARGS(choice->name),
                   FELT_TEXT_ARGS(choice->title), felt_choice_as_printed(option, choice) ? ", as printed" : "", cited ? " [" : "",
                   FELT_TEXT_ARGS(choice->cites), cited ? "]" : "");
}

/* Of the wager's option: the choices that the selection leaves and under which the wager is offered. */
static int choices_left(const par_maker *m, int option)
{
    int left = 0;
    for (int i = 0; i < m->odds->sheet->options[m->odds->wager->options[option]].choice_count; i++)
        left += par_with_choice(m, option, i) != NULL;
    return left;
}

/* "new-shooter or any-come-out": the choices that are left, or unless `offered`, those under which there is no such wager. */
static felt_text listed_choices(par_maker *m, int option, bool offered, int count)
{
    const felt_option *of = &m->odds->sheet->options[m->odds->wager->options[option]];
    felt_text text = felt_text_from("");
    int seen = 0;
    for (int i = 0; i < of->choice_count; i++) {
        if (!felt_choice_selected(m->request->selection, of, &of->choices[i]) || (par_with_choice(m, option, i) != NULL) != offered)
            continue;
        text = par_say(m, "%.*s%s%.*s", FELT_TEXT_ARGS(text), out_joint(seen, count), FELT_TEXT_ARGS(of->choices[i].name));
        seen++;
    }
    return text;
}

/* "new-shooter or any-come-out; the figures are the same for each", and where it is not offered under every choice left, "; not offered
 * where it is text". */
static felt_text free_choice_text(par_maker *m, int option)
{
    const felt_option *of = &m->odds->sheet->options[m->odds->wager->options[option]];
    int left = choices_left(m, option), selected = 0;
    for (int i = 0; i < of->choice_count; i++)
        selected += felt_choice_selected(m->request->selection, of, &of->choices[i]);
    felt_text title = of->kind == FELT_OPTION_PAYTABLE ? felt_text_from("") : par_say(m, "%.*s: ", FELT_TEXT_ARGS(of->title));
    felt_text without = felt_text_from("");
    if (left < selected)
        without = par_say(m, "; not offered where it is %.*s", FELT_TEXT_ARGS(listed_choices(m, option, false, selected - left)));
    return par_say(m, "%.*s%.*s; the figures are the same for each%.*s", FELT_TEXT_ARGS(title),
                   FELT_TEXT_ARGS(listed_choices(m, option, true, left)), FELT_TEXT_ARGS(without));
}

static void add_options(par_maker *m, felt_par_item *list)
{
    const felt_odds *o = m->odds;
    felt_par_item *free_list = par_room(m, o->wager->option_count, sizeof *free_list);
    m->sheet->free = free_list;
    for (int i = 0; i < o->wager->option_count; i++) {
        const felt_option *option = &o->sheet->options[o->wager->options[i]];
        if (option->kind == FELT_OPTION_DECKS)
            continue;
        const char *kind = option->kind == FELT_OPTION_READING ? "Reading" : "Option";
        felt_text label =
            option->kind == FELT_OPTION_PAYTABLE ? felt_text_from("Paytable") : par_say(m, "%s %.*s", kind, FELT_TEXT_ARGS(option->name));
        bool taken = felt_odds_names(o, i) || choices_left(m, i) < 2;
        felt_text text = taken ? choice_text(m, option, &option->choices[o->variant->choices[i]]) : free_choice_text(m, i);
        add(m, list, label.bytes, text);
        if (!taken && free_list != NULL)
            free_list[m->sheet->free_count++] =
                (felt_par_item){option->kind == FELT_OPTION_PAYTABLE ? felt_text_from("paytable") : option->name, text};
    }
}

/* Does this entry speak for a wager placed in `phase`? */
static bool speaks_for(const par_maker *m, int phase)
{
    return (m->odds->same_rows | m->odds->same_edge) >> phase & 1;
}

/* Phases that share an entry have the same edge, but the number of events may be that of the first phase only. */
static felt_text counted_text(par_maker *m)
{
    const uint16_t *start = m->odds->variant->machine->start;
    const felt_game *game = m->odds->sheet->game;
    for (int phase = 0; phase < game->phase_count; phase++) {
        if (!speaks_for(m, phase) || start[phase] == start[m->odds->start])
            continue;
        return m->odds->start == 0 ? par_say(m, "; %s are counted from a %s %s", game->words.events, game->words.start, game->words.event)
                                   : par_say(m, "; %s are counted from the first of these", game->words.events);
    }
    return felt_text_from("");
}

/* "; placed with the puck off", where there is more than one phase. */
static felt_text start_text(par_maker *m)
{
    const felt_game *game = m->odds->sheet->game;
    char where[FELT_EVENT_TEXT_BYTES];
    unsigned phases = 0;
    if (game->phases_write == NULL)
        return felt_text_from("");
    for (int phase = 0; phase < game->phase_count; phase++)
        phases |= (unsigned)speaks_for(m, phase) << phase;
    game->phases_write(phases, where, sizeof where);
    return par_say(m, "; placed %s%.*s", where, FELT_TEXT_ARGS(phases == 1 ? felt_text_from("") : counted_text(m)));
}

/* Is something found under the choices of the document that the sheet accepts so? */
static bool is_needed(const par_maker *m, const felt_accept *a)
{
    const felt_diags *found = m->request->findings;
    for (int i = 0; found != NULL && i < found->count; i++) {
        const felt_diag *d = &found->list[i];
        if (d->accepted && felt_text_is(a->code, d->code) && felt_text_equal(a->reason, d->reason) &&
            (d->wager.length == 0 || felt_text_equal(d->wager, m->odds->wager->short_name)))
            return true;
    }
    return found == NULL;
}

static void add_accepts(par_maker *m, felt_par_item *list)
{
    const felt_sheet *s = m->odds->sheet;
    for (int i = 0; i < s->accept_count; i++) {
        const felt_accept *a = &s->accepts[i];
        if ((a->wager_line == 0 || a->wager_line == m->odds->wager->line) && is_needed(m, a))
            add(m, list, "Accepted finding", par_say(m, "%.*s: %.*s", FELT_TEXT_ARGS(a->code), FELT_TEXT_ARGS(a->reason)));
    }
}

static void identify(par_maker *m, const felt_par *par)
{
    const felt_odds *o = m->odds;
    const felt_sheet *s = o->sheet;
    felt_par_item *list = par_room(m, IDENTITY_MAX, sizeof *list);
    if (list == NULL)
        return;
    m->sheet->identity = list;
    add(m, list, "Sheet of rules", named(m, s->name, s->short_name));
    felt_text wager = named(m, o->wager->name, o->wager->short_name);
    add(m, list, "Wager",
        o->wager->group < 0
            ? wager
            : par_say(m, "%.*s, of the group %.*s", FELT_TEXT_ARGS(wager), FELT_TEXT_ARGS(s->groups[o->wager->group].name)));
    if (o->wager->side.length > 0)
        add(m, list, "Side", o->wager->side);
    if (s->game->source == FELT_SOURCE_SHOE)
        add(m, list, "Game",
            par_say(m, "%s, a fresh shoe of %d deck%s, %d cards", s->game->name, o->decks, o->decks == 1 ? "" : "s",
                    FELT_DECK_CARDS * o->decks));
    else
        add(m, list, "Game", par_say(m, "%s, %s%.*s", s->game->name, s->game->words.thrown, FELT_TEXT_ARGS(start_text(m))));
    for (int i = 0; i < s->source_count; i++)
        add(m, list, "Source", par_source(m, &s->sources[i]));
    if (o->wager->cites.length > 0)
        add(m, list, "Citation", o->wager->cites);
    add_options(m, list);
    add_accepts(m, list);
    add(m, list, "Sheet file",
        par_say(m, "%.*s.felt, %.*s bytes", FELT_TEXT_ARGS(s->short_name),
                FELT_TEXT_ARGS(par_grouped(m, par_say(m, "%zu", s->text.length)))));
    add(m, list, "SHA-256", par->hash);
    add(m, list, "Computed by", par_say(m, "Felt %.*s, exact rational arithmetic", FELT_TEXT_ARGS(par->version)));
}

/* ---- notes ---- */

static bool has_dealer(const felt_odds *o)
{
    for (int row = 0; row < o->wager->row_count; row++)
        if ((o->variant->active >> row & 1) && o->variant->pays[row].has_dealer)
            return true;
    return false;
}

static void annotate(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_text *notes = par_room(m, NOTES_MAX, sizeof *notes);
    int count = 0;
    if (notes == NULL)
        return;
    if (o->has_pays && mpq_sgn(o->edge) < 0)
        notes[count++] = felt_text_from("The edge is negative: under these choices the player has the advantage.");
    if (!o->has_outcomes)
        notes[count++] =
            felt_text_from("An outcome that can occur is undefined: the source does not say whether the wager wins. No figure is "
                           "computed from it.");
    else if (!o->has_pays)
        notes[count++] = felt_text_from("A pay that can occur is unset: the source leaves it out. Figures that need it are not given.");
    if (has_dealer(o))
        notes[count++] = felt_text_from("A pay to the dealer is not part of the figures, which are the player's.");
    m->sheet->note_own = count;
    notes[count++] = o->sheet->game->one_event ? par_say(m, "Combinations are %s.", o->sheet->game->words.combinations)
                                               : felt_text_from("A round is one wager, from when it is placed until a row decides it.");
    notes[count++] =
        felt_text_from("Return is probability × (net pay + 1). Decimals are made from the exact values and rounded to the nearest.");
    if (o->has_pays)
        notes[count++] = felt_text_from("Volatility index is 1.645 standard deviations. Fair pay is the net pay of the row, to 1, at which "
                                        "the edge would be 0, all other pays as they are.");
    if (o->has_pays)
        notes[count++] = felt_text_from(
            "Ranges: return to player ± z × standard deviation / √rounds, z = 1.645 and 1.960, not below 0 %; good once many "
            "wins are expected.");
    m->sheet->notes = notes;
    m->sheet->note_count = count;
}

/* ---- the document ---- */

static void make_sheet(par_maker *m, const felt_par *par)
{
    const felt_odds *o = m->odds;
    m->sheet->title = o->wager->side.length == 0
                          ? o->wager->name
                          : par_say(m, "%.*s on %.*s", FELT_TEXT_ARGS(o->wager->name), FELT_TEXT_ARGS(o->wager->side));
    m->sheet->choices = par_keep(m, felt_report_options(m->arena, o));
    m->sheet->edge = o->has_pays ? par_say(m, "%.*s %%", FELT_TEXT_ARGS(par_keep(m, felt_ratio_print_percent(m->arena, o->edge, 4))))
                                 : felt_text_from(felt_odds_missing(o));
    m->sheet->ways_title = felt_text_from(o->sheet->game->one_event ? "Combinations" : "Fraction");
    identify(m, par);
    par_rules(m);
    par_rows(m);
    par_figures(m);
    par_chart(m);
    annotate(m);
}

static bool rounds_fit(const felt_par_request *request)
{
    if (request->round_count < 0 || request->round_count > FELT_PAR_ROUNDS_MAX)
        return false;
    for (int i = 0; i < request->round_count; i++)
        if (request->rounds[i] < 1 || request->rounds[i] > FELT_PAR_ROUND_MOST)
            return false;
    return true;
}

felt_status felt_par_make(felt_arena *arena, const felt_par_request *request, const felt_par **ret)
{
    assert(request->odds->count > 0);
    if (!rounds_fit(request))
        return FELT_ERANGE;
    par_maker m = {.arena = arena, .request = request};
    const felt_sheet *sheet = request->odds->list[0].sheet;
    felt_par *par = par_room(&m, 1, sizeof *par);
    felt_par_sheet *sheets = par_room(&m, request->odds->count, sizeof *sheets);
    char hash[FELT_PAR_HASH_DIGITS + 1];
    if (par == NULL || sheets == NULL)
        return FELT_ENOMEM;
    felt_par_hash(sheet->text, hash);
    *par = (felt_par){.name = sheet->name,
                      .short_name = sheet->short_name,
                      .version = request->version,
                      .hash = par_say(&m, "%s", hash),
                      .text = sheet->text,
                      .sheets = sheets,
                      .count = request->odds->count};
    par_document(&m, par);
    for (int i = 0; i < par->count && !m.no_memory; i++) {
        m.odds = &request->odds->list[i];
        m.sheet = &sheets[i];
        par->section_count += i == 0 || m.odds->wager != m.odds[-1].wager;
        m.sheet->section = par->section_count - 1;
        make_sheet(&m, par);
        par_sample(&m, i);
    }
    if (m.no_memory)
        return FELT_ENOMEM;
    *ret = par;
    return FELT_OK;
}
