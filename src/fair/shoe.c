/* src/fair/shoe.c - the making of a shoe: open, closed, sealed or void, and spent. Nobody knows the shoe before all have revealed, and
 * nobody can choose it after the list is closed: the server is bound by its commitment, and each player by his. */
#include "fair.h"

#include <assert.h>
#include <string.h>

static const char *const texts[FELT_FAIR_STAGE_COUNT] = {
    [FELT_FAIR_OPEN] = "shoe-open", [FELT_FAIR_CLOSED] = "shoe-closed", [FELT_FAIR_SEALED] = "shoe-sealed",
    [FELT_FAIR_VOID] = "shoe-void", [FELT_FAIR_SPENT] = "shoe-seed",
};

const char *felt_fair_stage_text(felt_fair_stage stage)
{
    assert(stage > FELT_FAIR_NOTHING && stage < FELT_FAIR_STAGE_COUNT);
    return texts[stage];
}

felt_fair_about fair_about(const felt_fair_shoe *shoe)
{
    return (felt_fair_about){.table = felt_text_from(shoe->table), .shoe = shoe->shoe};
}

static felt_status wrong_stage(const felt_fair_shoe *shoe, felt_error *error, const char *expected)
{
    return felt_error_set(error, FELT_EDATA, -1, "shoe %llu: found %s, expected %s", (unsigned long long)shoe->shoe,
                          shoe->stage == FELT_FAIR_NOTHING ? "none" : texts[shoe->stage], expected);
}

felt_status fair_wrong_shoe(int decks, int cut, felt_dealing_rules rules, felt_error *error)
{
    if (!felt_dealing_rules_exist(rules))
        return felt_error_set(error, FELT_ERANGE, -1, "found the rules %d and %d of a shoe, expected those of felt/dealing.h",
                              (int)rules.cut, (int)rules.burn);
    return felt_error_set(error, FELT_ERANGE, -1,
                          "found %d decks with %d cards behind the cut card, expected 1 to %d decks and at least %d", decks, cut,
                          (int)FELT_DECKS_MAX, (int)FELT_CUT_MIN);
}

bool fair_names_rules(const felt_fair_shoe *shoe)
{
    return shoe->decks > 0 && !felt_dealing_rules_equal(shoe->rules, felt_dealing_rules_unnamed());
}

