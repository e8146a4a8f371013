/* src/people/bets.c - limits and exclusion as players meet them: set, asked before a bet, counted after it. */
#include "inside.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- setting ---- */

felt_status may_act_for(people *p, felt_player_id by, felt_player_id player, int64_t now_ms, people_refusal *no)
{
    if (by.number == player.number || by.number == 0)
        return FELT_OK;
    return people_must_be_operator(p, by, now_ms, no);
}

felt_status people_limits_find(people *p, felt_player_id player, int64_t now_ms, people_limits *ret, people_refusal *no)
{
    known_player *k;
    felt_status status = known_get(p, player, now_ms, &k, no);
    if (status == FELT_OK)
        *ret = k->limits;
    return status;
}

static felt_status log_limit(people *p, felt_player_id by, felt_player_id player, const char *about, const char *before, const char *after,
                             int64_t now_ms, people_refusal *no)
{
    people_change change = {.by = by,
                            .what = felt_text_from("limit"),
                            .about = felt_text_from(about),
                            .player = player,
                            .before = felt_text_from(before),
                            .after = felt_text_from(after)};
    return people_log(p, &change, now_ms, no);
}

enum { LIMIT_JSON_BYTES = 96 };

static void limit_json(const people_limit *limit, char ret[LIMIT_JSON_BYTES])
{
    snprintf(ret, LIMIT_JSON_BYTES, "{\"now\":%" PRId64 ",\"next\":%" PRId64 ",\"from\":%" PRId64 "}", limit->now, limit->next,
             limit->from_ms);
}

/* Sums that may be kept late are kept now: from now on they must not be lost. */
static felt_status keep_now(people *p, felt_player_id player, int64_t now_ms, people_refusal *no)
{
    known_player *k;
    felt_status status = known_get(p, player, now_ms, &k, no);
    if (status == FELT_OK && k->listed != LISTED_NOT)
        status = known_keep(p, k, no);
    if (status == FELT_OK)
        k->listed = LISTED_NOT;
    return status;
}

static felt_status refuse_limit(people_refusal *no, people_limit_kind kind, int64_t value, int64_t most)
{
    char found[FELT_MONEY_BYTES], expected[FELT_MONEY_BYTES];
    const char *advice = "Give a limit in that range, or none.";
    if (kind == PEOPLE_LIMIT_DAY_TIME)
        return refuse(no, PEOPLE_LIMIT_BAD, 0, advice, "Found a limit of %" PRId64 " minutes, expected 0 to %" PRId64 ".", value / 60000,
                      most / 60000);
    return refuse(no, PEOPLE_LIMIT_BAD, 0, advice, "Found a limit of %s, expected 0.00 to %s.", money_text(value, found),
                  money_text(most, expected));
}

felt_status people_limit_set(people *p, felt_player_id by, felt_player_id player, people_limit_kind kind, int64_t value, int64_t now_ms,
                             people_refusal *no)
{
    char before[LIMIT_JSON_BYTES], after[LIMIT_JSON_BYTES];
    person who;
    int64_t version, most = kind == PEOPLE_LIMIT_DAY_TIME ? PEOPLE_DAY_MS : FELT_STORE_AMOUNT_MAX;
    assert(kind >= 0 && kind < PEOPLE_LIMIT_COUNT);
    felt_status status = may_act_for(p, by, player, now_ms, no);
    if (status != FELT_OK)
        return status;
    if (value < 0 || (value > most && value != PEOPLE_UNLIMITED))
        return refuse_limit(no, kind, value, most);
    status = person_get(p, player, &who, &version, no);
    if (status == FELT_OK)
        status = keep_now(p, player, now_ms, no);
    if (status != FELT_OK)
        return status;
    people_limit *limit = &who.limits.limits[kind];
    limit_json(limit, before);
    *limit = people_limit_asked(limit, value, now_ms);
    limit_json(limit, after);
    status = person_put(p, player, &who, version, no);
    return status == FELT_OK ? log_limit(p, by, player, people_limit_text(kind), before, after, now_ms, no) : status;
}

