/* src/sheet/parse_statement.h - the statements of a sheet, each parsed by one function that begins at its first word. */
#ifndef FELT_SRC_SHEET_PARSE_STATEMENT_H
#define FELT_SRC_SHEET_PARSE_STATEMENT_H

#include "parser.h"

/* parse_head.c */
bool parse_sheet_name(parser *p);
bool parse_source(parser *p);
bool parse_game(parser *p);
bool parse_option(parser *p);
bool parse_choice(parser *p);
bool parse_paytable(parser *p);
bool parse_group(parser *p);
bool parse_accept(parser *p);

/* parse_wager.c */
bool parse_wager(parser *p);
bool parse_wager_line(parser *p);

/* parse_stake.c: lines of a wager that may stand behind `where ...:` */
bool parse_needs(parser *p, guard where);
bool parse_may(parser *p, guard where);
bool parse_vig(parser *p, guard where);

/* A short name made of a printed one: letters and digits in lower case, hyphens between them. */
felt_text parse_slug(parser *p, felt_text printed);

#endif
