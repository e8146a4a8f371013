/* tests/house/rounds.c - rounds, setups and fair dealing: what is paid, refused and remembered, over restarts as well. */
#include "world.h"

#include <string.h>

/* ---- rounds ---- */

static void a_round_is_paid_and_survives_a_restart(void **state)
{
    (void)state;
    world *w = world_new(100000);
    uint8_t before[FELT_TABLE_HASH_BYTES], after[FELT_TABLE_HASH_BYTES];
    assert_int_equal(world_sit(w, CARDS, 0), HOUSE_DONE);
    assert_int_equal(world_bet(w, CARDS, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(w->answer.balance.available.minor, 99000);
    assert_int_equal(w->answer.balance.held.minor, 1000);
    world_hash(w, CARDS, before);
    world_reopen(w);
    world_hash(w, CARDS, after);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(world_deal(w, CARDS, 0), HOUSE_DONE);
    assert_int_equal(w->results, 1);
    for (int i = 0; i < 100; i++) {
        world_bet(w, CARDS, 0, "banker", 100);
        world_deal(w, CARDS, 0);
        if (i % 7 == 0) {
            world_hash(w, CARDS, before);
            world_reopen(w);
            world_hash(w, CARDS, after);
            assert_memory_equal(before, after, sizeof before);
        }
    }
    assert_int_equal(w->results, 101);
    assert_true(felt_table_look(house_table_at(w->h, CARDS)).last_shoe > 3); /* shoes ended, and others were made */
    nothing_is_lost(w);
    books_balance(w);
    world_free(w);
}

static void a_hand_at_dice_survives_a_restart(void **state)
{
    (void)state;
    world *w = world_new(10000000);
    uint8_t before[FELT_TABLE_HASH_BYTES], after[FELT_TABLE_HASH_BYTES];
    world_sit(w, DICE, 0);
    world_sit(w, DICE, 1);
    for (int i = 0; i < 150; i++) {
        world_bet(w, DICE, i % 2, "pass", 1000);
        world_bet(w, DICE, 1, "field", 500);
        int shooter = felt_table_look(house_table_at(w->h, DICE)).shooter;
        world_deal(w, DICE, shooter);
        if (i % 5 == 0) {
            world_hash(w, DICE, before);
            world_reopen(w);
            world_hash(w, DICE, after);
            assert_memory_equal(before, after, sizeof before);
        }
    }
    assert_true(felt_table_look(house_table_at(w->h, DICE)).hand > 2);
    nothing_is_lost(w);
    books_balance(w);
    world_free(w);
}

static void who_has_not_enough_is_refused(void **state)
{
    (void)state;
    world *w = world_new(1500);
    world_sit(w, CARDS, 0);
    assert_int_equal(world_bet(w, CARDS, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(world_bet(w, CARDS, 0, "tie", 1000), HOUSE_REFUSED);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_FUNDS);
    assert_int_equal(w->answer.balance.available.minor, 500);
    uint64_t id = w->last_id;
    world_reopen(w);
    world_send(w, CARDS, 0, (felt_command){.kind = FELT_COMMAND_BET, .wager = world_wager(w, CARDS, "tie"), .amount = {1000}}, id);
    world_turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_FUNDS);
    assert_true(w->answer.answer.repeated);
    assert_int_equal(felt_table_look(house_table_at(w->h, CARDS)).bets, 1);
    books_balance(w);
    world_free(w);
}

typedef struct refusal {
    felt_status status;
} refusal;

static felt_status refuse(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    (void)store;
    (void)now_ms;
    return felt_error_set(error, ((refusal *)context)->status, -1, "no");
}

/* Nobody has to forget anything because somebody was refused; but when something failed, or the store did. */
static void what_is_refused_is_forgotten_only_where_it_must_be(void **state)
{
    (void)state;
    world *w = world_new(100000);
    felt_error error;
    int opened = w->opened;
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_ELIMIT}, w->now, &error), FELT_ELIMIT);
    assert_int_equal(w->opened, opened);
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_EDATA}, w->now, &error), FELT_EDATA);
    assert_int_equal(w->opened, opened + 1);
    assert_non_null(w->store);
    assert_int_equal(house_alone(w->h, refuse, &(refusal){FELT_EIO}, w->now, &error), FELT_EIO);
    assert_null(w->store);
    world_turn(w);
    assert_non_null(w->store);
    world_free(w);
}

