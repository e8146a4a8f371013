/* src/report/card_terms.c - the terms of a wager on a rule card: what it needs, how large it may be, its vig, what may be done with it.
 *
 * A term that is not the same under all choices left is written once for each way it has, with the choices of the option that decides:
 * "at most that stake [odds-limit is single], at most 2 times that stake [odds-limit is double]". */
#include "card_layout.h"

#include <felt/terms.h>

/* Both texts with `with` between them, the second alone when the first is empty; bytes is NULL when memory runs out, then or before. */
static felt_text joined(felt_arena *arena, felt_text text, const char *with, felt_text more)
{
    if (text.bytes == NULL || more.bytes == NULL)
        return (felt_text){NULL, 0};
    return felt_arena_print(arena, "%.*s%s%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? with : "", FELT_TEXT_ARGS(more));
}

typedef felt_text (*term_write)(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant);

/* How a term is put. */
typedef struct term_words {
    term_write write;
    const char *before, *joint;
    const char *none; /* stands for the term where it is empty */
} term_words;

/* The ways a term has in the variants left. */
typedef struct term_ways {
    felt_text *of;   /* of each variant of the wager; bytes NULL: it is not left */
    felt_text *ways; /* each once, in the order of the variants, an empty one last */
    int count;
} term_ways;

static int find_way(const term_ways *t, felt_text text)
{
    for (int i = 0; i < t->count; i++)
        if (felt_text_equal(t->ways[i], text))
            return i;
    return -1;
}

static bool collect(felt_arena *arena, const card_layout *l, term_write write, term_ways *ret)
{
    size_t count = (size_t)l->wager->variant_count;
    bool empty = false;
    *ret = (term_ways){felt_arena_take(arena, count, sizeof *ret->of), felt_arena_take(arena, count + 1, sizeof *ret->ways), 0};
    if (ret->of == NULL || ret->ways == NULL)
        return false;
    for (size_t v = 0; v < count; v++) {
        const felt_variant *variant = &l->wager->variants[v];
        ret->of[v] = (felt_text){NULL, 0};
        if (!felt_variant_selected(l->selection, l->sheet, l->wager, variant))
            continue;
        ret->of[v] = write(arena, l->sheet, variant);
        if (ret->of[v].bytes == NULL)
            return false;
        empty = empty || ret->of[v].length == 0;
        if (ret->of[v].length > 0 && find_way(ret, ret->of[v]) < 0)
            ret->ways[ret->count++] = ret->of[v];
    }
    if (empty)
        ret->ways[ret->count++] = (felt_text){"", 0};
    return true;
}

/* Does the choice of the wager's option `option` alone say which way the term has? ret_ways[choice]: which, -1 where it is not left. */
static bool decides(const card_layout *l, const term_ways *t, int option, int ret_ways[FELT_CHOICES_MAX])
{
    for (int i = 0; i < FELT_CHOICES_MAX; i++)
        ret_ways[i] = -1;
    for (int v = 0; v < l->wager->variant_count; v++) {
        if (t->of[v].bytes == NULL)
            continue;
        int way = find_way(t, t->of[v]), *known = &ret_ways[l->wager->variants[v].choices[option]];
        if (*known >= 0 && *known != way)
            return false;
        *known = way;
    }
    return true;
}

/* " [odds-limit is single or double]": the choices of the option that come to the way. */
static felt_text choices_of(felt_arena *arena, const felt_option *option, const int ways[FELT_CHOICES_MAX], int way)
{
    felt_text text = {"", 0}, last = {"", 0};
    for (int i = 0; i < option->choice_count; i++) {
        if (ways[i] != way)
            continue;
        text = joined(arena, text, ", ", last);
        last = option->choices[i].name;
    }
    text = joined(arena, text, " or ", last);
    return text.bytes == NULL ? text : felt_arena_print(arena, " [%.*s is %.*s]", FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(text));
}

static felt_text say(felt_arena *arena, const card_layout *l, const term_words *words)
{
    term_ways t;
    int ways[FELT_CHOICES_MAX], option = 0;
    felt_text text = {"", 0};
    if (!collect(arena, l, words->write, &t))
        return (felt_text){NULL, 0};
    if (t.count == 0 || t.ways[0].length == 0)
        return text;
    if (t.count == 1)
        return joined(arena, felt_text_from(words->before), "", t.ways[0]);
    while (option < l->wager->option_count && !decides(l, &t, option, ways))
        option++;
    bool one = option < l->wager->option_count;
    for (int i = 0; i < t.count && text.bytes != NULL; i++) {
        bool none = t.ways[i].length == 0;
        felt_text way = none ? felt_text_from(words->none) : t.ways[i];
        if (one)
            way = joined(arena, way, "", choices_of(arena, &l->sheet->options[l->wager->options[option]], ways, i));
        text = joined(arena, text, none ? ", or " : words->joint, way);
    }
    text = joined(arena, felt_text_from(words->before), "", text);
    return one ? text : joined(arena, text, "", felt_text_from(", as the options say"));
}

/* ---- the terms ---- */

static felt_text card_needs(felt_arena *arena, const card_layout *l)
{
    return say(arena, l, &(term_words){felt_terms_needs, "needs a bet on ", ", or on ", "none"});
}

static felt_text most_text(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant)
{
    (void)sheet;
    return felt_terms_most(arena, variant);
}

static felt_text card_most(felt_arena *arena, const card_layout *l)
{
    return say(arena, l, &(term_words){most_text, "", ", ", "without limit"});
}

static felt_text vig_text(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant)
{
    (void)sheet;
    return felt_terms_vig(arena, variant);
}

static felt_text card_vig(felt_arena *arena, const card_layout *l)
{
    return say(arena, l, &(term_words){vig_text, "", ", or ", "none"});
}

/* Nothing is said of a bet that the first event decides. */
static felt_text may_text(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant)
{
    if (!felt_variant_stands(variant))
        return (felt_text){"", 0};
    felt_text may = felt_terms_may(arena, variant);
    if (may.bytes == NULL)
        return may;
    return felt_arena_print(arena, "after its first %s, %.*s", sheet->game->words.event,
                            FELT_TEXT_ARGS(may.length > 0 ? may : felt_text_from("stands until it is decided")));
}

static felt_text card_may(felt_arena *arena, const card_layout *l)
{
    return say(arena, l, &(term_words){may_text, "", ", or ", "nothing"});
}

/* Said also where the selection leaves no other choice: a card that is kept says by itself when the wager is there. */
static felt_text card_offered(felt_arena *arena, const card_layout *l)
{
    felt_text where = l->wager->offered_where;
    return where.length == 0 ? where : felt_arena_print(arena, "offered where %.*s", FELT_TEXT_ARGS(where));
}

int card_terms(felt_arena *arena, const card_layout *l, felt_text ret[CARD_TERMS_MAX])
{
    felt_text all[CARD_TERMS_MAX] = {card_offered(arena, l), card_placed(arena, l), card_needs(arena, l),   card_most(arena, l),
                                     card_vig(arena, l),     card_may(arena, l),    card_paytable(arena, l)};
    int count = 0;
    for (int i = 0; i < CARD_TERMS_MAX; i++)
        if (all[i].bytes == NULL || all[i].length > 0)
            ret[count++] = all[i];
    return count;
}
