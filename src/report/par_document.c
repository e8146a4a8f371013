/* src/report/par_document.c - what a PAR document says before its sheets: cover, subject, options, findings, what the house can lose. */
#include "odds_report.h"
#include "par_parts.h"

#include <felt/dealing.h>

enum { COVER_LINES = 7, SUBJECT_MAX = 8 + FELT_SOURCES_MAX };

/* A text that may have been left out. */
static felt_text given(felt_text text)
{
    return text.length > 0 ? text : felt_text_from("");
}

/* ---- the cover ---- */

static void make_cover(par_maker *m, felt_par *par)
{
    const felt_par_cover *c = &m->request->cover;
    const felt_par_item lines[COVER_LINES] = {
        {felt_text_from("Document number"), c->number},
        {felt_text_from("Revision"), c->revision},
        {felt_text_from("Jurisdiction"), c->jurisdiction},
        {felt_text_from("Requested by"), c->requester},
        {felt_text_from("Laboratory"), c->laboratory},
        {felt_text_from("Received"), c->received},
        {felt_text_from("Issued"), c->issued},
    };
    felt_par_item *list = par_room(m, COVER_LINES, sizeof *list);
    if (list == NULL)
        return;
    memcpy(list, lines, sizeof lines);
    for (int i = 0; i < COVER_LINES; i++)
        list[i].text = given(list[i].text);
    par->cover = list;
    par->cover_count = COVER_LINES;
    par->title = c->title.length > 0 ? c->title : par->name;
    par->number = list[0].text;
    par->revision = list[1].text;
    par->laboratory = list[4].text;
}

/* ---- what it is about ---- */

static felt_text stated_choices(par_maker *m)
{
    const felt_selection *s = m->request->selection;
    felt_text text = felt_text_from("");
    for (int i = 0; i < s->count; i++)
        text = par_say(m, "%.*s%s%.*s=%.*s", FELT_TEXT_ARGS(text), i > 0 ? ", " : "", FELT_TEXT_ARGS(s->options[i]),
                       FELT_TEXT_ARGS(s->choices[i]));
    return text;
}

static void add_subject(felt_par *par, felt_par_item *list, const char *label, felt_text text)
{
    list[par->subject_count++] = (felt_par_item){felt_text_from(label), text};
}

felt_text par_source(par_maker *m, const felt_source *source)
{
    const struct {
        const char *before;
        felt_text text;
    } parts[] = {{"; ", source->publisher},
                 {"; edition ", source->edition},
                 {"; ", source->date},
                 {"; ", source->file},
                 {", SHA-256 ", source->hash}};
    felt_text text = source->title;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].text.length > 0)
            text = par_say(m, "%.*s%s%.*s", FELT_TEXT_ARGS(text), parts[i].before, FELT_TEXT_ARGS(parts[i].text));
    return text;
}

static void make_subject(par_maker *m, felt_par *par)
{
    const felt_sheet *s = m->request->odds->list[0].sheet;
    felt_par_item *list = par_room(m, SUBJECT_MAX, sizeof *list);
    if (list == NULL)
        return;
    par->subject = list;
    add_subject(par, list, "Sheet of rules", par_say(m, "%.*s (%.*s)", FELT_TEXT_ARGS(s->name), FELT_TEXT_ARGS(s->short_name)));
    add_subject(par, list, "Game",
                par_say(m, "%s%s%s", s->game->title, s->game->words.thrown != NULL ? ", " : ", fresh shoes",
                        s->game->words.thrown != NULL ? s->game->words.thrown : ""));
    for (int i = 0; i < s->source_count; i++)
        add_subject(par, list, "Source", par_source(m, &s->sources[i]));
    add_subject(par, list, "Choices stated", par->choices.length > 0 ? par->choices : felt_text_from("none: every choice of the sheet"));
    add_subject(par, list, "Sheet file",
                par_say(m, "%.*s.felt, %.*s bytes", FELT_TEXT_ARGS(s->short_name),
                        FELT_TEXT_ARGS(par_grouped(m, par_say(m, "%zu", s->text.length)))));
    add_subject(par, list, "SHA-256", par->hash);
    add_subject(par, list, "Computed by", par_say(m, "Felt %.*s, exact rational arithmetic", FELT_TEXT_ARGS(par->version)));
}

