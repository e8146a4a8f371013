/* src/cli/ledger_by.c - the columns that the rows of a ledger are told apart by, as --by names them. */
#include "ledger.h"

#include <string.h>

static bool take_names(ledger *l, const char *by)
{
    for (const char *at = by;; at++) {
        size_t length = strcspn(at, ",");
        if (length == 0 || l->by_count == FELT_RECORD_BY_MAX) {
            cli_usage(l->c, "found --by %s, expected one to %d names of columns with commas between them", by, (int)FELT_RECORD_BY_MAX);
            return false;
        }
        l->by_names[l->by_count++] = (felt_text){at, length};
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* A column of the bets goes before one of the rounds that is called the same. */
cli_exit ledger_by(ledger *l, const char *by)
{
    felt_text rest[FELT_RECORD_BY_MAX];
    unsigned of_rounds = 0;
    felt_error error;
    if (!take_names(l, by))
        return CLI_USAGE;
    felt_status status = felt_records_group(l->bets.records, l->by_names, l->by_count, &l->by_bets, &error);
    for (int i = 0; i < l->by_count; i++)
        rest[i] = (l->by_bets >> i & 1) != 0 ? (felt_text){"", 0} : l->by_names[i];
    if (status == FELT_OK)
        status = felt_records_group(l->rounds.records, rest, l->by_count, &of_rounds, &error);
    if (status != FELT_OK) {
        cli_complain(l->c, "%s", error.message);
        return CLI_DATA;
    }
    for (int i = 0; i < l->by_count; i++)
        if (((l->by_bets | of_rounds) >> i & 1) == 0)
            return cli_usage(l->c, "found --by %.*s, and neither %s nor %s has such a column%s", FELT_TEXT_ARGS(l->by_names[i]),
                             l->rounds.name, l->bets.name,
                             felt_text_is(l->by_names[i], "hour") || felt_text_is(l->by_names[i], "day") ? ", or one called time" : "");
    return CLI_DONE;
}

felt_text ledger_by_value(void *context, uint32_t round_group, uint32_t bet_group, int name)
{
    const ledger *l = context;
    if ((l->by_bets >> name & 1) != 0)
        return felt_records_group_value(l->bets.records, bet_group, name);
    return felt_records_group_value(l->rounds.records, round_group, name);
}

int ledger_by_order(void *context, const felt_audit_cell *a, const felt_audit_cell *b)
{
    const ledger *l = context;
    int order = 0;
    for (int i = 0; i < l->by_count && order == 0; i++)
        order = felt_round_id_compare(ledger_by_value(context, a->round_group, a->bet_group, i),
                                      ledger_by_value(context, b->round_group, b->bet_group, i));
    return order;
}
