/* src/sheet/accept.c - findings that a sheet accepts, with the reason it gives. */
#include "accept.h"

#include "scan.h"

static void apply(const felt_sheet *sheet, accept_marks *marks, int wager_line, felt_diag *d)
{
    for (int i = 0; i < sheet->accept_count; i++) {
        const felt_accept *a = &sheet->accepts[i];
        bool here = a->wager_line == 0 || a->wager_line == wager_line;
        if (!here || !felt_text_is(a->code, d->code))
            continue;
        marks->used[i] = true;
        if (!d->accepted) {
            d->accepted = true;
            d->reason = a->reason;
        }
    }
}

void accept_report(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, int wager_line, finding which, felt_diag diag)
{
    bool room = diags->count < FELT_DIAGS_MAX; /* finding the line takes time, and a full list would drop it */
    diag.code = finding_of(which)->code;
    diag.severity = finding_of(which)->severity;
    diag.file = sheet->file;
    diag.source = room ? scan_source_line(sheet->text, diag.line) : (felt_text){0};
    diag.width = diag.width > 0 ? diag.width : 1;
    apply(sheet, marks, wager_line, &diag);
    felt_diags_add(diags, diag);
}

/* Is the code that of a finding of the odds, or of the others? */
static bool is_of(felt_text code, bool of_odds)
{
    for (int i = 0; i < FINDING_COUNT; i++)
        if (felt_text_is(code, finding_of((finding)i)->code))
            return finding_of((finding)i)->of_odds == of_odds && i != FINDING_ACCEPT_UNUSED;
    return false;
}

void accept_report_unused(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, bool of_odds)
{
    for (int i = 0; i < sheet->accept_count; i++) {
        const felt_accept *a = &sheet->accepts[i];
        if (marks->used[i] || !is_of(a->code, of_odds))
            continue;
        accept_report(sheet, diags, marks, a->wager_line, FINDING_ACCEPT_UNUSED,
                      (felt_diag){.line = a->line,
                                  .column = a->column,
                                  .width = 6,
                                  .message = felt_arena_print(diags->arena, "the accepted finding '%.*s' does not occur here",
                                                              FELT_TEXT_ARGS(a->code)),
                                  .help = felt_text_from("leave the line out")});
    }
}