/* ---- options ---- */

/* Does a wager of the document depend on the option? */
static bool is_used(const par_maker *m, int option)
{
    const felt_odds_list *odds = m->request->odds;
    for (int i = 0; i < odds->count; i++)
        for (int k = 0; k < odds->list[i].wager->option_count; k++)
            if (odds->list[i].wager->options[k] == option)
                return true;
    return odds->list[0].sheet->decks_option == option;
}

static felt_text choice_text(par_maker *m, const felt_option *option, const felt_choice *choice)
{
    felt_text text = choice->name;
    if (option->kind == FELT_OPTION_DECKS)
        return text;
    if (choice->title.length > 0)
        text = par_say(m, "%.*s (%.*s)", FELT_TEXT_ARGS(text), FELT_TEXT_ARGS(choice->title));
    if (felt_choice_as_printed(option, choice))
        text = par_say(m, "%.*s, as printed", FELT_TEXT_ARGS(text));
    return choice->cites.length > 0 ? par_say(m, "%.*s [%.*s]", FELT_TEXT_ARGS(text), FELT_TEXT_ARGS(choice->cites)) : text;
}

/* "which bets: A (...); B (...)", of the choices that this document takes, and how many others there are. */
static felt_text option_text(par_maker *m, const felt_option *option)
{
    felt_text text = option->title.length > 0 ? par_say(m, "%.*s: ", FELT_TEXT_ARGS(option->title)) : felt_text_from("");
    int taken = 0;
    for (int i = 0; i < option->choice_count; i++) {
        if (!felt_choice_selected(m->request->selection, option, &option->choices[i]))
            continue;
        text = par_say(m, "%.*s%s%.*s", FELT_TEXT_ARGS(text), taken > 0 ? "; " : "",
                       FELT_TEXT_ARGS(choice_text(m, option, &option->choices[i])));
        taken++;
    }
    int others = option->choice_count - taken;
    return others > 0 ? par_say(m, "%.*s; %d other choice%s not in this document", FELT_TEXT_ARGS(text), others, others > 1 ? "s" : "")
                      : text;
}

static void make_options(par_maker *m, felt_par *par)
{
    const felt_sheet *s = m->request->odds->list[0].sheet;
    felt_par_item *list = par_room(m, s->option_count, sizeof *list);
    for (int i = 0; i < s->option_count && list != NULL; i++) {
        const felt_option *option = &s->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE || !is_used(m, i))
            continue;
        const char *kind = option->kind == FELT_OPTION_READING ? "Reading" : "Option";
        list[par->option_count++] = (felt_par_item){par_say(m, "%s %.*s", kind, FELT_TEXT_ARGS(option->name)), option_text(m, option)};
    }
    par->options = list;
}

/* ---- findings ---- */

static bool concerns(const par_maker *m, const felt_diag *d)
{
    for (int i = 0; i < m->request->odds->count; i++)
        if (felt_text_equal(m->request->odds->list[i].wager->short_name, d->wager))
            return true;
    return d->wager.length == 0;
}

static felt_text standing(const felt_diag *d)
{
    if (d->accepted)
        return given(d->reason);
    return felt_text_from(d->severity == FELT_NOTE ? "a note, to be known" : "not accepted");
}

/* Those that nobody has accepted first; else in the order of the checks. */
static void make_findings(par_maker *m, felt_par *par)
{
    const felt_diags *diags = m->request->findings;
    felt_par_finding *list = diags == NULL ? NULL : par_room(m, diags->count, sizeof *list);
    par->checked = diags != NULL;
    for (int accepted = 0; accepted < 2 && list != NULL; accepted++)
        for (int i = 0; i < diags->count; i++) {
            const felt_diag *d = &diags->list[i];
            if (d->accepted == (accepted == 1) && concerns(m, d))
                list[par->finding_count++] = (felt_par_finding){felt_text_from(d->code), given(d->wager), d->message, standing(d), d->line};
        }
    par->findings = list;
}

/* ---- what the house can lose ---- */

