/* src/audit/series.c - points of the realised edge over time: always at most so many, at equal distances. */
#include "audit.h"

#include <felt/audit_series.h>
#include <stdlib.h>

/* The odds of a wager, found when something is first staked on it. */
typedef struct series_odds {
    bool found, known;
    audit_odds odds[FELT_PHASES_MAX];
    double hit;
} series_odds;

struct felt_audit_series {
    const felt_audit *audit;
    int wagers, count;
    uint64_t every, next; /* points are taken after so many rounds */
    uint64_t rounds[FELT_AUDIT_POINTS_MAX];
    /* The time of the last round, days added to times without dates, and what was wrong with any. */
    int64_t first_time, time, days;
    bool timed, left_out, mixed;
    felt_audit_point *points; /* FELT_AUDIT_POINTS_MAX of each wager */
    series_odds *odds;
};

felt_status felt_audit_series_new(const felt_audit *audit, felt_audit_series **ret)
{
    felt_audit_series *s = calloc(1, sizeof *s);
    if (s == NULL)
        return FELT_ENOMEM;
    s->audit = audit;
    s->wagers = felt_book_wager_count(audit->book);
    s->every = s->next = 1;
    s->points = calloc((size_t)s->wagers * FELT_AUDIT_POINTS_MAX + 1, sizeof *s->points);
    s->odds = calloc((size_t)s->wagers + 1, sizeof *s->odds);
    if (s->points == NULL || s->odds == NULL) {
        felt_audit_series_free(s);
        return FELT_ENOMEM;
    }
    *ret = s;
    return FELT_OK;
}

void felt_audit_series_free(felt_audit_series *s)
{
    if (s == NULL)
        return;
    free(s->points);
    free(s->odds);
    free(s);
}

/* ---- times ---- */

enum { MINUTE_S = 60, DAY_S = 86400 };

void felt_audit_series_time(felt_audit_series *s, int64_t time)
{
    if (time == FELT_TIME_NONE) {
        s->left_out = true;
        return;
    }
    bool dateless = time < DAY_S;
    time += dateless ? s->days : 0;
    if (dateless && s->timed && s->time - time > DAY_S / 2) {
        s->days += DAY_S;
        time += DAY_S;
    }
    s->mixed = s->mixed || (s->timed && time < s->time - MINUTE_S);
    s->first_time = s->timed ? s->first_time : time;
    s->time = s->timed && s->time > time ? s->time : time;
    s->timed = true;
}

felt_audit_timing felt_audit_series_timing(const felt_audit_series *s)
{
    if (!s->timed)
        return s->left_out ? FELT_AUDIT_TIMES_LEFT_OUT : FELT_AUDIT_UNTIMED;
    if (s->left_out || s->mixed)
        return s->left_out ? FELT_AUDIT_TIMES_LEFT_OUT : FELT_AUDIT_TIMES_MIXED;
    return s->time > s->first_time ? FELT_AUDIT_TIMED : FELT_AUDIT_UNTIMED;
}

/* ---- points ---- */

/* Gives up every second point. */
static void thin_out(felt_audit_series *s)
{
    for (int i = 0; 2 * i + 1 < s->count; i++) {
        s->rounds[i] = s->rounds[2 * i + 1];
        for (int w = 0; w < s->wagers; w++)
            s->points[w * FELT_AUDIT_POINTS_MAX + i] = s->points[w * FELT_AUDIT_POINTS_MAX + 2 * i + 1];
    }
    s->count /= 2;
    s->every *= 2;
}

static felt_status add_point(felt_audit_series *s, int wager)
{
    const audit_spread *spread = &s->audit->spreads[wager];
    felt_audit_point *point = &s->points[wager * FELT_AUDIT_POINTS_MAX + s->count];
    series_odds *o = &s->odds[wager];
    *point = (felt_audit_point){.rounds = s->audit->counts.rounds, .time = s->time};
    if (spread->staked <= 0)
        return FELT_OK;
    felt_status status = o->found ? FELT_OK : audit_odds_find(s->audit->book, wager, o->odds, &o->hit, &o->known);
    o->found = o->found || status == FELT_OK;
    if (status != FELT_OK || !o->known)
        return status;
    felt_luck luck = audit_luck(spread, o->odds, o->hit);
    point->realised = luck.realised;
    point->exact = luck.exact;
    point->deviation = luck.deviation;
    return FELT_OK;
}

felt_status felt_audit_series_note(felt_audit_series *s, bool last)
{
    uint64_t rounds = s->audit->counts.rounds;
    felt_status status = FELT_OK;
    bool there = s->count > 0 && s->rounds[s->count - 1] == rounds;
    if (rounds == 0 || there || (rounds < s->next && !last))
        return FELT_OK;
    if (s->count == FELT_AUDIT_POINTS_MAX)
        thin_out(s);
    s->next = rounds - rounds % s->every + s->every;
    if (rounds % s->every != 0 && !last)
        return FELT_OK;
    for (int w = 0; w < s->wagers && status == FELT_OK; w++)
        status = add_point(s, w);
    s->rounds[s->count++] = rounds;
    return status;
}

int felt_audit_series_count(const felt_audit_series *s)
{
    return s->count;
}

felt_audit_point felt_audit_series_point(const felt_audit_series *s, int wager, int index)
{
    return s->points[wager * FELT_AUDIT_POINTS_MAX + index];
}
