/* src/cases/lines.c - the lines of a case that tell of a hand and of choices: its fields (player, banker, rolls), its phase, with. */
#include "cases.h"

/* ---- hands of one event ---- */

static bool read_pieces(case_reader *r, int field)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    const token *word = p->at - 1;
    if (r->fields[field] != NULL) {
        p->at = word;
        return parser_fail(p, "syntax", "found a second '%.*s', expected one: the first is in line %d", FELT_TEXT_ARGS(word->text),
                           r->fields[field]->line);
    }
    r->fields[field] = word;
    int count = 0;
    for (; p->at->kind != TOKEN_END; p->at++, count++) {
        if (count == game->pieces_max)
            return parser_fail(p, "limit", "found %s number %d, expected %s", game->piece, count + 1, game->pieces_expected);
        if (p->at->kind == TOKEN_STRING || !game->piece_read(p->at->text, &r->now.dealt.pieces[field][count]))
            return parser_expected(p, game->piece_expected, NULL);
    }
    if (count < game->pieces_min)
        return parser_fail(p, "syntax", "found %d %s, expected %s", count, count == 1 ? game->piece : game->words.pieces,
                           game->pieces_expected);
    r->now.dealt.counts[field] = (uint8_t)count;
    return true;
}

/* The most decks that all sheets allow, for which the fewest deals are impossible. */
static int decks_of(const case_reader *r)
{
    int most = 0;
    for (int s = 0; s < r->sheet_count; s++) {
        const felt_sheet *sheet = r->sheets[s];
        int own = 0;
        for (int i = 0; sheet->decks_option >= 0 && i < sheet->options[sheet->decks_option].choice_count; i++) {
            int decks = sheet->options[sheet->decks_option].choices[i].number;
            own = decks > own ? decks : own;
        }
        most = s == 0 || own < most ? own : most;
    }
    return most;
}

static bool check_dealt(case_reader *r)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    const token *last = r->fields[0];
    felt_error error;
    int event = 0;
    for (int i = 0; i < game->field_count; i++) {
        if (r->fields[i] == NULL)
            return parser_fail(p, "syntax", "found 'expect', expected all of the %s first: %s %s", game->words.hand, game->fields[i].name,
                               game->fields[i].example);
        last = r->fields[i]->line > last->line ? r->fields[i] : last;
    }
    if (game->classify(&r->now.dealt, decks_of(r), &event, &error) != FELT_OK) {
        p->at = last;
        return parser_fail(p, "deal", "this %s cannot be dealt: %s", game->words.hand, error.message);
    }
    r->events[0] = (felt_case_event){.code = event, .line = last->line, .column = last->column};
    r->now.event_count = 1;
    return true;
}

/* ---- hands of several events ---- */

static bool read_events(case_reader *r)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    do {
        if (r->now.event_count == game->hand_events_max || r->now.event_count == FELT_CASE_EVENTS_MAX)
            return parser_fail(p, "limit", "more than %d %s in a case", r->now.event_count, game->words.events);
        bool word = p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_NUMBER;
        int code = word ? game->event_read(p->at->text) : -1;
        if (code < 0)
            return parser_expected(p, game->fields[0].expected, NULL);
        r->events[r->now.event_count++] = (felt_case_event){.code = code, .line = p->at->line, .column = p->at->column};
        p->at++;
    } while (p->at->kind != TOKEN_END);
    return true;
}

bool cases_field(case_reader *r, int field)
{
    return cases_game(r)->one_event ? read_pieces(r, field) : read_events(r);
}

bool cases_phase(case_reader *r)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    const token *word = p->at - 1;
    int number;
    if (r->phase != NULL || r->now.event_count > 0) {
        p->at = word;
        return parser_fail(p, "syntax", "found '%s', expected it once, before the first %s: it is so when the hand begins",
                           game->words.phase, game->words.event);
    }
    r->phase = word;
    const token *at = p->at;
    if (!parser_need_number(p, game->phase_expected, 0, FELT_PAY_MAX, &number) || !parser_need_end(p))
        return false;
    r->now.phase = game->phase_find(number);
    p->at = at;
    return r->now.phase >= 0 || parser_fail(p, "range", "found the number %d, expected %s", number, game->phase_expected);
}

