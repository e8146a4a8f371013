/* src/report/audit_tables.c - audits of several tables in one report: what stands around the audit of each. */
#include "json_out.h"

#include <felt/audit_report.h>

felt_status felt_report_audit_table(felt_arena *arena, const felt_audit_form *form, felt_text table, int before, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (form->style != FELT_REPORT_JSON) {
        out_print(&out, "%stable %.*s\n", before == 0 ? "" : "\n", FELT_TEXT_ARGS(table));
        return out_finish(&out, ret);
    }
    out_print(&out, "%s{\"table\":", before == 0 ? "[" : ",");
    felt_status status = out_json_line(&out, out_json_text(table));
    out_print(&out, ",\"audit\":");
    return status == FELT_OK ? out_finish(&out, ret) : status;
}

felt_status felt_report_audit_table_end(felt_arena *arena, const felt_audit_form *form, felt_text *ret)
{
    text_out out = {.arena = arena};
    out_print(&out, "%s", form->style == FELT_REPORT_JSON ? "}" : "");
    return out_finish(&out, ret);
}

felt_status felt_report_audit_tables_end(felt_arena *arena, const felt_audit_form *form, int count, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (form->style == FELT_REPORT_JSON)
        out_print(&out, "%s]\n", count == 0 ? "[" : "");
    return out_finish(&out, ret);
}
