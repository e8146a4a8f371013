/* src/cli/par_request.h - what `felt par` is asked for, and what it computes before the document is made. */
#ifndef FELT_SRC_CLI_PAR_REQUEST_H
#define FELT_SRC_CLI_PAR_REQUEST_H

#include "cli.h"

#include <felt/par.h>

enum { PAR_COVER_FLAGS = 8 };

typedef struct par_options {
    felt_selection selection;
    const char *rounds, *output, *cover_file, *sample, *seed;
    const char *cover[PAR_COVER_FLAGS]; /* title, number, ...: in the order of par_cover_keys */
    bool markdown, fractions, xlsx;
} par_options;

/* The names of the lines of a cover; each is a flag as well. */
extern const char *const par_cover_keys[PAR_COVER_FLAGS];

/* What the document is made of beside the odds it prints. */
typedef struct par_material {
    uint64_t rounds[FELT_PAR_ROUNDS_MAX];
    felt_par_request request;
    felt_odds_list every; /* entries that are not merged, for `most` */
    felt_most most;
    bool has_most;
    felt_par_sample sample;
    felt_diags findings;
} par_material;

/* Fills in the request from the flags, the checks of the sheet, the wagers on one round, and a sample. The material is freed with
 * par_material_free whether or not it succeeds. */
cli_exit par_gather(cli *c, felt_arena *arena, const par_options *r, const felt_sheet *sheet, const felt_selection *own,
                    const felt_odds_list *odds, par_material *ret);
void par_material_free(par_material *m);

#endif
