"""tests/oracle/count_plain.py - baccarat once more, slow and obvious: what a wager is worth from any shoe, as a Fraction.

A shoe is a list of thirteen numbers, ace to king. A wager is a function of a finished round that says what a unit wins."""
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod


def value_of(rank):
    return rank if rank < 10 else 0


def banker_draws(banker, third):
    """`third`: the value of the player's third card, None where the player stood."""
    if third is None:
        return banker <= 5
    return (
        banker <= 2
        or (banker == 3 and third != 8)
        or (banker == 4 and third in (2, 3, 4, 5, 6, 7))
        or (banker == 5 and third in (4, 5, 6, 7))
        or (banker == 6 and third in (6, 7))
    )


class Round:
    def __init__(self, player, banker):
        self.player, self.banker = player, banker
        self.player_total = sum(map(value_of, player)) % 10
        self.banker_total = sum(map(value_of, banker)) % 10
        self.player_pair = player[0] == player[1]
        self.banker_pair = banker[0] == banker[1]


def deals(shoe):
    """Every round that can be dealt and its probability. Third cards are taken by value: their rank can make no difference."""
    left = list(shoe)

    def take(rank):
        chance = Fraction(left[rank - 1], sum(left))
        left[rank - 1] -= 1
        return chance

    def thirds():
        """A rank for each value that is left, with the chance of the value."""
        whole = sum(left)
        for value in range(10):
            ranks = [rank for rank in range(1, 14) if value_of(rank) == value and left[rank - 1] > 0]
            if ranks:
                yield ranks, Fraction(sum(left[rank - 1] for rank in ranks), whole)

    def drawn(player, banker, chance):
        p, b = sum(map(value_of, player)) % 10, sum(map(value_of, banker)) % 10
        if p >= 8 or b >= 8:
            yield Round(player, banker), chance
        elif p >= 6:
            yield from last(player, banker, chance, None, b)
        else:
            for ranks, part in list(thirds()):
                # The banker's third card depends on the values left, so any rank of the value will do.
                left[ranks[0] - 1] -= 1
                yield from last(player + (ranks[0],), banker, chance * part, value_of(ranks[0]), b)
                left[ranks[0] - 1] += 1

    def last(player, banker, chance, third, b):
        if not banker_draws(b, third):
            yield Round(player, banker), chance
            return
        for ranks, part in list(thirds()):
            yield Round(player, banker + (ranks[0],)), chance * part

    there = [rank for rank in range(1, 14) if shoe[rank - 1] > 0]
    for first in product(there, repeat=4):
        chance = Fraction(1)
        taken = []
        for rank in first:
            if left[rank - 1] == 0:
                chance = None
                break
            chance *= take(rank)
            taken.append(rank)
        if chance is not None:
            yield from drawn(first[:2], first[2:], chance)
        for rank in taken:
            left[rank - 1] += 1


def worths(shoe, wagers):
    """What each of the wagers, a dict of functions, is worth."""
    sums = dict.fromkeys(wagers, Fraction(0))
    whole = Fraction(0)
    for round_, chance in deals(shoe):
        whole += chance
        for name, wager in wagers.items():
            won = wager(round_)
            if won:
                sums[name] += chance * won
    assert whole == 1
    return sums


def less(shoe, *ranks):
    shoe = list(shoe)
    for rank in ranks:
        shoe[rank - 1] -= 1
    return shoe


# ---- what is followed of a value ----


def parts(shoe, left):
    """Every composition of `left` cards of the shoe, with its probability when they are taken at random."""
    for cards in product(*(range(held + 1) for held in shoe)):
        if sum(cards) == left:
            ways = 1
            for held, kept in zip(shoe, cards):
                ways *= comb(held, kept)
            yield list(cards), Fraction(ways, comb(sum(shoe), left))


def explained(rows, degree):
    """The variance of the best prediction of a value by a polynomial of `degree` in the cards left: least squares, in fractions.

    `rows` are tuples of cards, probability and value."""
    there = [rank for rank in range(13) if any(cards[rank] for cards, _, _ in rows)]
    powers = [p for d in range(degree + 1) for p in combinations_with_replacement(there, d)]
    columns = []
    for power in powers:
        column = [Fraction(prod(cards[rank] for rank in power)) for cards, _, _ in rows]
        for other in columns:  # Gram and Schmidt
            size = sum(p * o * o for (_, p, _), o in zip(rows, other))
            along = sum(p * c * o for (_, p, _), c, o in zip(rows, column, other)) / size
            column = [c - along * o for c, o in zip(column, other)]
        if any(column):
            columns.append(column)
    result = Fraction(0)
    for column in columns[1:]:
        size = sum(p * c * c for (_, p, _), c in zip(rows, column))
        result += sum(p * c * v for (_, p, v), c in zip(rows, column)) ** 2 / size
    return result


# ---- cards that are known ----


def sequences(shoe):
    """Six cards as they lie in the shoe, drawn or not, with their probability."""
    for six in product([rank for rank in range(1, 14) if shoe[rank - 1]], repeat=6):
        left, chance = list(shoe), Fraction(1)
        for rank in six:
            chance *= Fraction(left[rank - 1], sum(left))
            left[rank - 1] -= 1
            if not chance:
                break
        if chance:
            yield six, chance


def play(six):
    """Player, banker, player, banker; then by the rules."""
    player, banker, rest = [six[0], six[2]], [six[1], six[3]], list(six[4:])
    p, b = sum(map(value_of, player)) % 10, sum(map(value_of, banker)) % 10
    third = None
    if p < 8 and b < 8:
        if p <= 5:
            third = rest.pop(0)
            player.append(third)
        if banker_draws(b, None if third is None else value_of(third)):
            banker.append(rest.pop(0))
    return Round(tuple(player), tuple(banker))


# ---- wagers of the shipped sheets ----


def banker(r):
    if r.banker_total == r.player_total:
        return 0
    return Fraction(19, 20) if r.banker_total > r.player_total else -1


def player(r):
    return (r.player_total > r.banker_total) - (r.player_total < r.banker_total)


def super_7(r):
    return 40 if r.banker_total == 7 > r.player_total and len(r.banker) == 3 else -1


def fortune_8(r):
    return 25 if r.player_total == 8 > r.banker_total and len(r.player) == 3 else -1


def player_pair(r):
    return 11 if r.player_pair else -1


def tiger_pair(r):
    if r.player_pair and r.banker_pair:
        return 100 if r.player[0] == r.banker[0] else 20
    return 4 if r.player_pair or r.banker_pair else -1
