/* tests/unit/test_fair.c - fair dealing: vectors that another program made, every step of a making and what is refused, seeds at rest, and
 * what a seed deals. tests/fair/vectors.json is shared with examples/verify.py. */
#include <fcntl.h>
#include <felt/fair.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static felt_fair_bytes filled(int byte)
{
    felt_fair_bytes ret;
    memset(ret.bytes, byte, sizeof ret.bytes);
    return ret;
}

static felt_fair_about about(const char *table, uint64_t shoe)
{
    return (felt_fair_about){.table = felt_text_from(table), .shoe = shoe};
}

static const felt_dealing_rules usual = {FELT_CUT_ONE_MORE, FELT_BURN_VALUE};

/* ---- vectors ---- */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    assert_non_null(text);
    return text;
}

static felt_fair_bytes bytes_of(const json_t *object, const char *name)
{
    felt_fair_bytes ret;
    assert_int_equal(felt_fair_read(felt_text_from(text_of(object, name)), &ret), FELT_OK);
    return ret;
}

static int64_t number_of(const json_t *object, const char *name)
{
    const json_t *number = json_object_get(object, name);
    assert_true(json_is_integer(number));
    return json_integer_value(number);
}

static void assert_bytes(const felt_fair_bytes *found, const json_t *object, const char *name)
{
    felt_fair_bytes expected = bytes_of(object, name);
    assert_true(felt_fair_equal(found, &expected));
}

/* The record of the stage is the next of the vector's, and following it gives the same state. */
static void assert_record(const felt_fair_shoe *shoe, felt_fair_shoe *followed, const json_t *vector, size_t number)
{
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_text record;
    felt_error error;
    assert_int_equal(felt_fair_record_write(arena, shoe, &record), FELT_OK);
    assert_string_equal(record.bytes, json_string_value(json_array_get(json_object_get(vector, "records"), number)));
    assert_int_equal(felt_fair_record_stage(record), shoe->stage);
    assert_int_equal(felt_fair_follow(followed, felt_text_from(shoe->table), record, &error), FELT_OK);
    assert_memory_equal(followed, shoe, sizeof *shoe);
    felt_arena_free(arena);
}

/* Those of a vector, which are unnamed in some. */
static felt_dealing_rules rules_of(const json_t *vector)
{
    felt_dealing_rules rules = felt_dealing_rules_unnamed();
    if (json_object_get(vector, "cut_rule") == NULL)
        return rules;
    assert_int_equal(felt_cut_rule_find(felt_text_from(text_of(vector, "cut_rule")), &rules.cut), FELT_OK);
    assert_int_equal(felt_burn_rule_find(felt_text_from(text_of(vector, "burn")), &rules.burn), FELT_OK);
    return rules;
}

static void make_again(const json_t *vector, felt_fair_shoe *ret)
{
    felt_fair_about what = about(text_of(vector, "table"), (uint64_t)number_of(vector, "shoe"));
    felt_fair_bytes seed = bytes_of(vector, "server_seed"), commitment = felt_fair_commit(what, &seed);
    felt_fair_shoe followed = {0};
    const json_t *clients = json_object_get(vector, "clients");
    assert_bytes(&commitment, vector, "commitment");
    assert_int_equal(
        felt_fair_open(what, (int)number_of(vector, "decks"), (int)number_of(vector, "cut"), rules_of(vector), &commitment, ret, NULL),
        FELT_OK);
    assert_record(ret, &followed, vector, 0);
    for (size_t i = 0; i < json_array_size(clients); i++) {
        const json_t *client = json_array_get(clients, i);
        felt_fair_bytes entropy = bytes_of(client, "entropy");
        felt_fair_bytes committed = felt_fair_client_commit(what, (uint64_t)number_of(client, "player"), &entropy);
        assert_bytes(&committed, client, "commitment");
        assert_int_equal(felt_fair_add(ret, (uint64_t)number_of(client, "player"), &committed, NULL), FELT_OK);
    }
    assert_int_equal(felt_fair_close(ret, NULL), FELT_OK);
    assert_bytes(&ret->list, vector, "list");
    assert_record(ret, &followed, vector, 1);
    for (size_t i = json_array_size(clients); i-- > 0;) { /* in any order */
        const json_t *client = json_array_get(clients, i);
        felt_fair_bytes entropy = bytes_of(client, "entropy");
        assert_int_equal(felt_fair_reveal(ret, (uint64_t)number_of(client, "player"), &entropy, NULL), FELT_OK);
    }
    assert_int_equal(felt_fair_seal(ret, NULL), FELT_OK);
    assert_record(ret, &followed, vector, 2);
    assert_int_equal(felt_fair_spend(ret, &seed, NULL), FELT_OK);
    assert_record(ret, &followed, vector, 3);
}

