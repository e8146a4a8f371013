/* src/sheet/rules_baccarat.h - what the files of baccarat share. */
#ifndef FELT_SRC_SHEET_RULES_BACCARAT_H
#define FELT_SRC_SHEET_RULES_BACCARAT_H

#include "rules.h"
#include "words_facts.h"

#include <felt/baccarat.h>

bool parse_baccarat_fact(parser *p, cond *ret);
extern const words_rules words_rules_baccarat;
extern const sheet_rules sheet_rules_baccarat;

#endif