felt_status people_exclude(people *p, felt_player_id by, felt_player_id player, int64_t until_ms, int64_t now_ms, people_refusal *no)
{
    char before[LIMIT_JSON_BYTES], after[LIMIT_JSON_BYTES];
    person who;
    int64_t version;
    felt_status status = may_act_for(p, by, player, now_ms, no);
    if (status == FELT_OK)
        status = person_get(p, player, &who, &version, no);
    if (status != FELT_OK)
        return status;
    int64_t stands = people_excluded(&who.limits, now_ms) ? who.limits.excluded_until_ms : 0;
    if (stands != 0 && until_ms <= stands)
        return refuse(no, PEOPLE_EXCLUSION_SHORTER, 0, "Choose a later time, or none.",
                      "An exclusion stands, and nobody can make it shorter.");
    if (until_ms < now_ms + PEOPLE_EXCLUSION_MIN_MS)
        return refuse(no, PEOPLE_LIMIT_BAD, 0, "Choose a later time.", "An exclusion lasts 24 hours at least.");
    who.limits.excluded_until_ms = until_ms;
    snprintf(before, sizeof before, "%" PRId64, stands);
    snprintf(after, sizeof after, "%" PRId64, until_ms);
    status = person_put(p, player, &who, version, no);
    return status == FELT_OK ? log_limit(p, by, player, "exclusion", before, after, now_ms, no) : status;
}

/* ---- before a bet ---- */

const char *money_text(int64_t minor, char ret[FELT_MONEY_BYTES])
{
    felt_money_write((felt_money){minor}, 2, ret);
    return ret;
}

/* More than is left of a limit on losses? What would not fit into a number is more. */
static bool passes(int64_t lost, int64_t more, int64_t limit)
{
    return limit != PEOPLE_UNLIMITED && (lost > limit || (lost > 0 ? more > limit - lost : lost + more > limit));
}

static felt_status refuse_loss(people_refusal *no, people_code code, int64_t lost, int64_t limit, int64_t wait_ms)
{
    char first[FELT_MONEY_BYTES], second[FELT_MONEY_BYTES];
    return refuse(no, code, wait_ms, "Bet less, or wait; a higher limit takes 24 hours.",
                  "With this bet you could lose more than your limit of %s %s; %s is lost or at stake.", money_text(limit, first),
                  code == PEOPLE_LIMIT_OVER_DAY_LOSS ? "a day" : "in seven days", money_text(lost > 0 ? lost : 0, second));
}

static felt_status check_losses(const people *p, const known_player *k, felt_money more, int64_t now_ms, people_refusal *no)
{
    int64_t today = people_day_of(now_ms, p->options.day_offset_ms);
    int64_t tomorrow = (today + 1) * PEOPLE_DAY_MS - p->options.day_offset_ms;
    int64_t day = people_limit_at(&k->limits.limits[PEOPLE_LIMIT_DAY_LOSS], now_ms);
    int64_t week = people_limit_at(&k->limits.limits[PEOPLE_LIMIT_WEEK_LOSS], now_ms);
    int64_t day_lost = people_sums_lost(&k->kept.sums, today, today);
    int64_t week_lost = people_sums_lost(&k->kept.sums, today - PEOPLE_DAYS + 1, today);
    if (passes(day_lost, more.minor, day))
        return refuse_loss(no, PEOPLE_LIMIT_OVER_DAY_LOSS, day_lost, day, tomorrow - now_ms);
    if (passes(week_lost, more.minor, week))
        return refuse_loss(no, PEOPLE_LIMIT_OVER_WEEK_LOSS, week_lost, week, tomorrow - now_ms);
    int64_t time = people_limit_at(&k->limits.limits[PEOPLE_LIMIT_DAY_TIME], now_ms);
    if (people_sums_day(&k->kept.sums, today).played_ms >= time)
        return refuse(no, PEOPLE_LIMIT_OVER_DAY_TIME, tomorrow - now_ms, "Come back tomorrow; a higher limit takes 24 hours.",
                      "You have played for your limit of %" PRId64 " minutes a day.", time / 60000);
    return FELT_OK;
}

