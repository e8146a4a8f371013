/* src/cli/ledger_by.c - the columns that the rows of a ledger are told apart by, as --by names them. */
#include "ledger.h"

#include <string.h>
#include <strings.h>

cli_exit ledger_by_names(ledger *l, const char *by)
{
    for (const char *at = by;; at++) {
        at += strspn(at, " ");
        size_t length = strcspn(at, ","), end = length;
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length == 0 || l->by_count == FELT_RECORD_BY_MAX) {
            return cli_usage(l->c, "found --by %s, expected one to %d names of columns with commas between them", by,
                             (int)FELT_RECORD_BY_MAX);
        }
        for (int i = 0; i < l->by_count; i++)
            if (l->by_names[i].length == length && strncasecmp(l->by_names[i].bytes, at, length) == 0)
                return cli_usage(l->c, "found --by %s, which names %.*s twice", by, (int)length, at);
        l->by_names[l->by_count++] = (felt_text){at, length};
        at += end;
        if (*at == '\0')
            return CLI_DONE;
    }
}

static cli_exit refuse_name(const ledger *l, felt_text name)
{
    bool of_time = felt_text_is(name, "hour") || felt_text_is(name, "day");
    felt_text nearest = felt_records_nearest(l->bets.records, name);
    nearest = nearest.length > 0 ? nearest : felt_records_nearest(l->rounds.records, name);
    if (nearest.length > 0)
        return cli_usage(l->c, "found --by %.*s, and neither %s nor %s has such a column; did you mean '%.*s'?", FELT_TEXT_ARGS(name),
                         l->rounds.name, l->bets.name, FELT_TEXT_ARGS(nearest));
    return cli_usage(l->c, "found --by %.*s, and neither %s nor %s has such a column%s; --map %.*s=NAME says which it is",
                     FELT_TEXT_ARGS(name), l->rounds.name, l->bets.name, of_time ? ", or one called time" : "",
                     FELT_TEXT_ARGS(of_time ? felt_text_from("time") : name));
}

/* A column of the bets goes before one of the rounds that is called the same. */
cli_exit ledger_by(ledger *l)
{
    felt_text rest[FELT_RECORD_BY_MAX];
    unsigned of_rounds = 0;
    felt_error error;
    felt_status status = felt_records_group(l->bets.records, l->by_names, l->by_count, &l->by_bets, &error);
    for (int i = 0; i < l->by_count; i++)
        rest[i] = (l->by_bets >> i & 1) != 0 ? (felt_text){"", 0} : l->by_names[i];
    if (status == FELT_OK)
        status = felt_records_group(l->rounds.records, rest, l->by_count, &of_rounds, &error);
    if (status != FELT_OK) {
        cli_complain(l->c, "%s", error.message);
        return CLI_DATA;
    }
    for (int i = 0; i < l->by_count; i++) {
        if (((l->by_bets | of_rounds) >> i & 1) == 0)
            return refuse_name(l, l->by_names[i]);
        if ((l->by_bets >> i & 1) != 0 && felt_records_has(l->rounds.records, l->by_names[i]))
            cli_complain(l->c, "both files have a column for --by %.*s; that of %s is taken", FELT_TEXT_ARGS(l->by_names[i]), l->bets.name);
    }
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