static void an_id_has_one_effect_wherever_and_whenever_it_comes(void **state)
{
    (void)state;
    world *w = world_new(10000000);
    world_sit(w, CARDS, 0);
    world_sit(w, DICE, 0);
    felt_command first = {.kind = FELT_COMMAND_BET, .wager = world_wager(w, CARDS, "player"), .amount = {100}};
    assert_int_equal(world_do(w, CARDS, 0, first), HOUSE_DONE);
    uint64_t id = w->last_id, number = w->answer.answer.bet;
    for (int i = 0; i < FELT_TABLE_ANSWERS_MAX + 10; i++) { /* until the table has forgotten it */
        world_bet(w, CARDS, 0, "player", 100);
        if (i % 8 == 0)
            world_deal(w, CARDS, 0);
    }
    for (int i = 0; i < 2; i++) {
        world_send(w, CARDS, 0, first, id);
        world_turn(w);
        assert_int_equal(w->answer.end, HOUSE_DONE);
        assert_true(w->answer.answer.repeated);
        assert_int_equal(w->answer.answer.bet, number);
        world_reopen(w);
    }
    first.amount.minor = 200;
    world_send(w, CARDS, 0, first, id);
    world_turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_ID_REUSED);
    world_send(w, DICE, 0, (felt_command){.kind = FELT_COMMAND_BET, .wager = world_wager(w, DICE, "pass"), .amount = {100}}, w->last_id);
    world_turn(w);
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_ID_REUSED); /* it was used at the other table */
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 0);
    books_balance(w);
    world_free(w);
}

/* ---- setups ---- */

static void bets_finish_under_their_own_setup(void **state)
{
    (void)state;
    world *w = world_new(10000000);
    world_sit(w, DICE, 0);
    do {
        world_bet(w, DICE, 0, "pass", 40000);
        world_deal(w, DICE, 0);
    } while (felt_table_look(house_table_at(w->h, DICE)).bets == 0);
    uint64_t number = felt_table_look(house_table_at(w->h, DICE)).last_bet, round = felt_table_look(house_table_at(w->h, DICE)).round;
    world_close(w);
    world_read(w, 300); /* now 40000 would be too much */
    felt_error error;
    assert_int_equal(world_try_open(w, &error), FELT_OK);
    assert_int_equal(house_plan(w->h, DICE)->stakes_max.minor, 50000);
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 1);
    for (int i = 0; i < 100; i++)
        world_turn(w);
    assert_int_equal(house_plan(w->h, DICE)->stakes_max.minor, 30000);
    felt_table_view view = felt_table_look(house_table_at(w->h, DICE));
    assert_int_equal(view.bets, 0);
    assert_int_equal(view.last_bet, number);
    assert_true(view.round > round);
    assert_int_equal(world_sit(w, DICE, 0), HOUSE_DONE);
    assert_int_equal(world_bet(w, DICE, 0, "pass", 40000), HOUSE_REFUSED);
    assert_int_equal(world_bet(w, DICE, 0, "pass", 30000), HOUSE_DONE);
    assert_int_equal(w->answer.answer.bet, number + 1);
    world_reopen(w);
    assert_int_equal(felt_table_look(house_table_at(w->h, DICE)).bets, 1);
    nothing_is_lost(w);
    books_balance(w);
    world_free(w);
}

/* ---- fair dealing ---- */

static felt_fair_bytes entropy_of(int player)
{
    felt_fair_bytes bytes;
    memset(bytes.bytes, 1 + player, sizeof bytes.bytes);
    return bytes;
}

/* Plays until a new shooter's hand is in the making. */
static uint64_t make_again(world *w)
{
    uint64_t shoe = house_shoe(w->h, DICE)->shoe;
    while (house_shoe(w->h, DICE)->shoe == shoe) {
        world_bet(w, DICE, 0, "pass", 100);
        world_deal(w, DICE, 0);
    }
    return house_shoe(w->h, DICE)->shoe;
}