static void write_hand(const felt_dealt *dealt, int field, char *ret)
{
    for (int i = 0; i < dealt->counts[field]; i++) {
        felt_card card = dealt->pieces[field][i];
        ret += sprintf(ret, "%s%c%c", i > 0 ? " " : "", ".A23456789TJQK"[card.rank], "SHDC"[card.suit]);
    }
}

static void assert_dealt(const felt_fair_event *event, const char *expected)
{
    char player[32] = "", banker[32] = "", round[80];
    write_hand(&event->dealt, 0, player);
    write_hand(&event->dealt, 1, banker);
    snprintf(round, sizeof round, "%s / %s", player, banker);
    assert_string_equal(round, expected);
    assert_int_equal(event->way, -1);
}

static void deal_again(const json_t *vector, felt_fair_source *source)
{
    const json_t *rounds = json_object_get(vector, "rounds");
    const char *shown = text_of(vector, "shown");
    int64_t count = number_of(vector, "round_count");
    assert_int_equal(".A23456789TJQK"[source->shown.rank], shown[0]); /* a point: nothing is shown */
    if (source->shown.rank > 0)
        assert_int_equal("SHDC"[source->shown.suit], shown[1]);
    for (int64_t i = 0; i < count; i++) {
        assert_true(felt_fair_goes_on(source));
        felt_fair_event event = felt_fair_next(source);
        if ((size_t)i < json_array_size(rounds))
            assert_dealt(&event, json_string_value(json_array_get(rounds, (size_t)i)));
        if (i == count - 1)
            assert_dealt(&event, text_of(vector, "last_round"));
    }
    assert_false(felt_fair_goes_on(source));
}

static void throw_again(const json_t *vector, felt_fair_source *source)
{
    const json_t *ways = json_object_get(vector, "ways"), *rolls = json_object_get(vector, "rolls");
    for (size_t i = 0; i < json_array_size(ways); i++) {
        char roll[FELT_EVENT_TEXT_BYTES];
        felt_fair_event event = felt_fair_next(source);
        source->game->event_write(event.code, roll, sizeof roll);
        assert_int_equal(event.way, json_integer_value(json_array_get(ways, i)));
        assert_string_equal(roll, json_string_value(json_array_get(rolls, i)));
    }
    assert_true(felt_fair_goes_on(source));
}

static void what_another_program_made_is_made_again(void **state)
{
    (void)state;
    json_t *vectors = json_load_file(FELT_SOURCE_DIR "/tests/fair/vectors.json", 0, NULL);
    assert_int_equal(json_array_size(vectors), 6);
    for (size_t i = 0; i < json_array_size(vectors); i++) {
        const json_t *vector = json_array_get(vectors, i);
        const felt_game *game = felt_game_find(felt_text_from(text_of(vector, "game")));
        felt_fair_shoe shoe;
        felt_fair_bytes seed;
        felt_fair_source source;
        make_again(vector, &shoe);
        assert_int_equal(felt_fair_seed(&shoe, &shoe.seed, &seed, NULL), FELT_OK);
        assert_bytes(&seed, vector, "seed");
        assert_int_equal(felt_fair_begin(&source, game, &shoe, &seed, NULL), FELT_OK);
        if (shoe.decks > 0)
            deal_again(vector, &source);
        else
            throw_again(vector, &source);
    }
    json_decref(vectors);
}

/* ---- making a shoe ---- */

static felt_fair_shoe opened(int seed_byte)
{
    felt_fair_bytes seed = filled(seed_byte), commitment = felt_fair_commit(about("craps", 5), &seed);
    felt_fair_shoe shoe;
    assert_int_equal(felt_fair_open(about("craps", 5), 0, 0, usual, &commitment, &shoe, NULL), FELT_OK);
    return shoe;
}

