/* src/cli/ledger_map.h - how the files of a ledger call and spell things: flags, a map file, and maps that lie beside the files. */
#ifndef FELT_SRC_CLI_LEDGER_MAP_H
#define FELT_SRC_CLI_LEDGER_MAP_H

#include "cli.h"

#include <felt/record_map.h>

/* The flags. */
typedef struct ledger_map_request {
    cli_texts entries; /* --map KEY=VALUE */
    const char *file, *separator, *decimal, *dice;
} ledger_map_request;

/* The map of one file: what FILE.map beside it says, then what --map-file says, then the flags; the last word holds. CLI_DONE, or it has
 * complained. */
cli_exit ledger_map_open(cli *c, const ledger_map_request *request, const char *data, felt_record_map **ret);

/* Says that rows are told apart by a column of this name, which the map may have another name for. */
cli_exit ledger_map_name(cli *c, felt_record_map *map, felt_text name);

#endif
