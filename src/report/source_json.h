/* src/report/source_json.h - a source document of a sheet as JSON. */
#ifndef FELT_SRC_REPORT_SOURCE_JSON_H
#define FELT_SRC_REPORT_SOURCE_JSON_H

#include "json_out.h"

#include <felt/wager.h>

/* Title, publisher, edition, date, and the copy that was read with its SHA-256; "" for what the sheet does not say. */
json_t *source_json(const felt_source *source);

/* All of a sheet's. */
json_t *sources_json(const felt_sheet *sheet);

#endif
