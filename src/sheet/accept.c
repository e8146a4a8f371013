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

void accept_report(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, int wager_line, felt_diag finding)
{
    bool room = diags->count < FELT_DIAGS_MAX; /* finding the line takes time, and a full list would drop it */
    finding.file = sheet->file;
    finding.source = room ? scan_source_line(sheet->text, finding.line) : (felt_text){0};
    finding.width = finding.width > 0 ? finding.width : 1;
    apply(sheet, marks, wager_line, &finding);
    felt_diags_add(diags, finding);
}

static bool is_one_of(felt_text word, const char *const *words)
{
    while (*words != NULL && !felt_text_is(word, *words))
        words++;
    return *words != NULL;
}

void accept_report_unused(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, const char *const *codes)
{
    for (int i = 0; i < sheet->accept_count; i++) {
        const felt_accept *a = &sheet->accepts[i];
        if (marks->used[i] || !is_one_of(a->code, codes))
            continue;
        accept_report(sheet, diags, marks, a->wager_line,
                      (felt_diag){.severity = FELT_WARNING,
                                  .code = "accept-unused",
                                  .line = a->line,
                                  .column = a->column,
                                  .width = 6,
                                  .message = felt_arena_print(diags->arena, "the accepted finding '%.*s' does not occur here",
                                                              FELT_TEXT_ARGS(a->code)),
                                  .help = felt_text_from("leave the line out")});
    }
}
