/* examples/embed.c - Felt in another program: compile a sheet, compute its odds, settle a round, simulate. In C or in C++:
 *
 *     cc embed.c -o embed $(pkg-config --cflags --libs felt) && ./embed rules/baccarat.felt */
#include <felt/odds.h>
#include <felt/settle.h>
#include <felt/sim.h>
#include <stdio.h>

/* All zero: nothing chosen, so that every option counts or its first choice holds; a house that rounds down and has no limits. */
static felt_selection everything;
static felt_house house;
static felt_odds_list odds;
static felt_sim_setup setup;

static int complain(const char *why)
{
    return fprintf(stderr, "embed: %s\n", why) < 0 ? 2 : 1;
}

int main(int argc, char **argv)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet;
    const felt_wager *banker;
    felt_error error;
    if (arena == NULL || argc != 2 || felt_sheet_load(arena, argv[1], NULL, &sheet, &error) != FELT_OK ||
        felt_wager_find(sheet, felt_text_from("banker"), felt_text_from(""), &banker, &error) != FELT_OK)
        return complain(argc == 2 && arena != NULL ? error.message : "expected the path of the baccarat sheet");

    if (felt_odds_add(&odds, sheet, &everything, banker->short_name, NULL, &error) != FELT_OK)
        return complain(error.message);
    printf("%.*s of the stakes are the house's\n", FELT_TEXT_ARGS(felt_ratio_print(arena, odds.list[0].edge)));

    const felt_book *book;
    const felt_dealt round = {{{{2, 0}, {4, 2}}, {{3, 1}, {2, 3}, {2, 2}}}, {2, 3}}; /* 2S 4D against 3H 2C 2D */
    const felt_bet bet = {{2500}, 1, (uint16_t)(banker - sheet->wagers), 0, FELT_ACTION_BET}; /* 25.00 on the banker */
    felt_play *play;
    felt_payment payment;
    char amount[FELT_MONEY_BYTES];
    if (felt_book_open(arena, &sheet, 1, &everything, house, &book, &error) != FELT_OK || felt_play_new(book, &play) != FELT_OK)
        return complain("there is no book");
    if (felt_settle_dealt(play, &round, &bet, 1, &payment, &error) != FELT_OK)
        return complain(error.message);
    felt_money_write(payment.paid, 2, amount);
    printf("25.00 on the banker get %s\n", amount);

    const felt_sim_wager wagers[] = {{banker, odds.list[0].variant, FELT_SIM_PHASES_ALL}};
    felt_sim_result result;
    setup.game = sheet->game, setup.wagers = wagers, setup.wager_count = 1, setup.decks = odds.list[0].decks;
    setup.rounds = 1000000, setup.threads = 2;
    if (felt_sim_run(&setup, &result) != FELT_OK)
        return complain("the simulation failed");
    printf("of %llu rounds: %.2f %%\n", (unsigned long long)result.rounds, -100 * felt_sim_sample(wagers, result.rows[0]).mean);
    felt_sim_result_free(&result);
    felt_play_free(play);
    felt_odds_list_free(&odds);
    felt_arena_free(arena);
    return 0;
}
