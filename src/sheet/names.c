/* src/sheet/names.c - wagers by the names that people give them. */
#include <felt/select.h>

bool felt_wager_called(const felt_sheet *sheet, const felt_wager *wager, felt_text name)
{
    if (felt_text_equal(name, wager->short_name) || felt_text_equal(name, wager->name))
        return true;
    if (wager->group < 0)
        return false;
    const felt_group *group = &sheet->groups[wager->group];
    return felt_text_equal(name, group->short_name) || felt_text_equal(name, group->name);
}

/* What a name has found: the wager of the side, and what there is beside it. */
typedef struct search {
    const felt_wager *wager;   /* NULL: there is none of that name and side */
    const felt_wager *another; /* of that name, of whatever side */
    bool shared;               /* two wagers are printed with that name */
} search;

static search look_for(const felt_sheet *sheet, felt_text name, felt_text side)
{
    search found = {NULL, NULL, false};
    for (int printed = 0; printed < 2 && found.another == NULL; printed++) /* short names first: they are unique but for sides */
        for (int i = 0; i < sheet->wager_count; i++) {
            const felt_wager *w = &sheet->wagers[i];
            if (!felt_text_equal(printed ? w->name : w->short_name, name))
                continue;
            found.shared = found.shared || (found.another != NULL && !felt_text_equal(found.another->short_name, w->short_name));
            found.another = found.another == NULL ? w : found.another;
            if (felt_text_equal(w->side, side))
                found.wager = w;
        }
    return found;
}

/* The wager whose short name is nearest; NULL if none is near. */
static const felt_wager *nearest_wager(const felt_sheet *sheet, felt_text name)
{
    const felt_wager *nearest = NULL;
    size_t best = name.length < 6 ? name.length / 2 + 1 : 4;
    for (int i = 0; i < sheet->wager_count; i++) {
        size_t distance = felt_text_distance(name, sheet->wagers[i].short_name, best);
        if (distance < best) {
            best = distance;
            nearest = &sheet->wagers[i];
        }
    }
    return nearest;
}

/* Divides "name on side". */
static bool divide_name(felt_text *name, felt_text *side)
{
    static const char on[] = " on ";
    size_t width = sizeof on - 1;
    for (size_t at = name->length; at-- > 1;) {
        if (at + width >= name->length || memcmp(name->bytes + at, on, width) != 0)
            continue;
        *side = (felt_text){name->bytes + at + width, name->length - at - width};
        name->length = at;
        return true;
    }
    return false;
}

static felt_status refuse_name(const felt_sheet *sheet, felt_text name, felt_text side, search found, felt_error *error)
{
    const felt_wager *nearest = found.another != NULL ? found.another : nearest_wager(sheet, name);
    felt_text printed = name.length > 200 ? (felt_text){name.bytes, 200} : name;
    if (found.shared)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is the name of more than one wager; say their short names, such as '%.*s'",
                              FELT_TEXT_ARGS(printed), FELT_TEXT_ARGS(nearest->short_name));
    if (found.another == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "%.*s has no wager '%.*s'%s%.*s%s", FELT_TEXT_ARGS(sheet->short_name),
                              FELT_TEXT_ARGS(printed), nearest == NULL ? "" : "; did you mean '",
                              nearest == NULL ? 0 : (int)nearest->short_name.length, nearest == NULL ? "" : nearest->short_name.bytes,
                              nearest == NULL ? "" : "'?");
    if (nearest->side.length == 0)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "'%.*s' has no sides", FELT_TEXT_ARGS(nearest->short_name));
    return felt_error_set(error, side.length == 0 ? FELT_EDATA : FELT_ENOTFOUND, -1, "'%.*s' has sides: say for example '%.*s on %.*s'",
                          FELT_TEXT_ARGS(nearest->short_name), FELT_TEXT_ARGS(nearest->short_name), FELT_TEXT_ARGS(nearest->side));
}

felt_status felt_wager_find(const felt_sheet *sheet, felt_text name, felt_text side, const felt_wager **ret, felt_error *error)
{
    search found = look_for(sheet, name, side);
    if (found.another == NULL && side.length == 0 && divide_name(&name, &side))
        found = look_for(sheet, name, side);
    if (found.wager == NULL || found.shared)
        return refuse_name(sheet, name, side, found, error);
    *ret = found.wager;
    return FELT_OK;
}
