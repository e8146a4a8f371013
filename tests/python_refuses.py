"""tests/python_refuses.py - mistakes of a Python program are exceptions with a sentence, and leave the table as it was."""
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
    (lambda: table.simulate(0), "out of range"),
    (lambda: table.simulate(10, cut=3), "out of range"),
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
