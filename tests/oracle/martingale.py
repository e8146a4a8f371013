#!/usr/bin/env python3
"""tests/oracle/martingale.py - small Martingales exactly, by going through every roll of the dice, beside what sessions come to.

    martingale.py FELT

The chance of each amount of money after each roll is kept as a whole number of all that the dice can do. Slow, obvious, and no line of it
is taken from src/. The samples have a fixed seed: what passes once passes always.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
SESSIONS = 200_000
SIGMAS = 5


class Table:
    """What one wager does with a roll: (what a stake of 1 wins, or None while it stands, and the point after it)."""

    def field(self, point, total):
        wins = {2: 2, 12: 2}.get(total, 1 if total in (3, 4, 9, 10, 11) else -1)
        return wins, self.puck(point, total)

    def passes(self, point, total):
        if point == 0:
            wins = 1 if total in (7, 11) else -1 if total in (2, 3, 12) else None
        else:
            wins = 1 if total == point else -1 if total == 7 else None
        return wins, self.puck(point, total)

    @staticmethod
    def puck(point, total):
        if point == 0:
            return total if total in (4, 5, 6, 8, 9, 10) else 0
        return 0 if total in (point, 7) else point


def play(rule, at_come_out, bankroll, rolls, target):
    """How many of 36 ** rolls ways lead to each (result, roll of ruin or 0); and what all bets together are, as a sum of such ways."""
    now = {(bankroll, 1, 0, 0): 1}  # money, next stake, stake that is up, point
    ends, action = {}, 0
    for roll in range(rolls + 1):
        left, then = 36 ** (rolls - roll), {}
        for (money, stake, up, point), ways in now.items():
            stops = up == 0 and money - bankroll >= target
            bets = up == 0 and not stops and (point == 0 or not at_come_out)
            if roll == rolls or stops or (bets and stake > money):
                ruined = roll if bets and stake > money and roll < rolls else 0
                key = (money - bankroll, ruined)
                ends[key] = ends.get(key, 0) + ways * left
                continue
            action += stake * ways * left if bets else 0
            staked = stake if bets else up
            for total, of_36 in WAYS.items():
                wins, moved = rule(point, total)
                if wins is None:
                    key = (money, stake, staked, moved)
                else:
                    key = (money + wins * staked, 1 if wins > 0 else stake * 2, 0, moved)
                then[key] = then.get(key, 0) + ways * of_36
        now = then
    return ends, Fraction(action, 36**rolls)


def simulate(felt, wager, bankroll, rolls, target):
    lines = ['strategy "Small"', "unit 10", "let stake be 1", f"bet {wager} stake", f"after {wager} wins: stake becomes 1"]
    lines += [f"after {wager} loses: stake becomes stake times 2", f"stop when result is at least {target}"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small.strategy")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        words = [felt, "sim", "craps", "--set", "field-12=double", "--json", "--seed", "11", "--sessions", str(SESSIONS)]
        words += ["--bankroll", str(bankroll * 10), "--rounds", str(rolls), "--strategy", path]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return json.loads(said)["strategies"][0]


def within(share, exact):
    """Is a share of the sessions as near to its probability as luck lets it be?"""
    return abs(share - exact) <= SIGMAS * math.sqrt(exact * (1 - exact) / SESSIONS) + 1e-12


def compare(felt, rule, at_come_out, edge, bankroll, rolls, target):
    """Names of what was compared, and whether it was alike."""
    ends, action = play(rule, at_come_out, bankroll, rolls, target)
    all_ways = 36**rolls
    chance = {key: Fraction(ways, all_ways) for key, ways in ends.items()}
    mean = sum(result * p for (result, _), p in chance.items())
    spread = math.sqrt(float(sum(result**2 * p for (result, _), p in chance.items()) - mean**2))
    ruined = float(sum(p for (_, roll), p in chance.items() if roll > 0))
    found = simulate(felt, "pass" if at_come_out else "field", bankroll, rolls, target)
    error = 1000 * spread / math.sqrt(SESSIONS)
    by_then = lambda last: float(sum(p for (_, roll), p in chance.items() if 0 < roll <= last)) / ruined
    yield "every way ends somewhere", sum(chance.values()) == 1
    if not at_come_out:  # what is taken back at the end has not lost its edge yet
        yield "the oracle's own mean is its action times the edge", mean == -edge * action
        bet = Fraction(found["action"]) * 100
        yield "the exact expectation of what was bet is that action times the edge", Fraction(found["expected_fraction"]) == -edge * bet
    yield f"the mean result {float(mean):.4f}", abs(found["mean_minor"] - 1000 * float(mean)) <= SIGMAS * error
    yield "what felt expects of the bets it saw", abs(found["expected_mean_minor"] - 1000 * float(mean)) <= SIGMAS * error
    yield f"its standard deviation {spread:.4f}", abs(found["sd_minor"] / 1000 / spread - 1) < 0.01
    yield f"ruin, {ruined:.5f}", within(found["ruined"] / SESSIONS, ruined)
    yield "sessions that end ahead", within(found["ahead"] / SESSIONS, float(sum(p for (r, _), p in chance.items() if r > 0)))
    yield "sessions that end even", within(found["even"] / SESSIONS, float(sum(p for (r, _), p in chance.items() if r == 0)))
    yield "sessions that the stop ended", within(found["finished"] / SESSIONS, float(sum(p for (r, _), p in chance.items() if r >= target)))
    for name_of, share in (("ruin_percent_5", 0.05), ("ruin_median", 0.5), ("ruin_percent_95", 0.95)):
        roll, slack = found[name_of], SIGMAS * math.sqrt(share * (1 - share) / found["ruined"])
        yield f"{share:.0%} of the ruined within {roll} rolls", by_then(roll) >= share - slack and by_then(roll - 1) <= share + slack
    for name_of, share in (("percent_5", 0.05), ("percent_25", 0.25), ("median", 0.5), ("percent_75", 0.75), ("percent_95", 0.95)):
        amount = Fraction(found[name_of]) / 10
        below = float(sum(p for (r, _), p in chance.items() if r < amount))
        up_to = float(sum(p for (r, _), p in chance.items() if r <= amount))
        slack = SIGMAS * math.sqrt(share * (1 - share) / SESSIONS)
        yield f"the distribution at {name_of}, {found[name_of]}", below <= share + slack and up_to >= share - slack


def main():
    felt, table, count, failed = sys.argv[1], Table(), 0, 0
    setups = [
        ("field", table.field, False, Fraction(1, 18), 15, 30, 4),
        ("field, long", table.field, False, Fraction(1, 18), 31, 60, 20),
        ("pass", table.passes, True, Fraction(7, 495), 7, 60, 5),
    ]
    for setup in setups:
        for name, good in compare(felt, *setup[1:]):
            count += 1
            failed += not good
            print(f"{'ok' if good else 'not ok'} {count} - {setup[0]}: {name}")
    print(f"1..{count}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