felt_status felt_fair_open(felt_fair_about about, int decks, int cut, felt_dealing_rules rules, const felt_fair_bytes *commitment,
                           felt_fair_shoe *ret, felt_error *error)
{
    if (about.table.length < 1 || about.table.length > FELT_FAIR_TABLE_BYTES_MAX ||
        memchr(about.table.bytes, '\0', about.table.length) != NULL)
        return felt_error_set(error, FELT_ELIMIT, -1, "found a table's name of %zu bytes, expected 1 to %d", about.table.length,
                              (int)FELT_FAIR_TABLE_BYTES_MAX);
    if (about.shoe < 1 || about.shoe > FAIR_NUMBER_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found shoe %llu, expected 1 to 2^53", (unsigned long long)about.shoe);
    bool thrown = decks == 0 && cut == 0;
    bool fits = decks >= 1 && decks <= FELT_DECKS_MAX && cut >= FELT_CUT_MIN && cut <= felt_cut_max(decks);
    if (!thrown && (!fits || !felt_dealing_rules_exist(rules)))
        return fair_wrong_shoe(decks, cut, rules, error);
    memset(ret, 0, sizeof *ret);
    ret->stage = FELT_FAIR_OPEN;
    memcpy(ret->table, about.table.bytes, about.table.length);
    ret->shoe = about.shoe;
    ret->decks = decks;
    ret->cut = cut;
    if (!thrown)
        ret->rules = rules;
    ret->commitment = *commitment;
    return FELT_OK;
}

static felt_fair_client *find_client(felt_fair_shoe *shoe, uint64_t player)
{
    for (int i = 0; i < shoe->client_count; i++) {
        if (shoe->clients[i].player == player)
            return &shoe->clients[i];
    }
    return NULL;
}

felt_status felt_fair_add(felt_fair_shoe *shoe, uint64_t player, const felt_fair_bytes *commitment, felt_error *error)
{
    const felt_fair_client *known = find_client(shoe, player);
    if (known != NULL && felt_fair_equal(&known->commitment, commitment))
        return FELT_OK;
    if (shoe->stage != FELT_FAIR_OPEN)
        return wrong_stage(shoe, error, "shoe-open, to which commitments can be added");
    if (player < 1 || player > FAIR_NUMBER_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found player %llu, expected 1 to 2^53", (unsigned long long)player);
    if (known != NULL)
        return felt_error_set(error, FELT_EDATA, -1, "player %llu has committed to something else", (unsigned long long)player);
    if (shoe->client_count == FELT_FAIR_CLIENTS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "the list is full: %d players have committed", (int)FELT_FAIR_CLIENTS_MAX);
    shoe->clients[shoe->client_count++] = (felt_fair_client){.player = player, .commitment = *commitment};
    return FELT_OK;
}

felt_status felt_fair_close(felt_fair_shoe *shoe, felt_error *error)
{
    if (shoe->stage != FELT_FAIR_OPEN)
        return wrong_stage(shoe, error, "shoe-open");
    bool named = fair_names_rules(shoe);
    crypto_generichash_state state = fair_hash_begin(named ? "felt fair list 2" : "felt fair list 1", fair_about(shoe));
    fair_hash_number(&state, (uint64_t)shoe->decks);
    fair_hash_number(&state, (uint64_t)shoe->cut);
    if (named) {
        fair_hash_name(&state, felt_text_from(felt_cut_rule_text(shoe->rules.cut)));
        fair_hash_name(&state, felt_text_from(felt_burn_rule_text(shoe->rules.burn)));
    }
    fair_hash_bytes(&state, &shoe->commitment);
    fair_hash_number(&state, (uint64_t)shoe->client_count);
    for (int i = 0; i < shoe->client_count; i++) {
        fair_hash_number(&state, shoe->clients[i].player);
        fair_hash_bytes(&state, &shoe->clients[i].commitment);
    }
    shoe->list = fair_hash_end(&state);
    shoe->stage = FELT_FAIR_CLOSED;
    return FELT_OK;
}

felt_status felt_fair_reveal(felt_fair_shoe *shoe, uint64_t player, const felt_fair_bytes *entropy, felt_error *error)
{
    felt_fair_client *client = find_client(shoe, player);
    if (client == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "player %llu is not in the list of shoe %llu", (unsigned long long)player,
                              (unsigned long long)shoe->shoe);
    if (client->revealed && felt_fair_equal(&client->entropy, entropy))
        return FELT_OK;
    if (shoe->stage != FELT_FAIR_CLOSED)
        return wrong_stage(shoe, error, "shoe-closed: nothing is revealed before the list is closed, or after the shoe is sealed or void");
    felt_fair_bytes commitment = felt_fair_client_commit(fair_about(shoe), player, entropy);
    if (!felt_fair_equal(&commitment, &client->commitment))
        return felt_error_set(error, FELT_EDATA, -1, "shoe %llu: this is not the entropy to which player %llu committed",
                              (unsigned long long)shoe->shoe, (unsigned long long)player);
    client->revealed = true;
    client->entropy = *entropy;
    return FELT_OK;
}

int felt_fair_missing(const felt_fair_shoe *shoe, uint64_t ret[FELT_FAIR_CLIENTS_MAX])
{
    int count = 0;
    for (int i = 0; i < shoe->client_count; i++) {
        if (shoe->clients[i].revealed)
            continue;
        if (ret != NULL)
            ret[count] = shoe->clients[i].player;
        count++;
    }
    return count;
}

felt_status felt_fair_seal(felt_fair_shoe *shoe, felt_error *error)
{
    if (shoe->stage != FELT_FAIR_CLOSED)
        return wrong_stage(shoe, error, "shoe-closed");
    int missing = felt_fair_missing(shoe, NULL);
    if (missing > 0)
        return felt_error_set(error, FELT_EDATA, -1, "shoe %llu: %d of %d players have not revealed", (unsigned long long)shoe->shoe,
                              missing, shoe->client_count);
    shoe->stage = FELT_FAIR_SEALED;
    return FELT_OK;
}

felt_status felt_fair_void(felt_fair_shoe *shoe, felt_error *error)
{
    if (shoe->stage != FELT_FAIR_OPEN && shoe->stage != FELT_FAIR_CLOSED)
        return wrong_stage(shoe, error, "shoe-open or shoe-closed");
    if (shoe->stage == FELT_FAIR_OPEN)
        shoe->client_count = 0; /* nobody could have revealed, so nobody withheld */
    shoe->stage = FELT_FAIR_VOID;
    return FELT_OK;
}

static felt_status check_seed(const felt_fair_shoe *shoe, const felt_fair_bytes *seed, felt_error *error)
{
    felt_fair_bytes commitment = felt_fair_commit(fair_about(shoe), seed);
    if (!felt_fair_equal(&commitment, &shoe->commitment))
        return felt_error_set(error, FELT_EDATA, -1, "shoe %llu: this is not the seed to which the server committed",
                              (unsigned long long)shoe->shoe);
    return FELT_OK;
}

felt_status felt_fair_spend(felt_fair_shoe *shoe, const felt_fair_bytes *seed, felt_error *error)
{
    if (shoe->stage != FELT_FAIR_SEALED)
        return wrong_stage(shoe, error, "shoe-sealed");
    felt_status status = check_seed(shoe, seed, error);
    if (status != FELT_OK)
        return status;
    shoe->seed = *seed;
    shoe->stage = FELT_FAIR_SPENT;
    return FELT_OK;
}

felt_status felt_fair_seed(const felt_fair_shoe *shoe, const felt_fair_bytes *seed, felt_fair_bytes *ret, felt_error *error)
{
    assert(shoe->stage == FELT_FAIR_SEALED || shoe->stage == FELT_FAIR_SPENT);
    felt_status status = check_seed(shoe, seed, error);
    if (status != FELT_OK)
        return status;
    crypto_generichash_state state = fair_hash_begin("felt fair seed 1", fair_about(shoe));
    fair_hash_bytes(&state, &shoe->list);
    fair_hash_bytes(&state, seed);
    for (int i = 0; i < shoe->client_count; i++)
        fair_hash_bytes(&state, &shoe->clients[i].entropy);
    *ret = fair_hash_end(&state);
    return FELT_OK;
}
