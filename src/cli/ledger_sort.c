/* src/cli/ledger_sort.c - the memory and the temporary files that a file of rounds or bets is sorted in. */
#include "ledger_sort.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SORT_MEMORY = 64 << 20 };

/* A file without a name: whatever ends the program, nothing is left behind. */
static FILE *open_nameless(void *context)
{
    const char *output = context, *folder = getenv("TMPDIR"), *slash = output == NULL ? NULL : strrchr(output, '/');
    char path[PATH_MAX];
    int length = 0;
    if (output == NULL)
        length = snprintf(path, sizeof path, "%s/.felt-sort-XXXXXX", folder == NULL || folder[0] == '\0' ? "/tmp" : folder);
    else
        length = snprintf(path, sizeof path, "%.*s.felt-sort-XXXXXX", slash == NULL ? 0 : (int)(slash - output) + 1, output);
    int descriptor = length > 0 && (size_t)length < sizeof path ? mkstemp(path) : -1;
    if (descriptor < 0)
        return NULL;
    unlink(path);
    FILE *file = fdopen(descriptor, "w+b");
    if (file == NULL)
        close(descriptor);
    return file;
}

cli_exit ledger_sort(cli *c, const char *output, const char *name, felt_records *records)
{
    felt_error error;
    bool standard = output == NULL || strcmp(output, "-") == 0;
    felt_spill spill = {standard ? NULL : (char *)output, open_nameless};
    if (felt_records_sort(records, spill, SORT_MEMORY, &error) == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "cannot sort %s: %s", name, error.message);
    return CLI_DATA;
}