static felt_text choices_taken(par_maker *m, const felt_most *most)
{
    felt_text text = felt_text_from(most->of_many ? " No choice in this document loses more than these: " : " Choices taken: ");
    for (int i = 0; i < most->choice_count; i++) {
        const felt_together_choice *c = &most->choices[i];
        bool own = c->setting.option->kind == FELT_OPTION_PAYTABLE && c->wager != NULL;
        text = par_say(m, "%.*s%s%.*s=%.*s%s%.*s", FELT_TEXT_ARGS(text), i > 0 ? ", " : "", FELT_TEXT_ARGS(c->setting.option->name),
                       FELT_TEXT_ARGS(c->setting.choice->name), own ? " of " : "",
                       FELT_TEXT_ARGS(own ? c->wager->short_name : felt_text_from("")));
    }
    return most->choice_count > 0 ? par_say(m, "%.*s.", FELT_TEXT_ARGS(text)) : felt_text_from("");
}

/* "0.95 units". A bound whose decimal is long is as good rounded up. */
static felt_text units_text(par_maker *m, const mpq_t units, bool is_bound)
{
    mpq_t shown;
    mpq_init(shown);
    mpq_set(shown, units);
    if (is_bound) {
        mpz_mul_ui(mpq_numref(shown), mpq_numref(shown), 100);
        mpz_cdiv_q(mpq_numref(shown), mpq_numref(shown), mpq_denref(shown));
        mpz_set_ui(mpq_denref(shown), 100);
        mpq_canonicalize(shown);
    }
    felt_text number = par_keep(m, felt_ratio_print_short(m->arena, shown));
    bool one = mpq_cmp_ui(shown, 1, 1) == 0;
    mpq_clear(shown);
    return par_say(m, "%.*s unit%s", FELT_TEXT_ARGS(number), one ? "" : "s");
}

/* What the figure covers where a wager may last: who reads it must know that it is a bound, and of what. */
static felt_text lasting(par_maker *m, const felt_most *most)
{
    const char *event = most->sheet->game->words.event;
    if (most->several == 0)
        return felt_text_from("");
    felt_text who = most->several == most->count ? felt_text_from(most->count == 1 ? "It lasts" : "They last")
                                                 : par_say(m, "%d of them last", most->several);
    felt_text text = par_say(m, " %.*s several %ss and %s counted as the %s finds %s where it costs most, whatever came before.",
                             FELT_TEXT_ARGS(who), event, most->count == 1 ? "is" : "are", event, most->count == 1 ? "it" : "them");
    if (mpq_equal(most->units, most->whole))
        return text;
    return par_say(m, "%.*s Until all are decided, the house can lose no more than %.*s: each wager at its best, under any choice.",
                   FELT_TEXT_ARGS(text), FELT_TEXT_ARGS(units_text(m, most->whole, true)));
}

static void make_most(par_maker *m, felt_par *par)
{
    const felt_most *most = m->request->most;
    par->most = felt_text_from("");
    if (most == NULL)
        return;
    const felt_game *game = most->sheet->game;
    felt_text units = units_text(m, most->units, most->several > 0);
    felt_text what = most->count == 1 ? most->first->name : par_say(m, "each of %d wagers", most->count);
    if (mpq_sgn(most->units) <= 0)
        par->most = par_say(m, "With a unit on %.*s, the house loses nothing in any %s.", FELT_TEXT_ARGS(what), game->words.event);
    else
        par->most = par_say(m, "With a unit on %.*s, the house can lose %s %.*s in one %s: %.*s.%.*s%.*s", FELT_TEXT_ARGS(what),
                            most->several > 0 ? "no more than" : "at most", FELT_TEXT_ARGS(units), game->words.event,
                            FELT_TEXT_ARGS(par_keep(m, report_event(m->arena, game, most->event))), FELT_TEXT_ARGS(choices_taken(m, most)),
                            FELT_TEXT_ARGS(lasting(m, most)));
    if (most->unset > 0)
        par->most = par_say(m, "%.*s Left out: %d wager%s without a pay under some choice.", FELT_TEXT_ARGS(par->most), most->unset,
                            most->unset > 1 ? "s" : "");
}

void par_document(par_maker *m, felt_par *par)
{
    par->choices = stated_choices(m);
    make_cover(m, par);
    make_subject(m, par);
    make_options(m, par);
    make_findings(m, par);
    make_most(m, par);
}
