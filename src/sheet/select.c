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

/* The option of the sheet whose name is nearest; empty if none is near. */
static felt_text nearest_option(felt_text found, const felt_sheet *sheet)
{
    felt_text nearest = {"", 0};
    size_t best = 4;
    for (int i = 0; i < sheet->option_count; i++) {
        size_t distance = felt_text_distance(found, sheet->options[i].name, best);
        if (distance < best) {
            best = distance;
            nearest = sheet->options[i].name;
        }
    }
    return nearest;
}

/* Did an option of the same name before this one have the choice? Every paytable is an option of its own, called 'paytable'. */
static bool had_choice(const felt_sheet *sheet, const felt_option *option, felt_text choice)
{
    for (const felt_option *earlier = sheet->options; earlier < option; earlier++)
        if (felt_text_equal(earlier->name, option->name) && felt_choice_find(earlier, choice) >= 0)
            return true;
    return false;
}

/* The choices of all options of a name, as far as there is room: "6, 7, 8", or "6, 7 and others". */
static void write_choices(const felt_sheet *sheet, felt_text name, char *ret, size_t size)
{
    static const char others[] = " and others";
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        for (int c = 0; felt_text_equal(option->name, name) && c < option->choice_count; c++) {
            felt_text choice = option->choices[c].name;
            if (had_choice(sheet, option, choice))
                continue;
            if (at + 2 + choice.length + sizeof others > size) {
                snprintf(ret + at, size - at, "%s", others);
                return;
            }
            at += (size_t)snprintf(ret + at, size - at, "%s%.*s", at == 0 ? "" : ", ", FELT_TEXT_ARGS(choice));
        }
    }
}

static felt_status verify_setting(const felt_selection *selection, int setting, const felt_sheet *sheet, felt_error *error)
{
    felt_text option_name = selection->options[setting], choice_name = selection->choices[setting];
    bool option_known = false;
    char choices[300];
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        if (!felt_text_equal(option->name, option_name))
            continue;
        if (felt_choice_find(option, choice_name) >= 0)
            return FELT_OK;
        option_known = true;
    }
    felt_text nearest = nearest_option(option_name, sheet);
    write_choices(sheet, option_name, choices, sizeof choices);
    if (option_known)
        return felt_error_set(error, FELT_ENOTFOUND, setting, "'%.*s' is no choice of '%.*s' in %.*s; expected one of %s",
                              FELT_TEXT_ARGS(choice_name), FELT_TEXT_ARGS(option_name), FELT_TEXT_ARGS(sheet->short_name), choices);
    return felt_error_set(error, FELT_ENOTFOUND, setting, "%.*s has no option '%.*s'%s%.*s%s", FELT_TEXT_ARGS(sheet->short_name),
                          FELT_TEXT_ARGS(option_name), nearest.length > 0 ? "; did you mean '" : "", FELT_TEXT_ARGS(nearest),
                          nearest.length > 0 ? "'?" : "");
}

felt_status felt_selection_verify(const felt_selection *selection, const felt_sheet *sheet, felt_error *error)
{
    for (int i = 0; i < selection->count; i++) {
        felt_status status = verify_setting(selection, i, sheet, error);
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
