/* src/sheet/select.c - choices made by a person, and the variants they leave. */
#include <felt/select.h>
#include <stdio.h>

felt_status felt_selection_add(felt_selection *selection, felt_text setting)
{
    const char *equals = setting.length == 0 ? NULL : memchr(setting.bytes, '=', setting.length);
    if (equals == NULL || equals == setting.bytes || equals + 1 == setting.bytes + setting.length)
        return FELT_EDATA;
    if (selection->count == FELT_SETTINGS_MAX)
        return FELT_ELIMIT;
    size_t length = (size_t)(equals - setting.bytes);
    selection->options[selection->count] = (felt_text){setting.bytes, length};
    selection->choices[selection->count++] = (felt_text){equals + 1, setting.length - length - 1};
    return FELT_OK;
}

static void keep_nearest(felt_text found, felt_text candidate, size_t *best, felt_text *nearest)
{
    size_t distance = felt_text_distance(found, candidate, *best);
    if (distance < *best) {
        *best = distance;
        *nearest = candidate;
    }
}

static felt_status verify_setting(felt_text option_name, felt_text choice_name, const felt_sheet *sheet, char *ret_why, size_t size)
{
    felt_text nearest = {"", 0};
    size_t best = 4;
    bool option_known = false;
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        if (!felt_text_equal(option->name, option_name)) {
            if (!option_known)
                keep_nearest(option_name, option->name, &best, &nearest);
            continue;
        }
        if (felt_choice_find(option, choice_name) >= 0)
            return FELT_OK;
        best = option_known ? best : 4;
        nearest = option_known ? nearest : (felt_text){"", 0};
        option_known = true;
        for (int c = 0; c < option->choice_count; c++)
            keep_nearest(choice_name, option->choices[c].name, &best, &nearest);
    }
    int wrote = option_known
                    ? snprintf(ret_why, size, "'%.*s' is no choice of '%.*s' in %.*s", FELT_TEXT_ARGS(choice_name),
                               FELT_TEXT_ARGS(option_name), FELT_TEXT_ARGS(sheet->short_name))
                    : snprintf(ret_why, size, "%.*s has no option '%.*s'", FELT_TEXT_ARGS(sheet->short_name), FELT_TEXT_ARGS(option_name));
    if (nearest.length > 0 && wrote > 0 && (size_t)wrote < size)
        snprintf(ret_why + wrote, size - (size_t)wrote, "; did you mean '%.*s'?", FELT_TEXT_ARGS(nearest));
    return FELT_ENOTFOUND;
}

felt_status felt_selection_verify(const felt_selection *selection, const felt_sheet *sheet, char *ret_why, size_t size)
{
    for (int i = 0; i < selection->count; i++) {
        felt_status status = verify_setting(selection->options[i], selection->choices[i], sheet, ret_why, size);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

bool felt_choice_selected(const felt_selection *selection, const felt_option *option, const felt_choice *choice)
{
    bool mentioned = false;
    for (int i = 0; i < selection->count; i++) {
        if (!felt_text_equal(selection->options[i], option->name))
            continue;
        if (felt_text_equal(selection->choices[i], choice->name))
            return true;
        mentioned = true;
    }
    return !mentioned;
}

bool felt_variant_selected(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant)
{
    for (int i = 0; i < wager->option_count; i++) {
        const felt_option *option = &sheet->options[wager->options[i]];
        if (!felt_choice_selected(selection, option, &option->choices[variant->choices[i]]))
            return false;
    }
    return true;
}

bool felt_variants_differ_only(const felt_wager *wager, const felt_variant *a, const felt_variant *b, int i)
{
    for (int k = 0; k < wager->option_count; k++)
        if ((a->choices[k] != b->choices[k]) != (k == i))
            return false;
    return true;
}

bool felt_wager_called(const felt_sheet *sheet, const felt_wager *wager, felt_text name)
{
    if (felt_text_equal(name, wager->short_name) || felt_text_equal(name, wager->name))
        return true;
    if (wager->group < 0)
        return false;
    const felt_group *group = &sheet->groups[wager->group];
    return felt_text_equal(name, group->short_name) || felt_text_equal(name, group->name);
}
