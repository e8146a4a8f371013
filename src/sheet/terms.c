/* src/sheet/terms.c - what a bet needs, how large it may be and what may be done with it, in words. */
#include <felt/ratio.h>
#include <felt/terms.h>

/* Both texts with `with` between them, the second alone when the first is empty; bytes is NULL when memory runs out, then or before. */
static felt_text joined(felt_arena *arena, felt_text text, const char *with, felt_text more)
{
    if (text.bytes == NULL || more.bytes == NULL)
        return (felt_text){NULL, 0};
    return felt_arena_print(arena, "%.*s%s%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? with : "", FELT_TEXT_ARGS(more));
}

static felt_text name_of(felt_arena *arena, const felt_sheet *sheet, const felt_need *need)
{
    if (need->wager != FELT_WAGER_OUTSIDE)
        return sheet->wagers[need->wager].name;
    return felt_arena_print(arena, "%.*s/%.*s", FELT_TEXT_ARGS(need->sheet), FELT_TEXT_ARGS(need->name));
}

felt_text felt_terms_needs(felt_arena *arena, const felt_sheet *sheet, const felt_variant *variant)
{
    felt_text text = {"", 0}, last = {"", 0};
    bool on_number = false;
    for (int i = 0; i < variant->needs_count; i++) {
        felt_text name = name_of(arena, sheet, &variant->needs[i]);
        on_number = on_number || variant->needs[i].on_number;
        if (name.bytes != NULL && felt_text_equal(name, last))
            continue;
        text = joined(arena, text, ", ", last);
        last = name;
    }
    text = joined(arena, text, " or ", last);
    return on_number ? joined(arena, text, " ", felt_text_from("on the same number")) : text;
}

felt_text felt_terms_most(felt_arena *arena, const felt_variant *variant)
{
    int num = variant->most_num, den = variant->most_den;
    if (den == 0)
        return (felt_text){"", 0};
    if (den > 1 && !(num == 1 && den == 2))
        return felt_arena_print(arena, "at most %.*s times that stake", FELT_TEXT_ARGS(felt_ratio_print_short_of(arena, num, den)));
    if (den == 2)
        return felt_text_from("at most half that stake");
    if (num == 1)
        return felt_text_from("at most that stake");
    return felt_arena_print(arena, "at most %d times that stake", num);
}

felt_text felt_terms_may(felt_arena *arena, const felt_variant *variant)
{
    static const char *const words[] = {"raised", "lowered", "taken down", "turned off"};
    felt_text text = {"", 0}, last = {"", 0};
    if (variant->may == 0)
        return text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!(variant->may >> i & 1))
            continue;
        text = joined(arena, text, ", ", last);
        last = felt_text_from(words[i]);
    }
    text = joined(arena, text, " or ", last);
    return text.bytes == NULL ? text : felt_arena_print(arena, "may be %.*s", FELT_TEXT_ARGS(text));
}

felt_text felt_terms_vig(felt_arena *arena, const felt_variant *variant)
{
    int percent = variant->printed_vig;
    const char *of = variant->printed_vig_of_stake ? "the stake" : "what it can win";
    if (percent == 0)
        return (felt_text){"", 0};
    if (percent % 100 == 0)
        return felt_arena_print(arena, "a vig of %d%% of %s is handed over beside it and kept", percent / 100, of);
    return felt_arena_print(arena, "a vig of %d.%02d%% of %s is handed over beside it and kept", percent / 100, percent % 100, of);
}

bool felt_variant_stands(const felt_variant *variant)
{
    const felt_machine *m = variant->machine;
    for (size_t i = 0; i < (size_t)m->state_count * m->class_count; i++)
        if (m->next[i] < m->state_count)
            return true;
    return false;
}