static void nothing_is_revealed_before_the_list_is_closed_or_added_after(void **state)
{
    (void)state;
    felt_fair_shoe shoe = opened(1), before;
    felt_fair_bytes entropy = filled(2), other = filled(3), commitment = felt_fair_client_commit(about("craps", 5), 9, &entropy);
    felt_error error;
    assert_int_equal(felt_fair_add(&shoe, 9, &commitment, NULL), FELT_OK);
    assert_int_equal(felt_fair_add(&shoe, 9, &commitment, NULL), FELT_OK); /* once more is the same */
    assert_int_equal(shoe.client_count, 1);
    assert_int_equal(felt_fair_add(&shoe, 9, &entropy, &error), FELT_EDATA);
    assert_int_equal(felt_fair_add(&shoe, 0, &commitment, &error), FELT_ERANGE);
    before = shoe;
    assert_int_equal(felt_fair_reveal(&shoe, 9, &entropy, &error), FELT_EDATA);
    assert_int_equal(felt_fair_seal(&shoe, &error), FELT_EDATA);
    assert_memory_equal(&shoe, &before, sizeof shoe);
    assert_int_equal(felt_fair_close(&shoe, NULL), FELT_OK);
    before = shoe;
    assert_int_equal(felt_fair_close(&shoe, &error), FELT_EDATA);
    assert_int_equal(felt_fair_add(&shoe, 10, &commitment, &error), FELT_EDATA);
    assert_int_equal(felt_fair_reveal(&shoe, 9, &other, &error), FELT_EDATA);
    assert_string_equal(error.message, "shoe 5: this is not the entropy to which player 9 committed");
    assert_int_equal(felt_fair_reveal(&shoe, 10, &entropy, &error), FELT_ENOTFOUND);
    assert_int_equal(felt_fair_seal(&shoe, &error), FELT_EDATA);
    assert_memory_equal(&shoe, &before, sizeof shoe);
    assert_int_equal(felt_fair_reveal(&shoe, 9, &entropy, NULL), FELT_OK);
    assert_int_equal(felt_fair_reveal(&shoe, 9, &entropy, NULL), FELT_OK);
    assert_int_equal(felt_fair_seal(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_void(&shoe, &error), FELT_EDATA);
}

static void the_seed_must_be_what_was_committed_to(void **state)
{
    (void)state;
    felt_fair_shoe shoe = opened(1);
    felt_fair_bytes seed = filled(1), other = filled(2), ret;
    assert_int_equal(felt_fair_close(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_spend(&shoe, &seed, NULL), FELT_EDATA);
    assert_int_equal(felt_fair_seal(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_spend(&shoe, &other, NULL), FELT_EDATA);
    assert_int_equal(felt_fair_seed(&shoe, &other, &ret, NULL), FELT_EDATA);
    assert_int_equal(felt_fair_spend(&shoe, &seed, NULL), FELT_OK);
    assert_int_equal(felt_fair_spend(&shoe, &seed, NULL), FELT_EDATA);
}

/* Two players cannot share a commitment, and one for another table or shoe is another. */
static void a_commitment_is_about_one_table_shoe_and_player(void **state)
{
    (void)state;
    felt_fair_bytes entropy = filled(7), all[6];
    all[0] = felt_fair_client_commit(about("a", 1), 1, &entropy);
    all[1] = felt_fair_client_commit(about("a", 1), 2, &entropy);
    all[2] = felt_fair_client_commit(about("a", 2), 1, &entropy);
    all[3] = felt_fair_client_commit(about("b", 1), 1, &entropy);
    all[4] = felt_fair_commit(about("a", 1), &entropy);
    all[5] = felt_fair_commit(about("a", 2), &entropy);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++)
            assert_false(felt_fair_equal(&all[i], &all[j]));
    }
}

static void a_list_has_at_most_64_players(void **state)
{
    (void)state;
    felt_fair_shoe shoe = opened(1), followed = {0};
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_fair_bytes commitment = filled(4);
    felt_text record;
    assert_int_equal(felt_fair_record_write(arena, &shoe, &record), FELT_OK);
    assert_int_equal(felt_fair_follow(&followed, felt_text_from("craps"), record, NULL), FELT_OK);
    for (uint64_t i = 0; i < FELT_FAIR_CLIENTS_MAX; i++)
        assert_int_equal(felt_fair_add(&shoe, ((uint64_t)1 << 53) - i, &commitment, NULL), FELT_OK);
    assert_int_equal(felt_fair_add(&shoe, 1, &commitment, NULL), FELT_ELIMIT);
    assert_int_equal(felt_fair_close(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_missing(&shoe, NULL), FELT_FAIR_CLIENTS_MAX);
    assert_int_equal(felt_fair_record_write(arena, &shoe, &record), FELT_OK);
    assert_true(record.length <= FELT_FAIR_RECORD_BYTES_MAX);
    assert_int_equal(felt_fair_follow(&followed, felt_text_from("craps"), record, NULL), FELT_OK);
    assert_memory_equal(&followed, &shoe, sizeof shoe);
    felt_arena_free(arena);
}

static void who_withholds_is_named_in_the_void(void **state)
{
    (void)state;
    felt_fair_shoe shoe = opened(1), closed;
    felt_fair_bytes first = filled(2), second = filled(3), commitments[2];
    felt_arena *arena = felt_arena_new(1 << 20);
    uint64_t missing[FELT_FAIR_CLIENTS_MAX];
    felt_text record;
    commitments[0] = felt_fair_client_commit(about("craps", 5), 8, &first);
    commitments[1] = felt_fair_client_commit(about("craps", 5), 4, &second);
    assert_int_equal(felt_fair_add(&shoe, 8, &commitments[0], NULL), FELT_OK);
    assert_int_equal(felt_fair_add(&shoe, 4, &commitments[1], NULL), FELT_OK);
    assert_int_equal(felt_fair_close(&shoe, NULL), FELT_OK);
    closed = shoe;
    assert_int_equal(felt_fair_reveal(&shoe, 4, &second, NULL), FELT_OK);
    assert_int_equal(felt_fair_missing(&shoe, missing), 1);
    assert_int_equal(missing[0], 8);
    assert_int_equal(felt_fair_void(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_record_write(arena, &shoe, &record), FELT_OK);
    assert_string_equal(record.bytes, "{\"felt\":\"shoe-void\",\"shoe\":5,\"missing\":[8]}");
    assert_int_equal(felt_fair_follow(&closed, felt_text_from("craps"), record, NULL), FELT_OK);
    assert_int_equal(felt_fair_missing(&closed, missing), 1);
    shoe = opened(1);
    assert_int_equal(felt_fair_add(&shoe, 8, &commitments[0], NULL), FELT_OK);
    assert_int_equal(felt_fair_void(&shoe, NULL), FELT_OK);
    assert_int_equal(felt_fair_record_write(arena, &shoe, &record), FELT_OK);
    assert_string_equal(record.bytes, "{\"felt\":\"shoe-void\",\"shoe\":5,\"missing\":[]}");
    felt_arena_free(arena);
}

static void a_making_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *table;
        uint64_t shoe;
        int decks, cut;
        felt_status expected;
        felt_dealing_rules rules;
    } tries[] = {
        {"t", 1, 8, 14, FELT_ERANGE, {.cut = FELT_CUT_RULE_COUNT}},
        {"t", 1, 8, 14, FELT_ERANGE, {.burn = FELT_BURN_RULE_COUNT}},
        {"t", 1, 8, 14, FELT_OK, {FELT_CUT_LAST_ROUND, FELT_BURN_NONE}},
        {"", 1, 0, 0, FELT_ELIMIT, {0}},
        {"t", 0, 0, 0, FELT_ERANGE, {0}},
        {"t", ((uint64_t)1 << 53) + 1, 0, 0, FELT_ERANGE, {0}},
        {"t", 1, 9, 14, FELT_ERANGE, {0}},
        {"t", 1, 8, 11, FELT_ERANGE, {0}},
        {"t", 1, 0, 14, FELT_ERANGE, {0}},
        {"t", 1, 1, 41, FELT_ERANGE, {0}},
        {"t", 1, 1, 40, FELT_OK, {0}},
        {"t", 1, 8, 12, FELT_OK, {0}},
        {"t", (uint64_t)1 << 53, 0, 0, FELT_OK, {0}},
    };
    felt_fair_bytes commitment = filled(1);
    felt_fair_shoe shoe;
    felt_error error;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        assert_int_equal(
            felt_fair_open(about(tries[i].table, tries[i].shoe), tries[i].decks, tries[i].cut, tries[i].rules, &commitment, &shoe, &error),
            tries[i].expected);
    char name[FELT_FAIR_TABLE_BYTES_MAX + 2];
    memset(name, 'n', sizeof name);
    felt_fair_about longest = {.table = {name, FELT_FAIR_TABLE_BYTES_MAX}, .shoe = 1},
                    beyond = {.table = {name, sizeof name - 1}, .shoe = 1};
    assert_int_equal(felt_fair_open(longest, 0, 0, usual, &commitment, &shoe, &error), FELT_OK);
    assert_int_equal(felt_fair_open(beyond, 0, 0, usual, &commitment, &shoe, &error), FELT_ELIMIT);
}

/* ---- records ---- */

#define ONES "1111111111111111111111111111111111111111111111111111111111111111"

static void a_record_that_cannot_follow_is_refused(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "",
        "{",
        "{\"felt\":\"setup\",\"shoe\":1}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"" ONES "\"", /* no end */
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"" ONES "\"} ",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"" ONES "\",\"more\":1}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"shoe\":1,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":0,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":-1,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":1.0,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"" ONES "1\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"A111111111111111111111111111111111111111111111111111111111111111\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"decks\":8,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-open\",\"shoe\":1,\"decks\":8,\"cut\":9999999,\"commitment\":\"" ONES "\"}",
        "{\"felt\":\"shoe-closed\",\"shoe\":1,\"clients\":[],\"list\":\"" ONES "\"}",
        "{\"felt\":\"shoe-seed\",\"shoe\":1,\"seed\":\"" ONES "\"}",
    };
    felt_fair_shoe shoe = {0}, before = {0};
    felt_error error;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), felt_text_from(refused[i]), &error), FELT_EDATA);
        assert_memory_equal(&shoe, &before, sizeof shoe);
    }
    felt_text open = felt_text_from("{\"felt\":\"shoe-open\",\"shoe\":1,\"commitment\":\"" ONES "\"}");
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), open, NULL), FELT_OK);
    before = shoe;
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), open, &error), FELT_EDATA); /* it is open */
    felt_text closed = felt_text_from("{\"felt\":\"shoe-closed\",\"shoe\":1,\"clients\":[],\"list\":\"" ONES "\"}");
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), closed, &error), FELT_EDATA);
    assert_non_null(strstr(error.message, "the hash of the closed list"));
    felt_text other = felt_text_from("{\"felt\":\"shoe-void\",\"shoe\":2,\"missing\":[]}");
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), other, &error), FELT_EDATA);
    felt_text stranger = felt_text_from("{\"felt\":\"shoe-void\",\"shoe\":1,\"missing\":[3]}");
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), stranger, &error), FELT_EDATA);
    assert_memory_equal(&shoe, &before, sizeof shoe);
    felt_text given_up = felt_text_from("{\"felt\":\"shoe-void\",\"shoe\":1,\"missing\":[]}");
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), given_up, NULL), FELT_OK);
    assert_int_equal(felt_fair_follow(&shoe, felt_text_from("t"), open, &error), FELT_EDATA); /* that number was used */
}

