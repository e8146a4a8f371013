/* tests/store/postgres_several.c - one player and one table at several processes: batches that meet, players that are trusted, leases that
 * are taken over. */
#include "postgres.h"

#include <libpq-fe.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Another one beside it, with a table of its own. */
static void make_other(bank *b, const bank *first, const char *table)
{
    felt_error error;
    *b = *first;
    b->store = bank_open(b->address);
    bank_begin(b);
    good(felt_store_table(b->store, felt_text_from(table), &b->table, &error), &error);
    good(felt_store_commit(b->store, &error), &error);
    b->bets = 0;
}

/* Two processes bet what one player has: the database decides. */
void test_one_player_at_two_tables(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 2");
    postgres_take(&b, "there", 60000);
    bank_begin(&a);
    bank_begin(&b);
    bank_hold(&a, BANK_CREDITS);
    bank_hold(&b, BANK_CREDITS);
    good(felt_store_commit(a.store, &error), &error);
    refused(felt_store_commit(b.store, &error), FELT_EDATA, &error, "refused the batch");
    bank_assert(&b, 0, BANK_CREDITS);
    bank_begin(&b);
    felt_move m = {FELT_MOVE_HOLD, b.player, 1, {1}};
    felt_deed deed = bank_deed(&b, FELT_ENTRY_BET, "bet", &m, 1);
    int64_t sequence;
    refused(felt_store_keep(b.store, &deed, &sequence, &error), FELT_ELIMIT, &error, "bet less");
    good(felt_store_commit(b.store, &error), &error);
    bank_check(&b);
    bank_check(&a);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* One command comes to both. */
void test_one_command_at_two_tables(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    felt_table_id table;
    int64_t sequence;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 2");
    postgres_take(&b, "there", 60000);
    bank *both[] = {&a, &b};
    for (int i = 0; i < 2; i++) {
        felt_deed deed = bank_deed(both[i], FELT_ENTRY_NONE, "x", NULL, 0);
        deed.player = a.player;
        deed.command = 7;
        felt_expected expected = {a.player, 7};
        bank_begin(both[i]);
        good(felt_store_expect(both[i]->store, &expected, 1, &error), &error);
        good(felt_store_keep(both[i]->store, &deed, &sequence, &error), &error);
    }
    good(felt_store_commit(b.store, &error), &error);
    refused(felt_store_commit(a.store, &error), FELT_EDATA, &error, "refused the batch");
    static const uint8_t digest[FELT_STORE_DIGEST_BYTES];
    good(felt_store_command_find(a.store, a.player, 7, digest, &table, &sequence, &error), &error);
    assert_int_equal(table.number, b.table.number);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* A command of the player's that was expected, with a bet of so much. */
static felt_status bet_expected(bank *b, uint64_t command, int64_t amount, felt_error *error)
{
    felt_expected expected = {b->player, command};
    felt_move m = bank_move(b, FELT_MOVE_HOLD, b->bets + 1, amount);
    felt_deed deed = bank_deed(b, FELT_ENTRY_BET, "bet", &m, 1);
    int64_t sequence;
    deed.player = b->player;
    deed.command = command;
    good(felt_store_expect(b->store, &expected, 1, error), error);
    felt_status status = felt_store_keep(b->store, &deed, &sequence, error);
    b->bets += status == FELT_OK;
    return status;
}

static felt_status bet_once(bank *b, uint64_t command, int64_t amount, felt_error *error)
{
    bank_begin(b);
    felt_status status = bet_expected(b, command, amount, error);
    if (status == FELT_OK)
        return felt_store_commit(b->store, error);
    good(felt_store_rollback(b->store, NULL), error);
    return status;
}

/* A player whose commands have come here before is not asked about in each batch. When he plays elsewhere as well, he has what he has: what
 * is too much is refused, and what only seemed to be is not. */
void test_trusted_player(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 2");
    postgres_take(&b, "there", 60000);
    good(bet_once(&a, 10, 100, &error), &error);
    good(bet_once(&b, 20, BANK_CREDITS - 100, &error), &error);
    bank_begin(&a);
    good(bet_expected(&a, 30, 1, &error), &error);
    refused(felt_store_commit(a.store, &error), FELT_EDATA, &error, "refused the batch");
    a.bets = 1;
    refused(bet_once(&a, 30, 1, &error), FELT_ELIMIT, &error, "bet less"); /* nobody is trusted now */
    bank_check(&a);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* The player of `a` has 50 left as far as is known there, and was given 100 more by `b`; a batch of `a` has begun, and taken 30. */
static void begin_with_more(bank *a, bank *b)
{
    felt_error error;
    postgres_make_bank(a);
    make_other(b, a, "craps 2");
    good(bet_once(a, 10, BANK_CREDITS - 50, &error), &error);
    bank_begin(b);
    good(felt_store_grant(b->store, b->player, (felt_money){100}, TEXT("more"), 1, &error), &error);
    good(felt_store_commit(b->store, &error), &error);
    bank_begin(a);
    good(bet_expected(a, 11, 30, &error), &error);
}

/* All of it is on bets at last. */
static void end_with_nothing(bank *a, bank *b)
{
    felt_error error;
    good(felt_store_commit(a->store, &error), &error);
    bank_assert(b, 0, BANK_CREDITS + 100);
    bank_check(a);
    felt_store_close(a->store);
    felt_store_close(b->store);
}

/* He has more than is known here, also in the middle of a batch that has taken some of it. */
void test_trusted_player_has_more(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    begin_with_more(&a, &b);
    good(bet_expected(&a, 12, 100, &error), &error); /* 20 are known to be left, and there are 120 */
    refused(bet_expected(&a, 13, 21, &error), FELT_ELIMIT, &error, "bet less");
    good(bet_expected(&a, 14, 20, &error), &error);
    end_with_nothing(&a, &b);
}

/* The same, after the database was told a part of the batch: that part is not counted twice. */
void test_trusted_player_told(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    felt_store_audit_result audit;
    begin_with_more(&a, &b);
    good(felt_store_audit(a.store, &audit, &error), &error);
    good(bet_expected(&a, 12, 10, &error), &error);
    refused(bet_expected(&a, 13, 111, &error), FELT_ELIMIT, &error, "bet less");
    good(bet_expected(&a, 14, 110, &error), &error);
    end_with_nothing(&a, &b);
}

/* An id that was used elsewhere: once in the database, and found there when it comes again. */
void test_trusted_id(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 2");
    postgres_take(&b, "there", 60000);
    good(bet_once(&a, 10, 1, &error), &error);
    good(bet_once(&b, 11, 1, &error), &error);
    bank_begin(&a);
    good(bet_expected(&a, 11, 1, &error), &error);
    refused(felt_store_commit(a.store, &error), FELT_EDATA, &error, "refused the batch");
    a.bets = 1;
    refused(bet_once(&a, 11, 1, &error), FELT_EDATA, &error, "id was used before");
    good(bet_once(&a, 12, 1, &error), &error);
    refused(bet_once(&a, 12, 1, &error), FELT_EDATA, &error, "id was used before");
    bank_assert(&b, BANK_CREDITS - 3, 3);
    bank_check(&a);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* Both grant at once: the chain of the bank has one order, and the second tries again. */
void test_grants_at_once(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 2");
    bank_begin(&a);
    bank_begin(&b);
    good(felt_store_grant(a.store, a.player, (felt_money){1}, TEXT("a"), 1, &error), &error);
    good(felt_store_grant(b.store, a.player, (felt_money){2}, TEXT("b"), 1, &error), &error);
    good(felt_store_commit(a.store, &error), &error);
    refused(felt_store_commit(b.store, &error), FELT_EDATA, &error, "refused the batch");
    bank_begin(&b);
    good(felt_store_grant(b.store, a.player, (felt_money){2}, TEXT("b"), 1, &error), &error);
    good(felt_store_commit(b.store, &error), &error);
    bank_assert(&a, BANK_CREDITS + 3, 0);
    bank_check(&a);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* A lease that has run out is taken over, and its old owner can write nothing. */
void test_lease_taken_over(void **state)
{
    (void)state;
    bank a, b;
    felt_error error;
    int64_t fence;
    postgres_make_bank(&a);
    make_other(&b, &a, "craps 1");
    good(felt_store_lease_give_up(a.store, a.table, &error), &error);
    postgres_take(&a, "http://one", 300);
    refused(felt_store_lease_take(b.store, b.table, TEXT("http://two"), 1000, &fence, &error), FELT_EDATA, &error, "with http://one");
    bank_begin(&b); /* without a lease */
    bank_append(&b, "mine");
    refused(felt_store_commit(b.store, &error), FELT_EDATA, &error, "has not the lease");
    bank_begin(&a);
    bank_hold(&a, 100);
    good(felt_store_commit(a.store, &error), &error);
    bank_begin(&a);
    bank_hold(&a, 200);
    postgres_sleep_ms(400);
    postgres_take(&b, "http://two", 60000);
    refused(felt_store_commit(a.store, &error), FELT_EDATA, &error, "has not the lease");
    refused(felt_store_lease_renew(a.store, a.table, 1000, &error), FELT_EDATA, &error, "has not the lease");
    b.bets = 1;
    bank_begin(&b);
    bank_hold(&b, 50);
    good(felt_store_commit(b.store, &error), &error);
    bank_assert(&b, BANK_CREDITS - 150, 150);
    bank_check(&b);
    felt_store_close(a.store);
    felt_store_close(b.store);
}

/* The child of the next test: owns the table, writes in a batch, is stopped, and finds that it has lost. */
static void own_and_stop(const char *at, bool half_sent, int ready)
{
    felt_store *store;
    felt_error error;
    felt_table_id table = {1};
    int64_t fence, sequence;
    felt_deed deed = {.table = table, .record = TEXT("of the old owner")};
    bool good_so_far = felt_store_open(at, &store, &error) == FELT_OK &&
                       felt_store_lease_take(store, table, TEXT("old"), 500, &fence, &error) == FELT_OK &&
                       felt_store_begin(store, &error) == FELT_OK && felt_store_keep(store, &deed, &sequence, &error) == FELT_OK;
    if (good_so_far && half_sent) { /* reading makes it send what it has, in a transaction that holds the lease */
        felt_arena *arena = felt_arena_new(1 << 16);
        felt_text found;
        good_so_far = felt_store_record(store, arena, table, sequence, &found, &error) == FELT_OK;
    }
    if (!good_so_far || write(ready, "x", 1) != 1)
        _exit(1);
    raise(SIGSTOP);
    felt_status status = felt_store_commit(store, &error);
    _exit(status == (half_sent ? FELT_EIO : FELT_EDATA) ? 0 : 2);
}

void test_stopped_owner(void **state)
{
    (void)state;
    for (int half_sent = 0; half_sent < 2; half_sent++) {
        bank b;
        felt_error error;
        int64_t fence;
        int ready[2], status = 0;
        char byte;
        postgres_make_bank(&b);
        good(felt_store_lease_give_up(b.store, b.table, &error), &error);
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        if (child == 0)
            own_and_stop(b.address, half_sent == 1, ready[1]);
        close(ready[1]);
        assert_int_equal(read(ready[0], &byte, 1), 1);
        close(ready[0]);
        int64_t before = postgres_now_ms();
        felt_status taken = FELT_EDATA;
        while (taken == FELT_EDATA && postgres_now_ms() - before < 20000) {
            taken = felt_store_lease_take(b.store, b.table, TEXT("new"), 60000, &fence, &error);
            postgres_sleep_ms(50);
        }
        good(taken, &error);
        assert_in_range(postgres_now_ms() - before, 0, 10000);
        bank_begin(&b);
        assert_int_equal(bank_append(&b, "of the new owner"), 1);
        good(felt_store_commit(b.store, &error), &error);
        assert_int_equal(kill(child, SIGCONT), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        bank_check(&b);
        felt_store_close(b.store);
    }
}