static felt_status commit(world *w, int player, uint64_t shoe)
{
    felt_fair_bytes entropy = entropy_of(player);
    uint64_t number = (uint64_t)w->players[player].number;
    felt_fair_bytes commitment = felt_fair_client_commit((felt_fair_about){felt_text_from("dice"), shoe}, number, &entropy);
    return house_commit(w->h, DICE, number, shoe, &commitment, NULL);
}

static felt_status reveal(world *w, int player, uint64_t shoe)
{
    felt_fair_bytes entropy = entropy_of(player);
    return house_reveal(w->h, DICE, (uint64_t)w->players[player].number, shoe, &entropy, NULL);
}

static void players_take_part_in_a_shoe(void **state)
{
    (void)state;
    world *w = world_new(10000000);
    world_sit(w, DICE, 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[i].number, true, NULL), FELT_OK);
    uint64_t shoe = make_again(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN);
    assert_int_equal(world_bet(w, DICE, 0, "pass", 100), HOUSE_REFUSED); /* nobody bets on what is not fixed */
    assert_int_equal(w->answer.answer.refusal, FELT_REFUSAL_SHOE);
    assert_int_equal(commit(w, 0, shoe), FELT_OK);
    assert_int_not_equal(reveal(w, 0, shoe), FELT_OK); /* the list is not closed */
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN); /* the other is waited for */
    assert_int_equal(commit(w, 1, shoe), FELT_OK);
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_CLOSED);
    assert_int_not_equal(commit(w, 2, shoe), FELT_OK); /* nobody comes late */
    assert_int_equal(reveal(w, 0, shoe), FELT_OK);
    assert_int_equal(reveal(w, 1, shoe), FELT_OK);
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    assert_int_equal(world_bet(w, DICE, 0, "pass", 100), HOUSE_DONE);

    shoe = make_again(w); /* one commits and withholds */
    assert_int_equal(commit(w, 0, shoe), FELT_OK);
    assert_int_equal(commit(w, 1, shoe), FELT_OK);
    world_turn(w);
    assert_int_equal(reveal(w, 0, shoe), FELT_OK);
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_CLOSED);
    w->now += 1001;
    world_turn(w);
    assert_int_equal(w->voided, 1);
    uint64_t next = house_shoe(w->h, DICE)->shoe;
    assert_int_equal(next, shoe + 1);
    assert_int_not_equal(commit(w, 1, next), FELT_OK); /* he is left out, and not waited for, */
    world_reopen(w);
    assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[0].number, true, NULL), FELT_OK);
    assert_int_equal(house_enrol(w->h, DICE, (uint64_t)w->players[1].number, true, NULL), FELT_OK);
    next = make_again(w);
    assert_int_equal(w->stage, FELT_FAIR_OPEN);
    assert_int_not_equal(commit(w, 1, next), FELT_OK); /* also after a restart */
    assert_int_equal(commit(w, 0, next), FELT_OK);
    world_turn(w);
    assert_int_equal(reveal(w, 0, next), FELT_OK);
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);

    shoe = make_again(w); /* and one never commits: a second later it goes on without him */
    w->now += 1001;
    world_turn(w);
    world_turn(w);
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    make_again(w); /* nor is he waited for again */
    assert_int_equal(w->stage, FELT_FAIR_SEALED);
    books_balance(w);
    world_free(w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_round_is_paid_and_survives_a_restart),
    cmocka_unit_test(a_hand_at_dice_survives_a_restart),
    cmocka_unit_test(who_has_not_enough_is_refused),
    cmocka_unit_test(what_is_refused_is_forgotten_only_where_it_must_be),
    cmocka_unit_test(an_id_has_one_effect_wherever_and_whenever_it_comes),
    cmocka_unit_test(bets_finish_under_their_own_setup),
    cmocka_unit_test(players_take_part_in_a_shoe),
};

const house_part house_rounds = {tests, sizeof tests / sizeof *tests};
