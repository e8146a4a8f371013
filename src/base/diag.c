/* src/base/diag.c - a bounded list of diagnostics. */
#include <felt/diag.h>

felt_diags felt_diags_in(felt_arena *arena)
{
    return (felt_diags){.arena = arena};
}

static bool make_room(felt_diags *diags)
{
    if (diags->count < diags->capacity)
        return true;
    if (diags->count >= FELT_DIAGS_MAX)
        return false;
    int capacity = diags->capacity == 0 ? 16 : diags->capacity * 2;
    if (capacity > FELT_DIAGS_MAX)
        capacity = FELT_DIAGS_MAX;
    felt_diag *list = felt_arena_take(diags->arena, (size_t)capacity, sizeof *list);
    if (list == NULL)
        return false;
    if (diags->count > 0)
        memcpy(list, diags->list, (size_t)diags->count * sizeof *list);
    diags->list = list;
    diags->capacity = capacity;
    return true;
}

felt_diag *felt_diags_add(felt_diags *diags, felt_diag diag)
{
    diags->error_count += diag.severity == FELT_ERROR && !diag.accepted;
    if (!make_room(diags)) {
        diags->dropped++;
        return NULL;
    }
    diags->list[diags->count] = diag;
    return &diags->list[diags->count++];
}

const char *felt_severity_text(felt_severity severity)
{
    static const char *const words[] = {"note", "warning", "error"};
    return (unsigned)severity < sizeof words / sizeof *words ? words[severity] : "unknown";
}
