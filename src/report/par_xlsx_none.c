/* src/report/par_xlsx_none.c - spreadsheets where Felt was built without libxlsxwriter: there are none. */
#include <felt/par.h>

felt_status felt_par_xlsx(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret)
{
    (void)arena;
    (void)request;
    (void)par;
    (void)ret;
    return FELT_ENOTFOUND;
}

bool felt_par_has_xlsx(void)
{
    return false;
}
