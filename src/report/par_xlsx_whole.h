/* src/report/par_xlsx_whole.h - is all of a spreadsheet in its file? */
#ifndef FELT_SRC_REPORT_PAR_XLSX_WHOLE_H
#define FELT_SRC_REPORT_PAR_XLSX_WHOLE_H

#include <felt/status.h>
#include <felt/text.h>

/* Looks at the bytes of an xlsx file: every part ends as XML ends, and the worksheets have `cells` cells. FELT_EIO: something was lost.
 *
 * libxlsxwriter puts parts into temporary files before it packs them, and does not look whether they could be written: on a full disk it
 * packs what there is and reports success. */
felt_status par_xlsx_whole(felt_text bytes, long cells);

#endif
