/* tests/house/openings.c - tables that come and go. */
#include "world.h"

#include <stdio.h>

static int open_third(world *w, const char *name, bool private, felt_status expected)
{
    int table = -1;
    felt_status status = world_try_third(w, name, private, &table);
    assert_int_equal(status, expected);
    if (status == FELT_OK)
        world_turn(w);
    return table;
}

static void end_third(world *w, int table)
{
    felt_error error;
    assert_int_equal(house_table_close(w->h, table, NULL, NULL, w->now, &error), FELT_OK);
    world_turn(w);
}

static void a_table_is_opened_and_closed_between_turns(void **state)
{
    (void)state;
    world *w = world_new(100000);
    int third = open_third(w, "third", false, FELT_OK);
    assert_true(house_is_opened(w->h, third));
    assert_false(house_is_opened(w->h, CARDS));
    assert_int_equal(house_find(w->h, felt_text_from("third")), third);
    open_third(w, "third", false, FELT_EDATA);
    open_third(w, "cards", false, FELT_EDATA);
    assert_int_equal(world_sit(w, third, 0), HOUSE_DONE);
    assert_int_equal(world_bet(w, third, 0, "player", 1000), HOUSE_DONE);
    assert_int_equal(world_deal(w, third, 0), HOUSE_DONE);
    assert_int_equal(world_bet(w, third, 0, "tie", 1000), HOUSE_DONE);

    world_reopen(w); /* what is up is up, and the table is there with its own number in the chain */
    third = house_find(w->h, felt_text_from("third"));
    assert_int_equal(w->came, 1);
    assert_int_equal(felt_table_look(house_table_at(w->h, third)).bets, 1);
    assert_int_equal(felt_table_look(house_table_at(w->h, third)).round, 1);
    felt_table_id chain = house_table_id(w->h, third);

    end_third(w, third); /* what is up plays out */
    assert_int_equal(w->gone, 1);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    int64_t records, held = 0;
    felt_error error;
    assert_int_equal(felt_store_verify(house_store(w->h), chain, &records, &error), FELT_OK);
    assert_int_equal(felt_store_holds(house_store(w->h), chain, (felt_player_id){0}, world_add_hold, &held, &error), FELT_OK);
    assert_int_equal(held, 0);
    assert_int_equal(w->stage, FELT_FAIR_SPENT); /* and the seed of its shoe is told */
    books_balance(w);
    world_reopen(w);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    int again = open_third(w, "third", false, FELT_OK); /* it goes on in the same chain */
    assert_int_equal(house_table_id(w->h, again).number, chain.number);
    assert_int_equal(felt_table_look(house_table_at(w->h, again)).round, 2);
    world_free(w);
}

static void a_table_that_is_looked_at_waits_before_it_goes(void **state)
{
    (void)state;
    world *w = world_new(100000);
    int third = open_third(w, "third", false, FELT_OK);
    assert_int_equal(world_sit(w, third, 0), HOUSE_DONE);
    w->stay = true;
    end_third(w, third);
    assert_int_equal(w->gone, 0);
    assert_true(house_is_closing(w->h, third));
    assert_int_equal(world_bet(w, third, 0, "player", 1000), HOUSE_REFUSED);
    world_reopen(w); /* that it closes was kept */
    third = house_find(w->h, felt_text_from("third"));
    assert_true(house_is_closing(w->h, third));
    w->stay = false;
    w->now += 1000;
    world_turn(w);
    assert_int_equal(w->gone, 1);
    world_free(w);
}

static void a_private_table_gives_back_what_is_up(void **state)
{
    (void)state;
    world *w = world_new(100000);
    felt_balance before, after;
    felt_error error;
    int third = open_third(w, "w-1", true, FELT_OK);
    assert_int_equal(house_maker(w->h, third), w->players[0].number);
    assert_int_equal(house_account(w->h, third), w->players[1].number);
    assert_int_equal(world_sit(w, third, 1), HOUSE_DONE);
    assert_int_equal(house_balance(w->h, (uint64_t)w->players[1].number, &before, &error), FELT_OK);
    assert_int_equal(world_bet(w, third, 1, "tie", 1000), HOUSE_DONE);
    world_reopen(w); /* nobody plays it any more */
    assert_int_equal(w->gone, 1);
    assert_int_equal(house_find(w->h, felt_text_from("w-1")), -1);
    assert_int_equal(house_balance(w->h, (uint64_t)w->players[1].number, &after, &error), FELT_OK);
    assert_int_equal(after.available.minor, before.available.minor);
    assert_int_equal(after.held.minor, 0);
    books_balance(w);
    world_free(w);
}

static void what_cannot_be_opened_again_is_said(void **state)
{
    (void)state;
    world *w = world_new(100000);
    felt_store *store;
    felt_error error;
    open_third(w, "third", false, FELT_OK);
    world_close(w);
    assert_int_equal(felt_store_open(w->address, &store, &error), FELT_OK);
    assert_int_equal(felt_store_begin(store, &error), FELT_OK);
    assert_int_equal(felt_store_note_set(store, felt_text_from("opened"), felt_text_from("third"),
                                         felt_text_from("felt-opened 1 3 0 0 0 "
                                                        "0000000000000000000000000000000000000000000000000000000000000000"),
                                         0, &error),
                     FELT_OK);
    assert_int_equal(felt_store_commit(store, &error), FELT_OK);
    felt_store_close(store);
    int notes = w->notes;
    world_open(w);
    assert_int_equal(w->notes, notes + 1);
    assert_int_equal(house_find(w->h, felt_text_from("third")), -1);
    assert_int_equal(world_sit(w, CARDS, 0), HOUSE_DONE); /* the others are dealt */
    world_free(w);
}

static void there_are_as_many_as_may_be(void **state)
{
    (void)state;
    world *w = world_new(100000);
    char name[32];
    for (int i = 0; i < HOUSE_PRIVATE_MAX; i++) {
        snprintf(name, sizeof name, "w-%d", i);
        assert_true(open_third(w, name, true, FELT_OK) >= 0);
    }
    open_third(w, "one-more", true, FELT_ELIMIT);
    int public = open_third(w, "public", false, FELT_OK);
    end_third(w, house_find(w->h, felt_text_from("w-3")));
    assert_true(open_third(w, "one-more", true, FELT_OK) >= 0);
    assert_int_equal(house_find(w->h, felt_text_from("public")), public);
    world_free(w);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_table_is_opened_and_closed_between_turns),
    cmocka_unit_test(a_table_that_is_looked_at_waits_before_it_goes),
    cmocka_unit_test(a_private_table_gives_back_what_is_up),
    cmocka_unit_test(what_cannot_be_opened_again_is_said),
    cmocka_unit_test(there_are_as_many_as_may_be),
};

const house_part house_openings = {tests, sizeof tests / sizeof *tests};