/* ---- seeds at rest ---- */

static void a_seed_opens_with_its_key_for_its_shoe_only(void **state)
{
    (void)state;
    felt_fair_bytes key = filled(1), other = filled(2), seed = filled(3), found;
    uint8_t box[FELT_FAIR_BOX_BYTES];
    felt_error error;
    felt_fair_lock(&key, about("t", 4), &seed, box);
    for (size_t at = 0; at + FELT_FAIR_BYTES <= sizeof box; at++)
        assert_memory_not_equal(box + at, seed.bytes, FELT_FAIR_BYTES);
    assert_int_equal(felt_fair_unlock(&key, about("t", 4), box, sizeof box, &found, &error), FELT_OK);
    assert_true(felt_fair_equal(&found, &seed));
    assert_int_equal(felt_fair_unlock(&other, about("t", 4), box, sizeof box, &found, &error), FELT_EDATA);
    assert_int_equal(felt_fair_unlock(&key, about("t", 5), box, sizeof box, &found, &error), FELT_EDATA);
    assert_int_equal(felt_fair_unlock(&key, about("u", 4), box, sizeof box, &found, &error), FELT_EDATA);
    assert_int_equal(felt_fair_unlock(&key, about("t", 4), box, sizeof box - 1, &found, &error), FELT_EDATA);
    for (size_t at = 0; at < sizeof box; at++) {
        box[at] ^= 1;
        assert_int_equal(felt_fair_unlock(&key, about("t", 4), box, sizeof box, &found, &error), FELT_EDATA);
        box[at] ^= 1;
    }
}

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

