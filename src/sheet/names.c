/* src/sheet/names.c - wagers by the names that people give them. */
#include "names.h"

#include <stdio.h>

typedef bool same_name(felt_text a, felt_text b);

static bool equal(felt_text a, felt_text b)
{
    return felt_text_equal(a, b);
}

static bool is_called(const felt_sheet *sheet, const felt_wager *wager, felt_text name, same_name *same)
{
    const felt_group *group = wager->group < 0 ? NULL : &sheet->groups[wager->group];
    return same(name, wager->short_name) || same(name, wager->name) ||
           (group != NULL && (same(name, group->short_name) || same(name, group->name)));
}

bool felt_wager_called(const felt_sheet *sheet, const felt_wager *wager, felt_text name)
{
    if (is_called(sheet, wager, name, equal))
        return true;
    if (!is_called(sheet, wager, name, felt_text_alike))
        return false;
    for (int i = 0; i < sheet->wager_count; i++)
        if (is_called(sheet, &sheet->wagers[i], name, equal))
            return false; /* it is the name of that one, to the letter */
    return true;
}

void felt_wagers_near(const felt_sheet *sheet, felt_near *near)
{
    for (int i = 0; i < sheet->wager_count; i++)
        felt_near_try(near, sheet->wagers[i].short_name);
    for (int i = 0; i < sheet->wager_count; i++)
        felt_near_try(near, sheet->wagers[i].name);
}

/* What is looked for, and where. */
typedef struct names {
    const felt_sheet *const *sheets;
    int sheet_count;
    felt_text of; /* the short name of a sheet; empty: any */
    felt_text name, side;
    same_name *same;
} names;

/* What was found. */
typedef struct search {
    named_wager found, other; /* on the side asked for; of the name, whatever the side. Wager -1: none */
    bool shared;              /* more than one is called so ... */
    bool in_one_sheet;        /* ... in one sheet */
} search;

static const felt_wager *wager_of(const names *n, named_wager w)
{
    return &n->sheets[w.sheet]->wagers[w.wager];
}

static void note(const names *n, named_wager w, search *s)
{
    if (s->other.wager < 0)
        s->other = w;
    felt_text side = wager_of(n, w)->side;
    if (!felt_text_equal(side, n->side) && !n->same(side, n->side))
        return;
    s->shared = s->found.wager >= 0;
    s->in_one_sheet = s->shared && s->found.sheet == w.sheet;
    s->found = w;
}

static search look_for(const names *n)
{
    search s = {.found = {-1, -1}, .other = {-1, -1}};
    for (int printed = 0; printed < 2 && s.other.wager < 0; printed++) /* short names first: in a sheet they are unique but for sides */
        for (int k = 0; k < n->sheet_count; k++)
            for (int i = 0; i < n->sheets[k]->wager_count; i++) {
                const felt_wager *w = &n->sheets[k]->wagers[i];
                bool here = n->of.length == 0 || felt_text_equal(n->of, n->sheets[k]->short_name);
                if (here && n->same(printed ? w->name : w->short_name, n->name))
                    note(n, (named_wager){k, i}, &s);
            }
    return s;
}

/* Divides "name on side". */
static bool divide_side(names *n)
{
    static const char on[] = " on ";
    size_t width = sizeof on - 1;
    for (size_t at = n->name.length; at-- > 1;) {
        if (at + width >= n->name.length || memcmp(n->name.bytes + at, on, width) != 0)
            continue;
        n->side = (felt_text){n->name.bytes + at + width, n->name.length - at - width};
        n->name.length = at;
        return true;
    }
    return false;
}

/* Divides "sheet/name". */
static bool divide_sheet(names *n)
{
    const char *slash = n->name.length == 0 ? NULL : memchr(n->name.bytes, '/', n->name.length);
    if (slash == NULL || slash == n->name.bytes)
        return false;
    n->of = (felt_text){n->name.bytes, (size_t)(slash - n->name.bytes)};
    n->name = (felt_text){slash + 1, n->name.length - n->of.length - 1};
    return true;
}

/* A name may hold a slash or an " on " of its own, so it is looked for whole first; and so may that of a sheet. */
static search look_in_parts(names *n)
{
    names as_given = *n;
    search s = look_for(n);
    if (s.other.wager < 0 && n->side.length == 0 && divide_side(n))
        s = look_for(n);
    if (s.other.wager < 0 && divide_sheet(n))
        s = look_for(n);
    if (s.other.wager < 0)
        *n = as_given;
    if (s.other.wager < 0 && divide_sheet(n))
        s = look_for(n);
    if (s.other.wager < 0)
        *n = as_given;
    return s;
}

