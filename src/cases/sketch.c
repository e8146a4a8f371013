/* src/cases/sketch.c - a first case file for a sheet: for every row, a hand that it decides. */
#include "cases.h"

#include <felt/dealing.h>
#include <stdio.h>

enum {
    EVENTS_MOST = 48, /* of a case; a row that takes more gets none */
    ROUNDS_MOST = 400000,
    SEED = 1,
};

/* A hand that a row decides. */
typedef struct example {
    bool found;
    int phase; /* in which it begins */
    int events[EVENTS_MOST];
    int event_count;
    felt_dealt dealt;
} example;

typedef struct sketch {
    felt_arena *arena;
    const felt_sheet *sheet;
    const felt_wager *wager;
    const felt_variant *variant;
    example *examples; /* one for each row */
    felt_text text;
} sketch;

/* ---- from a shoe ---- */

static int fewest_decks(const felt_sheet *sheet)
{
    const felt_option *option = &sheet->options[sheet->decks_option];
    int decks = option->choices[0].number;
    for (int i = 1; i < option->choice_count; i++)
        decks = option->choices[i].number < decks ? option->choices[i].number : decks;
    return decks;
}

/* Deals until every row that may decide has done so, or long enough. */
static felt_status deal_examples(sketch *s)
{
    const felt_game *game = s->sheet->game;
    felt_dealing *shoe = felt_arena_take(s->arena, 1, sizeof *shoe);
    int decks = fewest_decks(s->sheet), left = s->wager->row_count;
    felt_random random;
    if (shoe == NULL)
        return FELT_ENOMEM;
    felt_random_counter(&random, SEED, 0);
    felt_dealing_shuffle(shoe, &random, decks, FELT_CUT_MIN, felt_dealing_rules_unnamed());
    for (int i = 0; i < ROUNDS_MOST && left > 0; i++) {
        felt_dealt dealt = {0};
        felt_error error;
        int event;
        if (!felt_dealing_goes_on(shoe))
            felt_dealing_shuffle(shoe, &random, decks, FELT_CUT_MIN, felt_dealing_rules_unnamed());
        game->deal(shoe, &dealt);
        if (game->classify(&dealt, decks, &event, &error) != FELT_OK)
            continue;
        int row = felt_machine_row(s->variant->machine, 0, event);
        if (row < 0 || row == FELT_ROW_NONE || s->examples[row].found)
            continue;
        s->examples[row] = (example){.found = true, .dealt = dealt};
        left--;
    }
    return FELT_OK;
}

/* ---- thrown ---- */

/* Where a search has been: a state of the wager in a phase of the game, and how it came there. */
typedef struct step {
    bool seen;
    int from, event; /* from -1: here it began */
} step;

typedef struct search {
    step *steps; /* one for each state and phase */
    int *queue;
    int first, last;
} search;

static void visit(search *q, int place, int from, int event)
{
    if (q->steps[place].seen)
        return;
    q->steps[place] = (step){true, from, event};
    q->queue[q->last++] = place;
}

/* The events that led to `place`, and then `event`. */
static void note_example(sketch *s, const search *q, int row, int phase, int place, int event)
{
    example *e = &s->examples[row];
    int count = 1;
    for (int at = place; q->steps[at].from >= 0; at = q->steps[at].from)
        count++;
    if (e->found || count > EVENTS_MOST)
        return;
    *e = (example){.found = true, .phase = phase, .event_count = count};
    e->events[--count] = event;
    for (int at = place; q->steps[at].from >= 0; at = q->steps[at].from)
        e->events[--count] = q->steps[at].event;
}

/* The shortest hand for each row: every state is looked at once, the nearest first. A hand that is over does not go on. */
static felt_status search_from(sketch *s, int phase)
{
    const felt_machine *m = s->variant->machine;
    const felt_game *game = m->game;
    int phases = game->phase_count;
    size_t places = (size_t)m->state_count * (size_t)phases;
    search q = {.steps = felt_arena_take(s->arena, places, sizeof *q.steps), .queue = felt_arena_take(s->arena, places, sizeof *q.queue)};
    if (q.steps == NULL || q.queue == NULL)
        return FELT_ENOMEM;
    for (visit(&q, (int)m->start[phase] * phases + phase, -1, 0); q.first < q.last; q.first++) {
        int place = q.queue[q.first];
        for (int event = 0; event < game->event_count; event++) {
            bool over = false;
            int row = felt_machine_row(m, (uint32_t)(place / phases), event);
            int after = game->phase_after(place % phases, event, &over);
            if (row >= 0 && row != FELT_ROW_NONE)
                note_example(s, &q, row, phase, place, event);
            else if (row < 0 && !over)
                visit(&q, (int)felt_machine_next(m, (uint32_t)(place / phases), event) * phases + after, place, event);
        }
    }
    return FELT_OK;
}

static felt_status search_examples(sketch *s)
{
    const felt_machine *m = s->variant->machine;
    felt_status status = FELT_OK;
    for (int phase = 0; phase < m->game->phase_count && status == FELT_OK; phase++)
        if (m->start[phase] != FELT_STATE_NONE)
            status = search_from(s, phase);
    return status;
}

