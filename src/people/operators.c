/* src/people/operators.c - the role of an operator: given, taken, and what it allows with players. */
#include "inside.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

felt_status people_must_be_operator(people *p, felt_player_id by, int64_t now_ms, people_refusal *no)
{
    people_player who;
    felt_status status = people_find(p, by, now_ms, &who, no);
    if (status == FELT_OK ? !who.is_operator || who.excluded_until_ms != 0 : status == FELT_ELIMIT)
        return refuse(no, PEOPLE_NOT_OPERATOR, 0, "Sign in as an operator.", "Only an operator can do this.");
    return status;
}

static felt_status may_operate(people *p, felt_player_id by, felt_text reason, int64_t now_ms, people_refusal *no)
{
    felt_status status = by.number != 0 ? people_must_be_operator(p, by, now_ms, no) : FELT_OK;
    return status == FELT_OK ? reason_check(reason, true, no) : status;
}

static felt_status log_change(people *p, felt_player_id by, felt_player_id player, const char *what, const char *before, const char *after,
                              felt_text reason, int64_t now_ms, people_refusal *no)
{
    people_change change = {.by = by,
                            .what = felt_text_from(what),
                            .player = player,
                            .before = felt_text_from(before),
                            .after = felt_text_from(after),
                            .reason = reason};
    return people_log(p, &change, now_ms, no);
}

/* ---- the role ---- */

felt_status people_operator_set(people *p, felt_player_id by, felt_player_id player, bool is_operator, felt_text reason, int64_t now_ms,
                                people_refusal *no)
{
    person who;
    int64_t version;
    felt_status status = may_operate(p, by, reason, now_ms, no);
    if (status == FELT_OK)
        status = person_get(p, player, &who, &version, no);
    if (status != FELT_OK)
        return status;
    if (who.guest)
        return refuse(no, PEOPLE_NOT_GUEST, 0, "Give it to an account with a passphrase.", "A guest cannot be an operator.");
    if (!is_operator && by.number == player.number)
        return refuse(no, PEOPLE_OPERATOR_LAST, 0, "Let another operator do it, or do it at the terminal.",
                      "Operators cannot take the role from themselves.");
    if (who.is_operator == is_operator)
        return FELT_OK;
    who.was_operator |= who.is_operator;
    who.is_operator = is_operator;
    status = sessions_end(p, &who, no); /* they last differently for operators */
    if (status == FELT_OK)
        status = person_put(p, player, &who, version, no);
    const char *before = is_operator ? "false" : "true", *after = is_operator ? "true" : "false";
    return status == FELT_OK ? log_change(p, by, player, "operator", before, after, reason, now_ms, no) : status;
}

/* ---- codes ---- */

/* 13 letters of 32: 65 bits, which nobody can try within a day. Letters that look like another are left out. */
static void code_new(char ret[PEOPLE_CODE_BYTES])
{
    static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    static_assert(sizeof letters == 33, "32 letters and a NUL");
    for (int i = 0; i < PEOPLE_CODE_BYTES - 1; i++)
        ret[i] = letters[randombytes_uniform(32)];
    ret[4] = ret[9] = ret[14] = '-';
    ret[PEOPLE_CODE_BYTES - 1] = '\0';
}

felt_status people_reset_code(people *p, felt_player_id by, felt_player_id player, felt_text reason, int64_t now_ms,
                              char ret_code[PEOPLE_CODE_BYTES], people_refusal *no)
{
    char code[PEOPLE_CODE_BYTES];
    person who;
    int64_t version;
    felt_status status = may_operate(p, by, reason, now_ms, no);
    if (status == FELT_OK)
        status = person_get(p, player, &who, &version, no);
    if (status != FELT_OK)
        return status;
    if (who.guest)
        return refuse(no, PEOPLE_NOT_GUEST, 0, "Choose an account.", "A guest has no passphrase.");
    code_new(code);
    code_hash(felt_text_from(code), who.reset);
    who.reset_until_ms = now_ms + PEOPLE_DAY_MS;
    status = sessions_end(p, &who, no);
    if (status == FELT_OK)
        status = person_put(p, player, &who, version, no);
    if (status == FELT_OK)
        status = log_change(p, by, player, "reset-code", "", "", reason, now_ms, no);
    if (status == FELT_OK)
        memcpy(ret_code, code, sizeof code);
    sodium_memzero(code, sizeof code);
    return status;
}

/* ---- credits ---- */

felt_status people_grant(people *p, felt_player_id by, felt_player_id player, felt_money amount, felt_text reason, int64_t now_ms,
                         people_refusal *no)
{
    char after[32], text[FELT_MONEY_BYTES];
    people_player who;
    felt_error error = {.message = ""};
    felt_status status = may_operate(p, by, reason, now_ms, no);
    if (status == FELT_OK)
        status = people_find(p, player, now_ms, &who, no);
    if (status != FELT_OK)
        return status;
    status = felt_store_grant(p->store, player, amount, reason, now_ms, &error);
    if (status == FELT_ERANGE)
        return refuse(no, PEOPLE_AMOUNT_BAD, 0, "Grant another amount.", "Found %s credits, which cannot be granted.",
                      money_text(amount.minor, text));
    if (status != FELT_OK)
        return failed(no, status, &error);
    snprintf(after, sizeof after, "%" PRId64, amount.minor);
    return log_change(p, by, player, "grant", "", after, reason, now_ms, no);
}
