/* src/count/tags.c - counting systems and their correlation with a wager. */
#include <felt/tags.h>

#include <assert.h>

int felt_tags_sum(const felt_tags *tags)
{
    int sum = 0;
    for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
        sum += felt_tags_of(tags, rank);
    return sum;
}

/* With n cards in the shoe: n^2 covariance^2 / (n variance of the tags, n variance of the effects). The effects have the mean 0. */
int felt_tags_correlation(const felt_removal *r, const felt_tags *tags, mpq_t ret_square)
{
    int64_t cards = 0, sum = 0, squares = 0;
    mpq_t both, effects, term;
    assert(felt_removal_applies(r->odds));
    mpq_inits(both, effects, term, NULL);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        int64_t tag = felt_tags_of(tags, rank + 1), count = r->shoe.cards[rank];
        cards += count;
        sum += count * tag;
        squares += count * tag * tag;
        felt_ratio_add_times(both, r->effect[rank], count * tag, 1);
        mpq_mul(term, r->effect[rank], r->effect[rank]);
        felt_ratio_add_times(effects, term, count, 1);
    }
    int sign = mpq_sgn(both);
    mpq_set_ui(ret_square, 0, 1);
    if (sign != 0) { /* then neither variance is 0 */
        felt_ratio_set(term, cards * squares - sum * sum, cards);
        mpq_mul(term, term, effects);
        mpq_mul(both, both, both);
        mpq_div(ret_square, both, term);
    }
    mpq_clears(both, effects, term, NULL);
    return sign;
}

/* ---- the systems of a wager ---- */

static felt_system *add(felt_systems *s, felt_system_kind kind, int within)
{
    assert(s->count < FELT_SYSTEMS_MAX);
    felt_system *system = &s->list[s->count++];
    *system = (felt_system){.kind = kind, .within = within};
    mpq_init(system->square);
    return system;
}

static felt_status add_best(felt_systems *s, int within, felt_tags_balance balance)
{
    felt_tags tags;
    felt_status status = felt_tags_best(s->removal, within, balance, &tags);
    if (status != FELT_OK)
        return status == FELT_ENOTFOUND ? FELT_OK : status;
    felt_system *system = add(s, balance == FELT_TAGS_BALANCED ? FELT_SYSTEM_BALANCED : FELT_SYSTEM_UNBALANCED, within);
    system->tags = tags;
    system->sign = felt_tags_correlation(s->removal, &tags, system->square);
    return FELT_OK;
}

static bool has_effects(const felt_removal *r)
{
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        if (mpq_sgn(r->effect[rank]) != 0)
            return true;
    return false;
}

static felt_status add_all(felt_systems *s)
{
    static const int within[] = {1, 2, FELT_TAG_SEARCH_MAX};
    felt_system *linear = add(s, FELT_SYSTEM_LINEAR, 0);
    felt_status status = FELT_OK;
    mpq_set_ui(linear->square, 1, 1);
    linear->sign = 1;
    for (size_t i = 0; i < sizeof within / sizeof *within && status == FELT_OK; i++) {
        status = add_best(s, within[i], FELT_TAGS_BALANCED);
        if (status == FELT_OK)
            status = add_best(s, within[i], FELT_TAGS_UNBALANCED);
    }
    return status;
}

felt_status felt_systems_make(const felt_removal *removal, const felt_tags *given, felt_systems *ret)
{
    felt_systems made = {.removal = removal};
    felt_status status = FELT_OK;
    bool applies = felt_removal_applies(removal->odds);
    if (applies && removal->odds->decks > 0 && has_effects(removal))
        status = add_all(&made);
    if (applies && given != NULL && status == FELT_OK) {
        felt_system *system = add(&made, FELT_SYSTEM_GIVEN, 0);
        system->tags = *given;
        system->sign = felt_tags_correlation(removal, given, system->square);
    }
    if (status == FELT_OK)
        *ret = made;
    else
        felt_systems_clear(&made);
    return status;
}

void felt_systems_clear(felt_systems *systems)
{
    for (int i = 0; i < systems->count; i++)
        mpq_clear(systems->list[i].square);
    systems->count = 0;
}

/* The largest effect, without its sign. */
static void largest(const felt_removal *r, mpq_t ret)
{
    mpq_t size;
    mpq_init(size);
    mpq_set_ui(ret, 0, 1);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        mpq_abs(size, r->effect[rank]);
        if (mpq_cmp(size, ret) > 0)
            mpq_set(ret, size);
    }
    mpq_clear(size);
}

void felt_system_tag(const felt_systems *systems, int system, int i, mpq_t ret)
{
    assert(system >= 0 && system < systems->count && i >= 0 && i < FELT_TAG_COUNT);
    const felt_system *s = &systems->list[system];
    if (s->kind != FELT_SYSTEM_LINEAR) {
        mpq_set_si(ret, s->tags.tag[i], 1);
        return;
    }
    mpq_t most;
    mpq_init(most);
    largest(systems->removal, most);
    mpq_div(ret, systems->removal->effect[i], most);
    mpq_clear(most);
}
