/* src/sheet/roll_words.c - a set of rolls in the sheet's words. */
#include "machine.h"

#include <stdio.h>

enum { PARTS_MAX = FELT_ROLL_COUNT, PART_BYTES = 12 };

typedef struct parts {
    char texts[PARTS_MAX][PART_BYTES];
    int count;
} parts;

/* The rolls of `mask` that have this total: "6", "hard 6", "easy 6", or one by one. */
static void add_total(parts *p, int total, uint32_t mask)
{
    uint32_t all = 0, doubles = 0;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
        if (felt_roll_total(roll) != total)
            continue;
        all |= (uint32_t)1 << roll;
        doubles |= felt_roll_is_double(roll) ? (uint32_t)1 << roll : 0;
    }
    mask &= all;
    if (mask == 0)
        return;
    if (mask == all || mask == doubles || mask == (all & ~doubles)) {
        const char *kind = mask == doubles ? "hard " : "easy ";
        snprintf(p->texts[p->count++], PART_BYTES, "%s%d", mask == all ? "" : kind, total);
        return;
    }
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        if (mask >> roll & 1)
            snprintf(p->texts[p->count++], PART_BYTES, "%d-%d", felt_roll_low(roll), felt_roll_high(roll));
}

static bool is_doubles(uint32_t mask)
{
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        if ((mask >> roll & 1) != felt_roll_is_double(roll))
            return false;
    return true;
}

felt_text rolls_words(felt_arena *arena, uint32_t mask)
{
    if (is_doubles(mask))
        return felt_arena_print(arena, "doubles rolled");
    parts p = {.count = 0};
    char text[PARTS_MAX * (PART_BYTES + 4)] = "";
    size_t at = 0;
    for (int total = 2; total <= 12; total++)
        add_total(&p, total, mask);
    for (int i = 0; i < p.count; i++) {
        const char *before = i + 1 == p.count ? " or " : ", ";
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i == 0 ? "" : before, p.texts[i]);
    }
    return felt_arena_print(arena, "%s rolled", text);
}
