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

/* The option of the sheets whose name is nearest; empty if none is near. */
static felt_text nearest_option(felt_text found, const felt_sheet *const *sheets, int count)
{
    felt_near near = felt_near_to(found);
    for (int s = 0; s < count; s++)
        for (int i = 0; i < sheets[s]->option_count; i++)
            felt_near_try(&near, sheets[s]->options[i].name);
    return near.nearest;
}

static felt_text nearest_choice(const felt_sheet *sheet, felt_text option, felt_text found)
{
    felt_near near = felt_near_to(found);
    for (size_t i = 0; i < found.length; i++)
        if (found.bytes[i] >= '0' && found.bytes[i] <= '9') /* 12 is not near 2, nor PT9 near PT1 */
            return near.nearest;
    for (int i = 0; i < sheet->option_count; i++)
        for (int c = 0; felt_text_equal(sheet->options[i].name, option) && c < sheet->options[i].choice_count; c++)
            felt_near_try(&near, sheet->options[i].choices[c].name);
    return near.nearest;
}

/* Nobody has misspelt an option who asks for decks where there are no cards. */
static bool asks_for_a_shoe(felt_text option, const felt_sheet *const *sheets, int count)
{
    for (int s = 0; s < count; s++)
        if (sheets[s]->game->source == FELT_SOURCE_SHOE)
            return false;
    return felt_text_is(option, "decks");
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
    felt_text nearest = option_known ? nearest_choice(sheet, option_name, choice_name) : nearest_option(option_name, &sheet, 1);
    write_choices(sheet, option_name, choices, sizeof choices);
    if (option_known)
        return felt_error_set(error, FELT_ENOTFOUND, setting, "'%.*s' is no choice of '%.*s' in %.*s; expected one of %s%s%.*s%s",
                              FELT_TEXT_ARGS(choice_name), FELT_TEXT_ARGS(option_name), FELT_TEXT_ARGS(sheet->short_name), choices,
                              nearest.length > 0 ? "; did you mean '" : "", FELT_TEXT_ARGS(nearest), nearest.length > 0 ? "'?" : "");
    if (asks_for_a_shoe(option_name, &sheet, 1))
        return felt_error_set(error, FELT_ENOTFOUND, setting, "%.*s has no decks: %s is played without cards",
                              FELT_TEXT_ARGS(sheet->short_name), sheet->game->name);
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

felt_status felt_selection_add_wager(felt_selection *selection, felt_text name)
{
    if (selection->wager_count == FELT_SELECTED_WAGERS_MAX)
        return FELT_ELIMIT;
    selection->wagers[selection->wager_count++] = name;
    return FELT_OK;
}

bool felt_wager_selected(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager)
{
    for (int i = 0; i < selection->wager_count; i++)
        if (felt_wager_called(sheet, wager, selection->wagers[i]))
            return true;
    return selection->wager_count == 0;
}

bool felt_choice_as_printed(const felt_option *option, const felt_choice *choice)
{
    return option->kind == FELT_OPTION_READING && choice == &option->choices[0];
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

int felt_choice_default(const felt_selection *selection, const felt_option *option)
{
    int best = -1;
    for (int i = 0; i < option->choice_count; i++)
        if (felt_choice_selected(selection, option, &option->choices[i]) &&
            (best < 0 || option->choices[i].number > option->choices[best].number))
            best = i;
    return best;
}

/* ---- which choices matter ---- */

bool felt_wager_offered(const felt_wager *wager, int option, int choice)
{
    for (int v = 0; v < wager->variant_count; v++)
        if (wager->variants[v].choices[option] == choice)
            return true;
    return false;
}

static bool same_worth(const felt_pay *a, const felt_pay *b)
{
    return a->kind == b->kind && a->win_num == b->win_num && a->win_den == b->win_den && a->commission_num == b->commission_num &&
           a->commission_den == b->commission_den && a->vig_num == b->vig_num && a->vig_den == b->vig_den &&
           a->printed_for == b->printed_for;
}

static bool same_print(const felt_pay *a, const felt_pay *b)
{
    return same_worth(a, b) && a->printed_num == b->printed_num && a->printed_den == b->printed_den && a->printed_less == b->printed_less &&
           a->printed_less_of_stake == b->printed_less_of_stake;
}

bool felt_variants_alike(const felt_wager *wager, const felt_variant *a, const felt_variant *b)
{
    if (a->active != b->active || !felt_machine_same(a->machine, b->machine))
        return false;
    for (int row = 0; row < wager->row_count; row++)
        if ((a->active >> row & 1) && !same_worth(&a->pays[row].pay, &b->pays[row].pay))
            return false;
    return true;
}

/* Do the rows that are in force in both print the same pays? */
static bool print_alike(const felt_wager *wager, const felt_variant *a, const felt_variant *b)
{
    for (int row = 0; row < wager->row_count; row++)
        if ((a->active & b->active) >> row & 1 && !same_print(&a->pays[row].pay, &b->pays[row].pay))
            return false;
    return true;
}

static bool makes_a_difference(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *w, int i, felt_matter to)
{
    bool (*alike)(const felt_wager *, const felt_variant *, const felt_variant *) =
        to == FELT_MATTER_FIGURES ? felt_variants_alike : print_alike;
    for (int a = 0; a < w->variant_count; a++) {
        if (!felt_variant_selected(selection, sheet, w, &w->variants[a]))
            continue;
        for (int b = 0; b < a; b++)
            if (felt_variants_differ_only(w, &w->variants[a], &w->variants[b], i) && !alike(w, &w->variants[a], &w->variants[b]) &&
                felt_variant_selected(selection, sheet, w, &w->variants[b]))
                return true;
    }
    return false;
}

static bool is_the_only_one(const felt_sheet *sheet, const felt_wager *w, int i)
{
    for (int v = 1; v < w->variant_count; v++)
        if (w->variants[v].choices[i] != w->variants[0].choices[i])
            return false;
    return sheet->options[w->options[i]].choice_count > 1;
}

uint16_t felt_options_matter(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager, felt_matter to)
{
    uint16_t matter = 0;
    for (int i = 0; i < wager->option_count; i++) {
        bool always = to == FELT_MATTER_FIGURES && (wager->options[i] == sheet->decks_option || is_the_only_one(sheet, wager, i));
        if (always || makes_a_difference(selection, sheet, wager, i, to))
            matter |= (uint16_t)(1 << i);
    }
    return matter;
}

/* ---- several sheets ---- */

/* Does a setting speak of this sheet? If so, `ret` is the option without the sheet's name. */
static bool speaks_of(felt_text option, const felt_sheet *sheet, felt_text *ret)
{
    const char *slash = option.length == 0 ? NULL : memchr(option.bytes, '/', option.length);
    *ret = option;
    if (slash == NULL)
        return true;
    felt_text named = {option.bytes, (size_t)(slash - option.bytes)};
    *ret = (felt_text){slash + 1, option.length - named.length - 1};
    return felt_text_equal(named, sheet->short_name);
}

felt_selection felt_selection_of(const felt_selection *selection, const felt_sheet *sheet)
{
    felt_selection own = *selection;
    own.count = 0;
    for (int i = 0; i < selection->count; i++) {
        felt_text option;
        if (!speaks_of(selection->options[i], sheet, &option) || felt_option_find(sheet, option) < 0)
            continue;
        own.options[own.count] = option;
        own.choices[own.count++] = selection->choices[i];
    }
    return own;
}

/* Is the choice one of some paytable or option of that name? */
static bool knows(const felt_sheet *sheet, felt_text option, felt_text choice)
{
    for (int i = 0; i < sheet->option_count; i++)
        if (felt_text_equal(sheet->options[i].name, option) && felt_choice_find(&sheet->options[i], choice) >= 0)
            return true;
    return false;
}

/* No sheet has the option, of several that a setting may speak of: what one of them says of it helps nobody. */
static felt_status refuse_option(felt_text option, int item, const felt_sheet *const *sheets, int count, felt_error *error)
{
    felt_text nearest = nearest_option(option, sheets, count);
    if (asks_for_a_shoe(option, sheets, count))
        return felt_error_set(error, FELT_ENOTFOUND, item, "none of these sheets has decks: their games are played without cards");
    return felt_error_set(error, FELT_ENOTFOUND, item, "none of these sheets has an option '%.*s'%s%.*s%s", FELT_TEXT_ARGS(option),
                          nearest.length > 0 ? "; did you mean '" : "", FELT_TEXT_ARGS(nearest), nearest.length > 0 ? "'?" : "");
}

/* "golden-bac/phoenix", and no sheet is called so. */
static felt_status refuse_sheet(felt_text setting, int item, const felt_sheet *const *sheets, int count, felt_error *error)
{
    const char *slash = setting.length == 0 ? NULL : memchr(setting.bytes, '/', setting.length);
    felt_near near = felt_near_to((felt_text){setting.bytes, slash == NULL ? setting.length : (size_t)(slash - setting.bytes)});
    for (int s = 0; s < count; s++)
        felt_near_try(&near, sheets[s]->short_name);
    return felt_error_set(error, FELT_ENOTFOUND, item, "found '%.*s', expected an option of one of these sheets%s%.*s%s",
                          FELT_TEXT_ARGS(setting), near.nearest.length > 0 ? "; did you mean '" : "", FELT_TEXT_ARGS(near.nearest),
                          near.nearest.length > 0 ? "'?" : "");
}

static felt_status verify_among(const felt_selection *selection, int i, const felt_sheet *const *sheets, int count, felt_error *error)
{
    const felt_sheet *asked = NULL;
    bool found = false, several = false;
    felt_selection one = {.choices = {selection->choices[i]}, .count = 1};
    for (int s = 0; s < count; s++) {
        felt_text option;
        if (!speaks_of(selection->options[i], sheets[s], &option))
            continue;
        if (knows(sheets[s], option, selection->choices[i]))
            return FELT_OK;
        several = asked != NULL;
        if (several && felt_option_find(sheets[s], option) < 0)
            continue;
        asked = sheets[s];
        one.options[0] = option;
        found = felt_option_find(asked, option) >= 0;
    }
    if (asked == NULL)
        return refuse_sheet(selection->options[i], i, sheets, count, error);
    if (several && !found)
        return refuse_option(one.options[0], i, sheets, count, error);
    felt_status status = felt_selection_verify(&one, asked, error);
    if (status != FELT_OK && error != NULL)
        error->item = i;
    return status;
}

felt_status felt_selection_verify_all(const felt_selection *selection, const felt_sheet *const *sheets, int count, felt_error *error)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < selection->count && status == FELT_OK; i++)
        status = verify_among(selection, i, sheets, count, error);
    return status;
}