static void a_key_is_made_once_and_kept_from_others(void **state)
{
    (void)state;
    char folder[] = "/tmp/felt-fair-XXXXXX", path[64], missing[64];
    felt_fair_bytes first, again;
    struct stat made;
    felt_error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/key", folder);
    snprintf(missing, sizeof missing, "%s/no/key", folder);
    assert_int_equal(felt_fair_key(path, &first, &error), FELT_OK);
    assert_int_equal(stat(path, &made), 0);
    assert_int_equal(made.st_mode & 0777, 0600);
    assert_int_equal(made.st_size, FELT_FAIR_DIGITS + 1);
    assert_int_equal(felt_fair_key(path, &again, &error), FELT_OK);
    assert_true(felt_fair_equal(&first, &again));
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(felt_fair_key(path, &again, &error), FELT_EDATA);
    assert_non_null(strstr(error.message, "found mode 0640, expected 0600"));
    write_file(path, ONES, 0600);
    assert_int_equal(felt_fair_key(path, &again, &error), FELT_EDATA);
    write_file(path, ONES "1\n", 0600);
    assert_int_equal(felt_fair_key(path, &again, &error), FELT_EDATA);
    write_file(path, ONES "\n", 0600);
    assert_int_equal(felt_fair_key(path, &again, &error), FELT_OK);
    assert_int_equal(felt_fair_key(folder, &again, &error), FELT_EDATA);
    assert_int_equal(felt_fair_key(missing, &again, &error), FELT_EIO);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
}

