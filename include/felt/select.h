/* felt/select.h - choices made by a person: which wagers, and which of their variants, they leave.
 *
 * Threads:  a selection is a value; functions that take it as const are pure. */
#ifndef FELT_SELECT_H
#define FELT_SELECT_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/wager.h>

FELT_API_BEGIN

enum { FELT_SETTINGS_MAX = 64, FELT_SELECTED_WAGERS_MAX = 64 };

typedef struct felt_selection {
    felt_text options[FELT_SETTINGS_MAX];
    felt_text choices[FELT_SETTINGS_MAX];
    int count;
    felt_text wagers[FELT_SELECTED_WAGERS_MAX]; /* names of wagers or groups; any of them will do */
    int wager_count;                            /* 0: every wager */
} felt_selection;

/* Adds "option=choice"; the text must outlive the selection. FELT_EDATA: it is not of that form. FELT_ELIMIT: too many. */
felt_status felt_selection_add(felt_selection *selection, felt_text setting);

/* Adds a name of a wager or of a group; the text must outlive the selection. FELT_ELIMIT: too many. */
felt_status felt_selection_add_wager(felt_selection *selection, felt_text name);

/* Is the wager called by one of the names, or is there none? */
bool felt_wager_selected(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager);

/* Does `sheet` know every option and choice of the selection? FELT_ENOTFOUND: no, and the error says which setting (its item) it does not
 * know, and the nearest option or what choices there are. With several settings of one option, each is allowed. */
felt_status felt_selection_verify(const felt_selection *selection, const felt_sheet *sheet, felt_error *error);

/* The selection with those settings alone that speak of `sheet`, without its name: "vig=always" where it has such an option,
 * "craps/vig=always" where it is called so. */
felt_selection felt_selection_of(const felt_selection *selection, const felt_sheet *sheet);

/* The same as felt_selection_verify for several sheets: every setting must be known to one of them. */
felt_status felt_selection_verify_all(const felt_selection *selection, const felt_sheet *const *sheets, int count, felt_error *error);

/* Is the variant left? Settings of options that the wager does not depend on do not matter. */
bool felt_variant_selected(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant);

/* Do two variants of the wager differ in the choice of its option `i`, and in no other? */
bool felt_variants_differ_only(const felt_wager *wager, const felt_variant *a, const felt_variant *b, int i);

/* Is the choice of the option left? */
bool felt_choice_selected(const felt_selection *selection, const felt_option *option, const felt_choice *choice);

/* Is the choice what the document prints? That is the first of every reading; what is printed is what holds where nobody has chosen. */
bool felt_choice_as_printed(const felt_option *option, const felt_choice *choice);

/* The choice that is taken where one is needed and the selection leaves several: the most decks, else the first; -1 when none is left. */
int felt_choice_default(const felt_selection *selection, const felt_option *option);

/* An option and what is chosen of it. */
typedef struct felt_setting {
    const felt_option *option;
    const felt_choice *choice;
} felt_setting;

/* ---- which choices matter ---- */

typedef enum felt_matter {
    FELT_MATTER_FIGURES = 0, /* to what decides and what it is worth. A number of decks always matters, and so does a choice that is the
                                only one under which the wager is offered */
    FELT_MATTER_PRINT,       /* to a printed pay */
} felt_matter;

/* Bit i: the choice of the wager's option i matters, since among the variants left some differ in it alone and are not alike. */
uint16_t felt_options_matter(const felt_selection *selection, const felt_sheet *sheet, const felt_wager *wager, felt_matter to);

/* Is the wager offered under that choice of its option `option`, beside some choice of the others? */
bool felt_wager_offered(const felt_wager *wager, int option, int choice);

/* Are two variants decided alike, with the same pays, so that every figure of them is the same? */
bool felt_variants_alike(const felt_wager *wager, const felt_variant *a, const felt_variant *b);

/* Does `name` call the wager, by its short or printed name, or the group it is in? Letters of either case and other marks are as good, where
 * no other is called so to the letter. */
bool felt_wager_called(const felt_sheet *sheet, const felt_wager *wager, felt_text name);

/* Offers the names of the sheet's wagers as suggestions, short ones first. */
void felt_wagers_near(const felt_sheet *sheet, felt_near *near);

/* The wager called `name`, by its short or printed name, on `side`, to the letter or else as felt_text_alike has it. With an empty side it has none, or the name says it: "phoenix-bonus on
 * player". FELT_ENOTFOUND: there is no such wager, or no such side. FELT_EDATA: it has sides and none was named, or several wagers are
 * printed with that name. */
felt_status felt_wager_find(const felt_sheet *sheet, felt_text name, felt_text side, const felt_wager **ret, felt_error *error);

FELT_API_END

#endif