/* To the letter first, then in any case and with any marks. */
static search look_further(names *n)
{
    names loosely = *n;
    loosely.same = felt_text_alike;
    search s = look_in_parts(n), other = s;
    if (s.found.wager < 0)
        other = look_in_parts(&loosely);
    if (s.found.wager >= 0 || other.found.wager < 0)
        return s;
    *n = loosely;
    return other;
}

/* ---- names that find nothing ---- */

static felt_text cut(felt_text text)
{
    return text.length > 60 ? (felt_text){text.bytes, 60} : text;
}

/* The name that is nearest, short or printed; empty if none is near. */
static felt_text nearest_name(const names *n)
{
    felt_near near = felt_near_to(n->name);
    for (int k = 0; k < n->sheet_count; k++)
        felt_wagers_near(n->sheets[k], &near);
    return near.nearest;
}

static felt_status refuse_unknown(const names *n, felt_error *error)
{
    felt_text nearest = nearest_name(n), name = cut(n->name), sheet = n->sheets[0]->short_name;
    const char *before = nearest.length > 0 ? "; did you mean '" : "", *behind = nearest.length > 0 ? "'?" : "";
    if (n->sheet_count == 1)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "%.*s has no wager '%.*s'%s%.*s%s", FELT_TEXT_ARGS(sheet), FELT_TEXT_ARGS(name),
                              before, FELT_TEXT_ARGS(nearest), behind);
    return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no wager '%.*s'%s%.*s%s", FELT_TEXT_ARGS(name), before,
                          FELT_TEXT_ARGS(nearest), behind);
}

/* The sides of wager `w` of that sheet: "4, 5 or 6"; those that there is no room for are left out. */
static void list_sides(const felt_sheet *sheet, const felt_wager *w, char *ret, size_t size)
{
    const felt_wager *last = NULL;
    size_t length = 0;
    for (int i = 0; i < sheet->wager_count; i++)
        if (felt_text_equal(sheet->wagers[i].short_name, w->short_name))
            last = &sheet->wagers[i];
    ret[0] = '\0';
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *one = &sheet->wagers[i];
        if (!felt_text_equal(one->short_name, w->short_name) || length + one->side.length + 5 > size)
            continue;
        length += (size_t)snprintf(ret + length, size - length, "%s%.*s",
                                   length == 0   ? ""
                                   : one == last ? " or "
                                                 : ", ",
                                   FELT_TEXT_ARGS(one->side));
    }
}

/* A wager with sides of which none, or none that there is, was named. */
static felt_status refuse_side(const names *n, const felt_sheet *sheet, const felt_wager *w, felt_error *error)
{
    char sides[200];
    felt_text side = cut(n->side);
    if (side.length == 0)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' has sides: say for example '%.*s on %.*s'", FELT_TEXT_ARGS(w->short_name),
                              FELT_TEXT_ARGS(w->short_name), FELT_TEXT_ARGS(w->side));
    list_sides(sheet, w, sides, sizeof sides);
    return felt_error_set(error, FELT_ENOTFOUND, -1, "'%.*s' has no side '%.*s', expected %s", FELT_TEXT_ARGS(w->short_name),
                          FELT_TEXT_ARGS(side), sides);
}

static felt_status refuse(const names *n, const search *s, felt_error *error)
{
    if (s->other.wager < 0)
        return refuse_unknown(n, error);
    const felt_wager *w = wager_of(n, s->other);
    felt_text name = cut(n->name), sheet = n->sheets[s->other.sheet]->short_name;
    if (s->in_one_sheet)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is the name of more than one wager; say their short names, such as '%.*s'",
                              FELT_TEXT_ARGS(name), FELT_TEXT_ARGS(w->short_name));
    if (s->shared)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is the name of wagers of more than one sheet; say for example '%.*s/%.*s'",
                              FELT_TEXT_ARGS(name), FELT_TEXT_ARGS(sheet), FELT_TEXT_ARGS(w->short_name));
    if (w->side.length == 0)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "'%.*s' has no sides", FELT_TEXT_ARGS(w->short_name));
    return refuse_side(n, n->sheets[s->other.sheet], w, error);
}

felt_status names_find(const felt_sheet *const *sheets, int sheet_count, felt_text name, felt_text side, named_wager *ret,
                       felt_error *error)
{
    names n = {.sheets = sheets, .sheet_count = sheet_count, .name = name, .side = side, .same = equal};
    search s = look_further(&n);
    if (s.found.wager < 0 || s.shared)
        return refuse(&n, &s, error);
    *ret = s.found;
    return FELT_OK;
}

felt_status felt_wager_find(const felt_sheet *sheet, felt_text name, felt_text side, const felt_wager **ret, felt_error *error)
{
    named_wager found;
    felt_status status = names_find(&sheet, 1, name, side, &found, error);
    if (status == FELT_OK)
        *ret = &sheet->wagers[found.wager];
    return status;
}
