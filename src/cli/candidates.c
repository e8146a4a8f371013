/* src/cli/candidates.c - names that may stand where a command line ends. */
#include "candidates.h"

#include <string.h>

void candidates_offer(candidates *l, felt_text word, const char *after)
{
    bool begins = word.length >= l->begun.length && (l->begun.length == 0 || memcmp(word.bytes, l->begun.bytes, l->begun.length) == 0);
    for (int i = 0; i < l->seen_count && begins; i++)
        begins = !felt_text_equal(l->seen[i], word);
    if (!begins || l->seen_count == CANDIDATES_MAX)
        return;
    l->seen[l->seen_count++] = word;
    fprintf(l->c->out, "%.*s%.*s%s\n", FELT_TEXT_ARGS(l->kept), FELT_TEXT_ARGS(word), after);
}

void candidates_offer_words(candidates *l, const char *words)
{
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        candidates_offer(l, (felt_text){words, length}, "");
        words += length + strspn(words + length, " ");
    }
}

void candidates_sheets(candidates *l)
{
    const char **names;
    int count = cli_shipped(l->c, l->arena, &names);
    for (int i = 0; i < count; i++)
        candidates_offer(l, felt_text_from(names[i]), "");
}

void candidates_strategies(candidates *l)
{
    const char **names;
    int count = cli_shipped_strategies(l->c, l->arena, &names);
    for (int i = 0; i < count; i++)
        candidates_offer(l, felt_text_from(names[i]), "");
}

void candidates_wagers(candidates *l, const felt_sheet *const *sheets, int count)
{
    for (int s = 0; s < count; s++) {
        for (int i = 0; i < sheets[s]->wager_count; i++)
            candidates_offer(l, sheets[s]->wagers[i].short_name, "");
        for (int i = 0; i < sheets[s]->group_count; i++)
            candidates_offer(l, sheets[s]->groups[i].short_name, "");
    }
}

/* What was typed up to its last `mark` stays. False: there is none in it. */
static bool keep_up_to(candidates *l, char mark)
{
    for (size_t i = l->begun.length; i > 0; i--) {
        if (l->begun.bytes[i - 1] != mark)
            continue;
        l->kept = felt_arena_print(l->arena, "%.*s%.*s", FELT_TEXT_ARGS(l->kept), (int)i, l->begun.bytes);
        l->begun = (felt_text){l->begun.bytes + i, l->begun.length - i};
        return true;
    }
    return false;
}

static void offer_choices(candidates *l, felt_text option, const felt_sheet *const *sheets, int count)
{
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->option_count; i++)
            for (int c = 0; felt_text_equal(sheets[s]->options[i].name, option) && c < sheets[s]->options[i].choice_count; c++)
                candidates_offer(l, sheets[s]->options[i].choices[c].name, "");
}

void candidates_settings(candidates *l, const felt_sheet *const *sheets, int count)
{
    felt_text typed = l->begun;
    if (keep_up_to(l, '=')) {
        offer_choices(l, (felt_text){typed.bytes, typed.length - l->begun.length - 1}, sheets, count);
        return;
    }
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->option_count; i++)
            candidates_offer(l, sheets[s]->options[i].name, "=");
}

void candidates_decks(candidates *l, const felt_sheet *const *sheets, int count)
{
    offer_choices(l, felt_text_from("decks"), sheets, count);
}

void candidates_bets(candidates *l, const felt_sheet *const *sheets, int count)
{
    keep_up_to(l, ',');
    felt_text typed = l->begun;
    if (memchr(typed.bytes, ':', typed.length) != NULL)
        return; /* an amount is nobody's to guess */
    bool of_side = keep_up_to(l, '/');
    felt_text name = {typed.bytes, of_side ? typed.length - l->begun.length - 1 : 0};
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->wager_count; i++) {
            const felt_wager *w = &sheets[s]->wagers[i];
            if (!of_side)
                candidates_offer(l, w->short_name, ":");
            else if (felt_text_equal(w->short_name, name) && w->side.length > 0)
                candidates_offer(l, w->side, ":");
        }
}
