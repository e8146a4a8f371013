/* tests/store/play.c - a store that is made, bet with, closed and opened again, while something fails; and what must be there
 * afterwards. */
#include "play.h"

#include <string.h>

enum { HALVES = 2, BATCHES = 3, BETS = 3 };

#define TEXT(literal) ((felt_text){literal, sizeof literal - 1})

/* One run. */
typedef struct run {
    bank *bank;
    told *told;
    play_hook *before;
    void *context;
    felt_error *error;
    felt_status status; /* the first failure */
} run;

/* May the next call be made? */
static bool next(run *r)
{
    if (r->status == FELT_OK && r->before != NULL)
        r->before(r->context);
    return r->status == FELT_OK;
}

static void begin(run *r)
{
    if (next(r))
        r->status = felt_store_begin(r->bank->store, r->error);
}

static void commit(run *r)
{
    if (next(r))
        r->status = felt_store_commit(r->bank->store, r->error);
}

static void set_up(run *r)
{
    bank *b = r->bank;
    begin(r);
    if (next(r))
        r->status = felt_store_table(b->store, TEXT("craps 1"), &b->table, r->error);
    if (next(r))
        r->status = felt_store_player_add(b->store, TEXT("Ann"), &b->player, r->error);
    if (next(r))
        r->status = felt_store_grant(b->store, b->player, (felt_money){BANK_CREDITS}, TEXT("welcome"), 1, r->error);
    if (next(r))
        r->status = felt_store_note_set(b->store, TEXT("kind"), TEXT("key"), TEXT("value"), 0, r->error);
    commit(r);
    r->told->set_up = r->status == FELT_OK;
}

/* A bet that is lost at once, with its command. */
static void bet(run *r, int number)
{
    bank *b = r->bank;
    int64_t sequence;
    felt_move list[] = {bank_move(b, FELT_MOVE_HOLD, 1 + number, 10), bank_move(b, FELT_MOVE_SETTLE, 1 + number, 0)};
    felt_deed deed = bank_deed(b, FELT_ENTRY_RESULT, "bet", list, 2);
    deed.player = b->player;
    deed.command = (uint64_t)number;
    if (next(r))
        r->status = felt_store_keep(b->store, &deed, &sequence, r->error);
}

static void batches(run *r)
{
    for (int batch = 0; r->status == FELT_OK && batch < BATCHES; batch++) {
        felt_expected expected = {r->bank->player, (uint64_t)r->told->bets};
        begin(r);
        if (next(r))
            r->status = felt_store_expect(r->bank->store, &expected, 1, r->error);
        for (int i = 0; i < BETS; i++)
            bet(r, r->told->bets + i);
        commit(r);
        if (r->status == FELT_OK)
            r->told->bets += BETS;
    }
}

/* Lost: it says so until it is closed. */
static void assert_lost(bank *b)
{
    felt_error again;
    felt_balance balance;
    assert_int_equal(felt_store_balance(b->store, b->player, &balance, &again), FELT_EIO);
    assert_non_null(strstr(again.message, "open it again"));
}

static void half(run *r, bool first)
{
    int64_t fence;
    if (next(r))
        r->status = felt_store_open(r->bank->address, &r->bank->store, r->error);
    if (r->status != FELT_OK)
        return;
    if (first)
        set_up(r);
    if (next(r))
        r->status = felt_store_lease_take(r->bank->store, r->bank->table, TEXT("here"), 60000, &fence, r->error);
    batches(r);
    if (r->status != FELT_OK)
        assert_lost(r->bank);
    felt_store_close(r->bank->store);
}

felt_status play(bank *b, told *t, play_hook *before, void *context, felt_error *error)
{
    run r = {.bank = b, .told = t, .before = before, .context = context, .error = error, .status = FELT_OK};
    for (int i = 0; r.status == FELT_OK && i < HALVES; i++)
        half(&r, i == 0);
    return r.status;
}

/* The bets that are there, by their commands. */
static int count_bets(bank *b)
{
    int bets = 0;
    for (; bets <= HALVES * BATCHES * BETS; bets++) {
        static const uint8_t digest[FELT_STORE_DIGEST_BYTES];
        felt_error error;
        felt_table_id table;
        int64_t sequence;
        if (felt_store_command_find(b->store, b->player, (uint64_t)bets, digest, &table, &sequence, &error) != FELT_OK)
            break;
        assert_int_equal(sequence, bets + 1);
    }
    return bets;
}

void play_check(bank *b, const told *t)
{
    felt_error error;
    felt_balance balance;
    b->store = bank_open(b->address);
    felt_status found = felt_store_player_find(b->store, TEXT("Ann"), &b->player, &error);
    if (found == FELT_ENOTFOUND) {
        assert_false(t->set_up);
        bank_set_up(b);
    }
    good(felt_store_begin(b->store, &error), &error);
    good(felt_store_table(b->store, TEXT("craps 1"), &b->table, &error), &error);
    good(felt_store_rollback(b->store, &error), &error);
    int bets = count_bets(b);
    assert_in_range(bets, t->bets, t->bets + BETS);
    assert_int_equal(bets % BETS, 0); /* a batch is there whole or not at all */
    good(felt_store_balance(b->store, b->player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, BANK_CREDITS - 10 * bets);
    assert_int_equal(balance.held.minor, 0);
    bank_check(b);
    felt_store_close(b->store);
}