felt_status people_may_bet(people *p, felt_player_id player, felt_money stake, felt_money more, int64_t now_ms, people_refusal *no)
{
    char limit_text[FELT_MONEY_BYTES];
    known_player *k;
    assert(more.minor >= 0 && more.minor <= stake.minor);
    felt_status status = known_get(p, player, now_ms, &k, no);
    if (status != FELT_OK)
        return status;
    if (people_excluded(&k->limits, now_ms))
        return refuse_excluded(no, k->limits.excluded_until_ms, now_ms);
    if (!people_limits_any(&k->limits))
        return FELT_OK;
    if (p->options.shared)
        status = known_sums(p, k, no);
    if (status != FELT_OK)
        return status;
    int64_t limit = people_limit_at(&k->limits.limits[PEOPLE_LIMIT_STAKE], now_ms);
    if (stake.minor > limit)
        return refuse(no, PEOPLE_LIMIT_OVER_STAKE, 0, "Stake less; a higher limit takes 24 hours.", "Your limit is %s for a stake.",
                      money_text(limit, limit_text));
    return check_losses(p, k, more, now_ms, no);
}

felt_status people_may_sit(people *p, felt_player_id player, int64_t now_ms, people_refusal *no)
{
    known_player *k;
    felt_status status = known_get(p, player, now_ms, &k, no);
    if (status == FELT_OK && people_excluded(&k->limits, now_ms))
        return refuse_excluded(no, k->limits.excluded_until_ms, now_ms);
    return status;
}

/* ---- after it ---- */

/* In the list with room for one more. */
static bool list_add(due_list *list, int64_t player)
{
    if (list->count == list->room) {
        int room = list->room == 0 ? 64 : 2 * list->room;
        int64_t *players = malloc((size_t)room * sizeof *players);
        if (players == NULL)
            return false;
        for (int i = 0; i < list->count; i++)
            players[i] = list->players[(list->first + i) % list->room];
        free(list->players);
        *list = (due_list){players, 0, list->count, room};
    }
    list->players[(list->first + list->count++) % list->room] = player;
    return true;
}

/* A player who has set a limit since he was listed is listed again, for sooner. */
static bool list_player(people *p, known_player *k, int64_t now_ms)
{
    bool soon = p->options.sums_lag_ms == 0 || people_limits_any(&k->limits);
    listing wanted = soon ? LISTED_SOON : LISTED_LATE;
    if (k->listed >= wanted)
        return true;
    if (!list_add(soon ? &p->soon : &p->late, k->player.player.number))
        return false;
    k->listed_ms = k->listed == LISTED_NOT ? now_ms : k->listed_ms;
    k->listed = wanted;
    return true;
}

static void add_sum(known_player *k, const people_day_sum *sum)
{
    people_sums_add(&k->kept.sums, sum);
    people_sums_add(&k->pending, sum);
}

/* The time since the last play, divided where a day ended in between. */
static void add_time(const people *p, known_player *k, int64_t now_ms)
{
    int64_t last = k->kept.last_ms, offset = p->options.day_offset_ms;
    if (last > 0 && now_ms > last && now_ms - last <= PEOPLE_PAUSE_MS) {
        int64_t day = people_day_of(now_ms, offset), begun = day * PEOPLE_DAY_MS - offset;
        int64_t before = last < begun ? begun - last : 0;
        if (before > 0)
            add_sum(k, &(people_day_sum){.day = day - 1, .played_ms = before});
        add_sum(k, &(people_day_sum){.day = day, .played_ms = now_ms - last - before});
    }
    k->kept.last_ms = now_ms > last ? now_ms : last;
}