/* ---- what a seed deals ---- */

static void a_source_goes_on_where_it_was(void **state)
{
    (void)state;
    felt_fair_bytes seed = filled(9);
    static const char *const games[] = {"baccarat", "craps"};
    for (int g = 0; g < 2; g++) {
        const felt_game *game = felt_game_find(felt_text_from(games[g]));
        const felt_fair_shoe made = {.shoe = 3, .decks = g == 0 ? 6 : 0, .cut = g == 0 ? 20 : 0};
        felt_fair_source whole, part;
        assert_int_equal(felt_fair_begin(&whole, game, &made, &seed, NULL), FELT_OK);
        for (uint64_t n = 0; n < 30; n++) {
            assert_int_equal(felt_fair_begin(&part, game, &made, &seed, NULL), FELT_OK);
            assert_int_equal(felt_fair_skip(&part, n, NULL), FELT_OK);
            assert_int_equal(part.events, n);
            felt_fair_event a = felt_fair_next(&whole), b = felt_fair_next(&part);
            assert_memory_equal(&a, &b, sizeof a);
        }
        felt_fair_forget(&part);
    }
}

static void a_source_that_cannot_be_is_refused(void **state)
{
    (void)state;
    const felt_game *baccarat = felt_game_find(felt_text_from("baccarat")), *craps = felt_game_find(felt_text_from("craps"));
    felt_fair_bytes seed = filled(9);
    felt_fair_source source;
    felt_error error;
    const felt_fair_shoe none = {.shoe = 1}, nine = {.shoe = 1, .decks = 9, .cut = 14}, eight = {.shoe = 1, .decks = 8, .cut = 14};
    const felt_fair_shoe one = {.shoe = 1, .decks = 1, .cut = 40}, ruled = {.shoe = 1, .decks = 8, .cut = 14, .rules = {.cut = 3}};
    assert_int_equal(felt_fair_begin(&source, baccarat, &none, &seed, &error), FELT_ERANGE);
    assert_int_equal(felt_fair_begin(&source, baccarat, &nine, &seed, &error), FELT_ERANGE);
    assert_int_equal(felt_fair_begin(&source, baccarat, &ruled, &seed, &error), FELT_ERANGE);
    assert_int_equal(felt_fair_begin(&source, craps, &eight, &seed, &error), FELT_ERANGE);
    assert_int_equal(felt_fair_begin(&source, baccarat, &one, &seed, &error), FELT_OK);
    assert_int_equal(felt_fair_skip(&source, 1000, &error), FELT_ERANGE);
    assert_int_equal(source.events, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_another_program_made_is_made_again),
        cmocka_unit_test(nothing_is_revealed_before_the_list_is_closed_or_added_after),
        cmocka_unit_test(the_seed_must_be_what_was_committed_to),
        cmocka_unit_test(a_commitment_is_about_one_table_shoe_and_player),
        cmocka_unit_test(a_list_has_at_most_64_players),
        cmocka_unit_test(who_withholds_is_named_in_the_void),
        cmocka_unit_test(a_making_that_cannot_be_is_refused),
        cmocka_unit_test(a_record_that_cannot_follow_is_refused),
        cmocka_unit_test(a_seed_opens_with_its_key_for_its_shoe_only),
        cmocka_unit_test(a_key_is_made_once_and_kept_from_others),
        cmocka_unit_test(a_source_goes_on_where_it_was),
        cmocka_unit_test(a_source_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("fair", tests, NULL, NULL);
}
