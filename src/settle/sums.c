/* src/settle/sums.c - what each seat of a play has up, kept as it changes, and whether a bet may stand behind it. */
#include "../base/amount.h"
#include "play.h"

#include <assert.h>
#include <stdio.h>

/* The number that its own phases have put a position on, for wagers that others need on their number. */
int play_number(const book_wager *w, uint16_t state)
{
    int number = felt_machine_number(w->machine, state);
    return number < 0 ? STAKES_UNKNOWN : number; /* on no number that anybody could ask for */
}

/* Requires an entry that is there, or room for one. */
stake_entry *play_note_at(felt_play *play, const felt_position *p, int16_t number, int sign)
{
    stake_entry *entry = stakes_at(&play->stakes, (stake_key){p->seat, p->wager, number});
    assert(entry != NULL);
    entry->bets += sign;
    entry->stake += sign * (stake_sum)p->stake.minor;
    return entry;
}

void play_note_number(felt_play *play, const felt_position *p, int sign)
{
    const book_wager *w = &play->book->wagers[p->wager];
    if (w->by_number)
        play_note_at(play, p, (int16_t)play_number(w, p->state), sign);
}

/* Adds a position that is up to the sums, for which there is room for two entries, or takes it out. */
void play_note(felt_play *play, const felt_position *p, int sign)
{
    if (!play_is_summed(play, p->wager))
        return;
    play_note_at(play, p, STAKES_ANY, sign);
    play_note_number(play, p, sign);
}

base_sum play_bases(const felt_play *play, const book_wager *w, uint32_t seat)
{
    base_sum sum = {0, 0};
    for (int i = 0; i < w->needs_count; i++) {
        int16_t number = w->needs[i].on_number ? (int16_t)w->wager->number : STAKES_ANY;
        const stake_entry *entry = stakes_find(&play->stakes, (stake_key){seat, w->needs[i].wager, number});
        if (entry == NULL)
            continue;
        sum.bets += entry->bets;
        sum.stake += entry->stake;
    }
    return sum;
}

stake_sum play_stake(const felt_play *play, uint32_t seat, int wager)
{
    const stake_entry *entry = stakes_find(&play->stakes, (stake_key){seat, (uint16_t)wager, STAKES_ANY});
    return entry == NULL ? 0 : entry->stake;
}

/* ---- what it allows ---- */

static felt_status refuse_needs(const felt_play *play, const book_wager *w, int item, felt_error *error)
{
    char list[256] = "";
    size_t at = 0;
    if (error == NULL)
        return FELT_EDATA;
    for (int k = 0; k < w->needs_count && at < sizeof list; k++) {
        felt_text base = play->book->wagers[w->needs[k].wager].name;
        int wrote = snprintf(list + at, sizeof list - at, "%s%.*s", k == 0 ? "" : " or ", FELT_TEXT_ARGS(base));
        at += wrote < 0 ? 0 : (size_t)wrote;
    }
    bool on_number = w->needs_count > 0 && w->needs[0].on_number;
    return felt_error_set(error, FELT_EDATA, item, "%.*s needs a bet on %s of the same seat%s%s%s", FELT_TEXT_ARGS(w->name), list,
                          on_number ? ", with its " : "", on_number ? play->book->game->words.phase : "",
                          on_number ? " on the same number" : "");
}

felt_status play_refuse_tie(const felt_play *play, const book_wager *w, stake_sum stake, stake_sum base, int item, felt_error *error)
{
    int num = w->variant->most_num, den = w->variant->most_den, decimals = play->book->house.decimals;
    char times[40] = "";
    if (den > 1 && 10000 % den == 0) /* as felt_ratio_print_short has it, without an arena */
        snprintf(times, sizeof times, "%.10g times ", (double)num / den);
    else if (den > 1)
        snprintf(times, sizeof times, "%d/%d times ", num, den);
    else if (num > 1)
        snprintf(times, sizeof times, "%d times ", num);
    return felt_error_set(error, FELT_ELIMIT, item, "%.*s: found %s in all, expected at most %sthe %s on what it needs",
                          FELT_TEXT_ARGS(w->name), amount_said((int64_t)stake, decimals).text, times,
                          amount_plain((int64_t)base, decimals).text);
}

/* Is what the wager needs up, for stakes of `stake` in all? */
felt_status play_check_needs(const felt_play *play, const book_wager *w, uint32_t seat, stake_sum stake, int item, felt_error *error)
{
    if (w->needs_count == 0)
        return FELT_OK;
    base_sum base = play_bases(play, w, seat);
    if (base.bets <= 0)
        return refuse_needs(play, w, item, error);
    return book_wager_within(w, stake, base.stake) ? FELT_OK : play_refuse_tie(play, w, stake, base.stake, item, error);
}
