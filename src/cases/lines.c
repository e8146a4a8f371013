/* src/cases/lines.c - the lines of a case that tell of a round and of choices: player, banker, point, rolls, with. */
#include "cases.h"

static bool need_game(case_reader *r, const felt_game *game)
{
    if (r->sheet->game == game)
        return true;
    r->p.at--;
    if (game == &felt_game_craps)
        return parser_fail(&r->p, "type",
                           "found '%.*s', which is for craps; expected 'player', 'banker', 'with' or 'expect' for this baccarat sheet",
                           FELT_TEXT_ARGS(r->p.at->text));
    return parser_fail(&r->p, "type",
                       "found '%.*s', which is for baccarat; expected 'point', 'rolls', 'with' or 'expect' for this craps sheet",
                       FELT_TEXT_ARGS(r->p.at->text));
}

/* ---- baccarat ---- */

static bool read_hand(case_reader *r, const token **ret_at, felt_card *cards, int *ret_count)
{
    parser *p = &r->p;
    const token *word = p->at - 1;
    if (!need_game(r, &felt_game_baccarat))
        return false;
    if (*ret_at != NULL) {
        p->at = word;
        return parser_fail(p, "syntax", "found a second '%.*s', expected one: the first is in line %d", FELT_TEXT_ARGS(word->text),
                           (*ret_at)->line);
    }
    *ret_at = word;
    int count = 0;
    for (; p->at->kind != TOKEN_END; p->at++) {
        if (count == FELT_HAND_CARDS_MAX)
            return parser_fail(p, "limit", "found a fourth card, expected 2 or 3");
        if (p->at->kind == TOKEN_STRING || !felt_card_read(p->at->text, &cards[count]))
            return parser_expected(p, "a card such as 9S, 10H or KC: its rank, then S, H, D or C", NULL);
        count++;
    }
    if (count < 2)
        return parser_fail(p, "syntax", "found %d card%s, expected 2 or 3", count, count == 1 ? "" : "s");
    *ret_count = count;
    return true;
}

bool cases_player(case_reader *r)
{
    return read_hand(r, &r->player, r->now.round.player, &r->now.round.player_cards);
}

bool cases_banker(case_reader *r)
{
    return read_hand(r, &r->banker, r->now.round.banker, &r->now.round.banker_cards);
}

/* The most decks that the sheet allows, for which the fewest deals are impossible. */
static int decks_of(const felt_sheet *sheet)
{
    int most = 1;
    for (int i = 0; sheet->decks_option >= 0 && i < sheet->options[sheet->decks_option].choice_count; i++) {
        int decks = sheet->options[sheet->decks_option].choices[i].number;
        most = decks > most ? decks : most;
    }
    return most;
}

static bool check_hands(case_reader *r)
{
    parser *p = &r->p;
    felt_error error;
    if (r->player == NULL || r->banker == NULL)
        return parser_fail(p, "syntax", "found 'expect', expected both hands first: %s",
                           r->player == NULL ? "player 2S 4D" : "banker 3H 2C 2D");
    if (felt_round_verify(&r->now.round, decks_of(r->sheet), &error) == FELT_OK)
        return true;
    p->at = r->banker->line > r->player->line ? r->banker : r->player;
    return parser_fail(p, "deal", "these hands cannot be dealt: %s", error.message);
}

bool cases_round_ready(case_reader *r)
{
    parser *p = &r->p;
    const token *before = p->at;
    if (r->round_checked || r->round_broken)
        return !r->round_broken;
    r->round_checked = true;
    p->at--;
    if (r->sheet->game == &felt_game_baccarat)
        r->round_broken = !check_hands(r);
    else if (r->now.roll_count == 0)
        r->round_broken = !parser_fail(p, "syntax", "found 'expect', expected rolls first: rolls 6 4-4 7");
    p->at = before;
    r->broken = r->broken || r->round_broken;
    return !r->round_broken;
}

/* ---- craps ---- */

bool cases_point(case_reader *r)
{
    parser *p = &r->p;
    const token *word = p->at - 1;
    int total;
    if (!need_game(r, &felt_game_craps))
        return false;
    if (r->point != NULL || r->now.roll_count > 0) {
        p->at = word;
        return parser_fail(p, "syntax",
                           "found 'point', expected it once, before the first roll: it is where the puck is when the wagers are placed");
    }
    r->point = word;
    const token *number = p->at;
    if (!parser_need_number(p, "a point", 4, 10, &total) || !parser_need_end(p))
        return false;
    r->now.puck = felt_puck_on(total);
    p->at = number;
    return r->now.puck != FELT_PUCK_OFF || parser_fail(p, "range", "found the number 7, expected a point: 4, 5, 6, 8, 9 or 10");
}

/* 4-4 as faces, 8 as a total. */
static bool read_roll(parser *p, felt_case_roll *ret)
{
    felt_text text = p->at->text;
    *ret = (felt_case_roll){.roll = -1, .line = p->at->line, .column = p->at->column};
    if (p->at->kind == TOKEN_NUMBER)
        return parser_need_number(p, "a total", 2, 12, &ret->total);
    if (p->at->kind != TOKEN_WORD || text.length != 3 || text.bytes[1] != '-')
        return parser_expected(p, "a roll: a total from 2 to 12, or faces such as 4-4", NULL);
    int a = text.bytes[0] - '0', b = text.bytes[2] - '0';
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return parser_expected(p, "faces from 1 to 6, such as 4-4", NULL);
    ret->roll = felt_roll_index(a, b);
    ret->total = a + b;
    p->at++;
    return true;
}

bool cases_rolls(case_reader *r)
{
    if (!need_game(r, &felt_game_craps))
        return false;
    do {
        if (r->now.roll_count == FELT_CASE_ROLLS_MAX)
            return parser_fail(&r->p, "limit", "more than %d rolls in a case", FELT_CASE_ROLLS_MAX);
        if (!read_roll(&r->p, &r->rolls[r->now.roll_count]))
            return false;
        r->now.roll_count++;
    } while (r->p.at->kind != TOKEN_END);
    return true;
}

/* ---- choices ---- */

enum { NAMES_MAX = FELT_OPTIONS_MAX + FELT_WAGERS_MAX };

static bool known_option(case_reader *r, const token *name)
{
    felt_text names[NAMES_MAX];
    int count = 0;
    if (felt_option_find(r->sheet, name->text) >= 0)
        return true;
    for (int i = 0; i < r->sheet->option_count && count < NAMES_MAX; i++)
        names[count++] = r->sheet->options[i].name;
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
    for (int i = 0; i < r->sheet->option_count; i++) {
        const felt_option *o = &r->sheet->options[i];
        if (!felt_text_equal(o->name, option))
            continue;
        if (felt_choice_find(o, choice->text) >= 0)
            return true;
        for (int k = 0; k < o->choice_count && count < NAMES_MAX; k++)
            names[count++] = o->choices[k].name;
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