/* The player, listed as one whose sums change. */
static felt_status change_sums(people *p, felt_player_id player, int64_t now_ms, known_player **ret, people_refusal *no)
{
    known_player *k;
    bool crowded = p->soon.count + p->late.count >= p->options.remembered / 2; /* there must be room for those who are not listed */
    felt_status status = crowded ? people_keep(p, true, now_ms, no) : FELT_OK;
    if (status == FELT_OK)
        status = known_get(p, player, now_ms, &k, no);
    if (status != FELT_OK)
        return status;
    if (!list_player(p, k, now_ms))
        return no_memory(no);
    *ret = k;
    return FELT_OK;
}

felt_status people_played(people *p, felt_player_id player, felt_money staked, felt_money returned, int64_t now_ms, people_refusal *no)
{
    known_player *k;
    assert(staked.minor >= 0 && returned.minor >= 0);
    felt_status status = change_sums(p, player, now_ms, &k, no);
    if (status != FELT_OK)
        return status;
    add_time(p, k, now_ms);
    people_day_sum sum = {people_day_of(now_ms, p->options.day_offset_ms), staked.minor, returned.minor, 0};
    add_sum(k, &sum);
    return FELT_OK;
}

felt_status people_taken_back(people *p, felt_player_id player, felt_money taken, felt_money given, int64_t when_ms, int64_t now_ms,
                              people_refusal *no)
{
    known_player *k;
    assert(taken.minor >= 0 && given.minor >= 0);
    int64_t day = people_day_of(when_ms, p->options.day_offset_ms), today = people_day_of(now_ms, p->options.day_offset_ms);
    if (day > today || today - day >= PEOPLE_DAYS)
        return FELT_OK; /* no limit looks so far back */
    felt_status status = change_sums(p, player, now_ms, &k, no);
    if (status == FELT_OK)
        add_sum(k, &(people_day_sum){.day = day, .staked = taken.minor, .returned = given.minor});
    return status;
}

/* ---- keeping ---- */

/* Keeps the sums of those in a list who have waited so long. */
static felt_status keep_list(people *p, due_list *list, listing which, int64_t wait_ms, int64_t now_ms, people_refusal *no)
{
    uint8_t key[SHELF_KEY_BYTES];
    for (; list->count > 0; list->count--) {
        player_key((felt_player_id){list->players[list->first]}, key);
        known_player *k = shelf_find(p->known, key);
        if (k != NULL && k->listed == which) { /* else he is listed elsewhere, or was kept before */
            if (wait_ms > 0 && now_ms - k->listed_ms < wait_ms)
                return FELT_OK;
            felt_status status = known_keep(p, k, no);
            if (status != FELT_OK)
                return status;
            k->listed = LISTED_NOT;
        }
        list->first = (list->first + 1) % list->room;
    }
    return FELT_OK;
}

felt_status people_keep(people *p, bool all, int64_t now_ms, people_refusal *no)
{
    felt_status status = keep_list(p, &p->soon, LISTED_SOON, 0, now_ms, no);
    return status == FELT_OK ? keep_list(p, &p->late, LISTED_LATE, all ? 0 : p->options.sums_lag_ms, now_ms, no) : status;
}

felt_status people_day(people *p, felt_player_id player, int days_ago, int64_t now_ms, people_day_sum *ret, people_refusal *no)
{
    known_player *k;
    assert(days_ago >= 0 && days_ago < PEOPLE_DAYS);
    felt_status status = known_get(p, player, now_ms, &k, no);
    int64_t day = people_day_of(now_ms, p->options.day_offset_ms) - days_ago;
    if (status == FELT_OK)
        *ret = day >= 0 ? people_sums_day(&k->kept.sums, day) : (people_day_sum){.day = 0};
    return status;
}
