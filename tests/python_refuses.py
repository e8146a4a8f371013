"""tests/python_refuses.py - mistakes of a Python program are exceptions with a sentence, and leave the table as it was."""
import io
import pathlib
import tempfile
import threading

import felt

table = felt.Table("baccarat", decks=8)
before = [o.raw for o in table.odds()]
MISTAKES = [
    (lambda: felt.Table(), "a table needs a sheet"),
    (lambda: felt.Table("bacarat"), "there is no shipped sheet 'bacarat'"),
    (lambda: felt.Table("craps", "baccarat"), "'baccarat' is of baccarat, and the table of craps"),
    (lambda: felt.Table.from_text("sheet x"), "sheet.felt:1: found 'x'"),
    (lambda: felt.Table.from_text("#" * (1 << 21)), "expected at most"),
    (lambda: table.odds("tye"), "there is no wager 'tye'"),
    (lambda: table.odds("tie", deks=8), "did you mean 'decks'"),
    (lambda: table.odds(shoe=[1, 2]), "found 2 numbers, expected 13"),
    (lambda: table.odds(shoe=[0] * 13), "found 0 cards in the shoe"),
    (lambda: table.rows("tie", [felt.fresh(), [0] * 13]), "shoe 1: found 0 cards"),
    (lambda: table.rows("tie", [[1, 2]]), "expected 13 numbers"),
    (lambda: table.rows("tie", b"abc"), "expected int32"),
    (lambda: table.rows("nothing", [felt.fresh()]), "no wager 'nothing'"),
    (lambda: felt.Table("craps").rows("pass", [felt.fresh()]), "there is no shoe in craps"),
    (lambda: table.simulate(0), "rounds: found 0, expected 1 to"),
    (lambda: table.simulate(1 << 70), "rounds: found 1180591620717411303424"),
    (lambda: table.simulate("10"), "rounds: found str, expected a whole number"),
    (lambda: table.simulate(10, seed=-1), "seed: found -1"),
    (lambda: table.simulate(10, threads=0), "threads: found 0, expected 1 to"),
    (lambda: table.simulate(10, cut=3), "out of range"),
    (lambda: felt.Table(7), "not int"),
    (lambda: felt.Table("bacarat"), "did you mean 'baccarat'?"),
    (lambda: felt.Table.from_text(None), "text: found NoneType, expected str"),
    (lambda: felt.check(b"sheet"), "text: found bytes, expected str"),
    (lambda: table.odds(7), "wager: found int, expected str"),
    (lambda: table.odds("tie\0x"), "wager: found a NUL"),
    (lambda: table.odds("tie", tie_pay="9\ndecks=6"), "tie_pay: found '9\\ndecks=6', expected one line"),
    (lambda: table.odds("tie", tie_pay=None), "tie_pay: found NoneType"),
    (lambda: table.odds("tie", decks=8.0), "decks: found float"),
    (lambda: table.odds("tie", shoe=[1] * 14), "found 14 numbers, expected 13"),
    (lambda: table.odds("tie", shoe=[1 << 40] * 13), "shoe: found 1099511627776"),
    (lambda: table.odds("tie", shoe=[-1] * 13), "found -1 aces in the shoe, expected 0 to 32"),
    (lambda: table.settle(None, None), "rounds: found NoneType, expected CSV or NDJSON as text, a path, an open file, or mappings"),
    (lambda: table.settle(["a"], []), "rounds: found str as row 1"),
    (lambda: table.settle({"round": 1}, []), "rounds: found dict, expected"),
    (lambda: table.settle(__file__, ""), "expected its text; give pathlib.Path("),
    (lambda: table.settle("round,player,banker\n", "a,b\n"), "bets:1: there is no column 'round'"),
    (lambda: table.settle("round,player,banker\n", "round,wager,stake\n", decimals=9), "decimals: found 9, expected 0 to 6"),
    (lambda: table.settle("round,player,banker\n", "round,wager,stake\n", map={"stak": "x"}), "rounds:1: a map speaks of 'stak'"),
    (lambda: table.settle("round,player,banker\n", "round,wager,stake\n", map={"decimal": "dot"}),
        "map:1: decimal: found 'dot', expected point or comma"),
    (lambda: felt.shoes(-1), "count: found -1"),
    (lambda: felt.shoes(1 << 30), "count: found 1073741824, expected 0 to 16777216"),
    (lambda: felt.card(0), "card: found 0, expected a rank"),
    (lambda: felt.card(77), "card: found 77, expected 0 to 63"),
    (lambda: felt.fresh(0), "decks: found 0, expected 1 to 8"),
    (lambda: table.settle("a,b\n", "round,wager,stake\n"), "there is no column 'round'"),
    (lambda: table.settle("round,player,banker\n", "round,wager,stake\n", rounding="sideways"), "no rule of rounding"),
    (lambda: felt.shoes(1, decks=9), "1 to 8"),
]
for mistake, words in MISTAKES:
    try:
        mistake()
    except (felt.FeltError, FileNotFoundError, TypeError, ValueError) as why:
        assert words in str(why), (words, str(why))
    else:
        raise AssertionError(f"nothing was refused: {words}")
assert [o.raw for o in table.odds()] == before
misdealt = table.settle([{"round": 1, "player": "9S KD", "banker": "3H 4C 2D"}], [{"round": 1, "wager": "tie", "stake": 1}])
assert misdealt.bets == [] and misdealt.refused[0].file == "rounds", misdealt

# Records are text, open files, paths or mappings, in their own words and in any order.
ROUNDS = "Round No;Player;Banker\n2;2♠ 4♦;3♥ 2♣ 2♦\n1;9S KD;3H 4C\n"
BETS = "Round No;Wager;Amount\n1;PLAYER;1.250,00 €\n2;Banker;10\n"
with tempfile.TemporaryDirectory() as folder:
    paths = [pathlib.Path(folder) / name for name in ("rounds.csv", "bets.csv")]
    paths[0].write_text(ROUNDS, encoding="utf-16")
    paths[1].write_text(BETS, encoding="utf-8")
    for given in ((ROUNDS, BETS), (ROUNDS.encode(), BETS.encode()), paths, (io.StringIO(ROUNDS), io.BytesIO(BETS.encode()))):
        settled = table.settle(*given, map={"round": "Round No", "stake": "Amount"}, sort=True)
        assert [str(bet["paid"]) for bet in settled.bets] == ["2500.00", "19.50"] and settled.refused == [], settled

# Threads that share a table get their own answers, and their own mistakes.
wrong = []


def ask(number):
    for _ in range(5):
        try:
            table.odds(f"wager-{number}")
        except felt.FeltError as why:
            wrong.extend([] if f"'wager-{number}'" in str(why) else [str(why)])
        wrong.extend([] if [o.raw for o in table.odds()] == before else [f"odds of thread {number}"])


threads = [threading.Thread(target=ask, args=(i,)) for i in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert wrong == [], wrong