/* ---- the text ---- */

/* Once memory has run out the text stays lost: a part of it would pass for all. */
static void add(sketch *s, felt_text more)
{
    if (s->text.bytes == NULL || more.bytes == NULL) {
        s->text = (felt_text){NULL, 0};
        return;
    }
    s->text = felt_arena_print(s->arena, "%.*s%.*s", FELT_TEXT_ARGS(s->text), FELT_TEXT_ARGS(more));
}

static void add_dealt(sketch *s, const felt_dealt *dealt)
{
    const felt_game *game = s->sheet->game;
    for (int f = 0; f < game->field_count; f++) {
        add(s, felt_arena_print(s->arena, "  %s", game->fields[f].name));
        for (int i = 0; i < dealt->counts[f]; i++) {
            char piece[8] = "";
            felt_card_write(dealt->pieces[f][i], piece);
            add(s, felt_arena_print(s->arena, " %s", piece));
        }
        add(s, felt_text_from("\n"));
    }
}

static void add_events(sketch *s, const example *e)
{
    const felt_game *game = s->sheet->game;
    if (e->phase > 0)
        add(s, felt_arena_print(s->arena, "  %s %d\n", game->words.phase, game->phase_number(e->phase)));
    add(s, felt_arena_print(s->arena, "  %s", game->fields[0].name));
    for (int i = 0; i < e->event_count; i++) {
        char event[32] = "";
        game->event_write(e->events[i], event, sizeof event);
        add(s, felt_arena_print(s->arena, " %s", event));
    }
    add(s, felt_text_from("\n"));
}

/* A name is a string: it holds no quotes, and is not long. */
static felt_text name_of(felt_arena *arena, felt_text row)
{
    felt_text name = felt_arena_copy(arena, felt_text_whole((felt_text){row.bytes, row.length < 80 ? row.length : 80}));
    char *bytes = name.bytes == NULL ? NULL : felt_arena_take(arena, name.length + 1, 1);
    for (size_t i = 0; bytes != NULL && i < name.length; i++)
        bytes[i] = (char)(name.bytes[i] == '"' ? '\'' : name.bytes[i]);
    return (felt_text){bytes, bytes == NULL ? 0 : name.length};
}

/* What the example was found under, where there is anything to choose. */
static void add_choices(sketch *s)
{
    for (int i = 0; i < s->wager->option_count; i++) {
        const felt_option *option = &s->sheet->options[s->wager->options[i]];
        if (option->choice_count > 1)
            add(s, felt_arena_print(s->arena, "  with %.*s is %.*s\n", FELT_TEXT_ARGS(option->name),
                                    FELT_TEXT_ARGS(option->choices[s->variant->choices[i]].name)));
    }
}

static void add_case(sketch *s, int row)
{
    const example *e = &s->examples[row];
    const felt_pay *pay = &s->variant->pays[row].pay;
    const felt_wager *w = s->wager;
    char does[64];
    felt_pay_write(pay, does, sizeof does);
    if (!e->found || pay->kind == FELT_PAY_STAYS)
        return;
    add(s, felt_arena_print(s->arena, "\ncase \"%.*s: ", FELT_TEXT_ARGS(w->short_name)));
    add(s, name_of(s->arena, w->rows[row].text));
    add(s, felt_arena_print(s->arena, " %s\"\n", does));
    if (s->sheet->game->one_event)
        add_dealt(s, &e->dealt);
    else
        add_events(s, e);
    add_choices(s);
    add(s, felt_arena_print(s->arena, "  expect %.*s%s%.*s %s\n", FELT_TEXT_ARGS(w->short_name), w->side.length > 0 ? " on " : "",
                            FELT_TEXT_ARGS(w->side), does));
}

static felt_status add_wager(sketch *s)
{
    s->examples = felt_arena_take(s->arena, FELT_ROWS_MAX, sizeof *s->examples);
    if (s->examples == NULL)
        return FELT_ENOMEM;
    const felt_game *game = s->sheet->game;
    felt_status status = FELT_OK;
    if (!game->one_event)
        status = search_examples(s);
    else if (game->source == FELT_SOURCE_SHOE)
        status = deal_examples(s);
    for (int row = 0; row < s->wager->row_count && status == FELT_OK; row++)
        add_case(s, row);
    return status;
}

felt_status felt_cases_sketch(felt_arena *arena, const felt_sheet *sheet, felt_text name, felt_text *ret)
{
    sketch s = {.arena = arena, .sheet = sheet, .text = felt_arena_print(arena, "sheet %.*s\n", FELT_TEXT_ARGS(name))};
    felt_status status = FELT_OK;
    for (int i = 0; i < sheet->wager_count && status == FELT_OK; i++) {
        s.wager = &sheet->wagers[i];
        s.variant = &s.wager->variants[0];
        if (s.variant->complete)
            status = add_wager(&s);
    }
    if (status == FELT_OK && s.text.bytes == NULL)
        status = FELT_ENOMEM;
    if (status == FELT_OK)
        *ret = s.text;
    return status;
}
