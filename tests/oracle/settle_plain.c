/* oracle/settle_plain.c - see settle_plain.h. */
#include "oracle/settle_plain.h"

static plain_amount amount_of(oracle_pay pay, int64_t stake)
{
    if (pay.kind != ORACLE_PAID)
        return (plain_amount){.kind = pay.kind};
    return (plain_amount){.kind = ORACLE_PAID, .num = stake * (pay.den + pay.num), .den = pay.den};
}

plain_amount plain_round(const oracle_bet *bet, const int player[3], const int banker[3], int64_t stake)
{
    oracle_hands hands = oracle_hands_of(player, banker);
    return amount_of(bet->baccarat->pays(bet, &hands), stake);
}

int plain_point(const int (*faces)[2], int rolls)
{
    int point = 0;
    for (int i = 0; i < rolls; i++) {
        int total = faces[i][0] + faces[i][1];
        bool number = total == 4 || total == 5 || total == 6 || total == 8 || total == 9 || total == 10;
        if (point == 0)
            point = number ? total : 0;
        else if (total == 7 || total == point)
            point = 0;
    }
    return point;
}

plain_amount plain_shooter(const oracle_bet *bet, const int (*faces)[2], int rolls, int after, int64_t stake, int *ret_rolls)
{
    oracle_track track = oracle_place(plain_point(faces, after));
    for (int i = after; i < rolls; i++) {
        oracle_pay pay = bet->craps->rolls(bet, &track, faces[i][0], faces[i][1]);
        if (pay.kind != ORACLE_UNDECIDED) {
            *ret_rolls = i + 1;
            return amount_of(pay, stake);
        }
    }
    *ret_rolls = rolls;
    return (plain_amount){.kind = ORACLE_UNDECIDED};
}

bool plain_accepts(plain_amount exact, int64_t paid)
{
    if (exact.kind != ORACLE_PAID)
        return paid == 0;
    if (exact.num % exact.den == 0)
        return paid == exact.num / exact.den;
    return paid * exact.den < exact.num && paid * exact.den > exact.num - 2 * exact.den;
}