bool cases_hand_ready(case_reader *r)
{
    parser *p = &r->p;
    const felt_game *game = cases_game(r);
    const token *before = p->at;
    if (r->hand_checked || r->hand_broken)
        return !r->hand_broken;
    r->hand_checked = true;
    p->at--;
    if (game->one_event)
        r->hand_broken = !check_dealt(r);
    else if (r->now.event_count == 0)
        r->hand_broken = !parser_fail(p, "syntax", "found 'expect', expected %s first: %s %s", game->words.events, game->fields[0].name,
                                      game->fields[0].example);
    p->at = before;
    r->broken = r->broken || r->hand_broken;
    return !r->hand_broken;
}

/* ---- choices ---- */

enum { NAMES_MAX = FELT_OPTIONS_MAX + FELT_WAGERS_MAX };

static bool known_option(case_reader *r, const token *name)
{
    felt_text names[NAMES_MAX];
    int count = 0;
    for (int s = 0; s < r->sheet_count; s++) {
        if (felt_option_find(r->sheets[s], name->text) >= 0)
            return true;
        for (int i = 0; i < r->sheets[s]->option_count && count < NAMES_MAX; i++)
            names[count++] = r->sheets[s]->options[i].name;
    }
    r->p.at = name;
    parser_fail(&r->p, "unknown-name", "found '%.*s', expected an option or reading of the sheet", FELT_TEXT_ARGS(name->text));
    parser_suggest_names(&r->p, name->text, names, count);
    return false;
}

/* Paytables of different wagers share one name; a choice of any of them is known. */
static bool known_choice(case_reader *r, felt_text option, const token *choice)
{
    felt_text names[NAMES_MAX];
    int count = 0;
    for (int s = 0; s < r->sheet_count; s++) {
        for (int i = 0; i < r->sheets[s]->option_count; i++) {
            const felt_option *o = &r->sheets[s]->options[i];
            if (!felt_text_equal(o->name, option))
                continue;
            if (felt_choice_find(o, choice->text) >= 0)
                return true;
            for (int k = 0; k < o->choice_count && count < NAMES_MAX; k++)
                names[count++] = o->choices[k].name;
        }
    }
    r->p.at = choice;
    parser_fail(&r->p, "unknown-name", "found '%.*s', expected a choice of '%.*s'", FELT_TEXT_ARGS(choice->text), FELT_TEXT_ARGS(option));
    parser_suggest_names(&r->p, choice->text, names, count);
    return false;
}

bool cases_with(case_reader *r)
{
    parser *p = &r->p;
    const token *option = p->at;
    if (option->kind != TOKEN_WORD)
        return parser_expected(p, "an option of the sheet, as in: with paytable is PT1", NULL);
    p->at++;
    if (!known_option(r, option) || !parser_need(p, "is"))
        return false;
    const token *choice = p->at;
    if (choice->kind != TOKEN_WORD && choice->kind != TOKEN_NUMBER)
        return parser_expected(p, "a choice", NULL);
    p->at++;
    if (!known_choice(r, option->text, choice) || !parser_need_end(p))
        return false;
    p->at = option;
    for (int i = 0; i < r->now.with_count; i++)
        if (felt_text_equal(r->withs[i].option, option->text))
            return parser_fail(p, "syntax", "found '%.*s' again, expected each option once in a case", FELT_TEXT_ARGS(option->text));
    if (r->now.with_count == FELT_CASE_WITHS_MAX)
        return parser_fail(p, "limit", "more than %d 'with' lines in a case", FELT_CASE_WITHS_MAX);
    r->withs[r->now.with_count++] = (felt_case_with){option->text, choice->text};
    return true;
}
