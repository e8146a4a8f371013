# tests/exports.py - files as floor systems and spreadsheets really write them: each is settled right, or refused with a sentence that says
# what was found, what was expected, where, and what to do: tests/exports.py FELT
import os
import subprocess
import sys
import tempfile

felt = os.path.abspath(sys.argv[1])
ROUNDS = "round,player,banker\n1,2S 4D,3H 2C 2D\n2,9S KH,8C KD\n3,AS 5C,KD 6H\n"
BETS = "round,wager,stake,paid\n1,banker,20,39\n2,player,10,20\n3,tie,5,45\n"
ALL = ["1 banker 20.00 39.00", "2 player 10.00 20.00", "3 tie 5.00 45.00"]
NONE = []


def semicolons(text):
    return text.replace(",", ";")


def dice(*words):
    return "shooter,rolls\n" + "".join(f"{chr(65 + i)},{word}\n" for i, word in enumerate(words))


def hardways(count):
    return "shooter,wager,side,stake\n" + "".join(f"{chr(65 + i)},hard,8,5\n" for i in range(count))


# name, rounds, bets, what is paid, what is said, options
CASES = [
    ("semicolons, decimal commas and quoted thousands", semicolons(ROUNDS),
     'round;wager;stake\n1;banker;"1.234,50"\n2;player;10,00\n', ["1 banker 1234.50 2407.27", "2 player 10.00 20.00"], []),
    ("UTF-16 with a mark", ("\ufeff" + ROUNDS).encode("utf-16-le"), ("\ufeff" + BETS).encode("utf-16-be"), ALL, []),
    ("UTF-16 without a mark", ROUNDS.encode("utf-16-le"), BETS.encode("utf-16-be"), ALL, []),
    ("empty columns behind the others", ROUNDS.replace("\n", "\t\t\n").replace(",", "\t"), BETS.replace("\n", "\t\n").replace(",", "\t"),
     ALL, []),
    ("empty columns that the head does not have", ROUNDS.replace("D\n", "D,, \n"), BETS.replace("9\n", "9,\n"), ALL, []),
    ("a field too many", ROUNDS, "round,wager,stake\n1,banker,12,50\n", NONE,
     ["b.csv:2: found 4 fields, expected 3 as in the head; a field with a separator in it must stand in quotes"]),
    ("a field too few", ROUNDS, "round,wager,stake,paid\n1,banker,12\n", NONE,
     ["b.csv:2: found 3 fields, expected 4 as in the head; a field that is empty keeps its separator"]),
    ("sep=;", "sep=;\r\n" + semicolons(ROUNDS).replace("\n", "\r\n"), '"SEP=;"\n' + semicolons(BETS), ALL, []),
    ("titles above the head", "Baccarat report,,\n,,\n" + ROUNDS, "Casino X; bets of 16.11.2026\n\n" + BETS, ALL,
     ["r.csv:3: the columns are named here, and what stands above is passed over", "b.csv:3: the columns are named here"]),
    ("titles above a head that lacks a column", ROUNDS, "Bets\nround,bet,stake\n1,banker,5\n", NONE,
     ["b.csv:2: there is no column 'wager'; this row names 'round', 'bet', 'stake'; --map wager=NAME says which it is"]),
    ("a line of totals", ROUNDS, BETS + "Total,,35,104\n", ALL,
     ["b.csv:5: wager: found nothing, expected the name of a wager; a line of totals must be left out"]),
    ("a line of totals without a word", ROUNDS, BETS + ",,35,104\n", ALL[:2],
     ["b.csv:5: round: found nothing, expected the name or number of a round; a line of totals must be left out"]),
    ("blank lines, of nothing, of blanks and of separators", "\n\n" + ROUNDS.replace("\n", "\n , ,\n"), BETS.replace("\n",
     "\n\n   \n,,,\n"), ALL, []),
    ("mixed ends of lines", ROUNDS.replace("\n", "\r\n", 2), BETS.replace("\n", "\r\n", 1), ALL, []),
    ("lines of an old Mac", ROUNDS.replace("\n", "\r"), BETS, NONE, ["r.csv:1: lines end in a carriage return alone"]),
    ("a head with ends of lines in it", '"round",player,"banker","Dealer\r\nName","Note\rNo"\r\n1,2S 4D,3H 2C 2D,Ann,\r\n',
     "round,wager,stake\n1,banker,20\n",
     ["1 banker 20.00 39.00"], []),
    ("a currency behind the amount", semicolons(ROUNDS), "round;wager;stake\n1;banker;1.234,50 €\n", ["1 banker 1234.50 2407.27"], []),
    ("no-break spaces between thousands", semicolons(ROUNDS), "round;wager;stake\n1;banker;1\u00a0234,50\n2;player;1\u202f000\n",
     ["1 banker 1234.50 2407.27", "2 player 1000.00 2000.00"], []),
    ("a negative amount in parentheses", ROUNDS, "round,wager,stake,paid\n1,banker,20,(5.00)\n2,player,(10),0\n", NONE,
     ["b.csv:2: paid: found '(5.00)', expected what the bettor got, 0 for a bet that lost",
     "b.csv:3: round 2: player: found a stake of -10.00, expected more than 0"]),
    ("the minus sign of a typesetter", ROUNDS, "round,wager,stake,paid\n1,banker,20,\u22125\n", NONE,
     ["b.csv:2: paid: found '\u22125', expected"]),
    ("amounts without zeros", ROUNDS, 'round,wager,stake\n1,banker,.5\n1,player,5.\n1,tie,"5,"\n2,player,",5"\n2,tie,$.50\n2,banker,".500"\n',
     ["1 banker 0.50 0.97", "1 player 5.00 0.00", "1 tie 5.00 0.00", "2 player 0.50 1.00", "2 tie 0.50 0.00", "2 banker 0.50 0.00"], []),
    ("amounts without digits", ROUNDS, 'round,wager,stake\n1,banker,.\n2,player,$\n3,tie,"1,.5"\n', NONE,
     ["b.csv:2: stake: found '.', expected", "b.csv:3: stake: found '$', expected", "b.csv:4: stake: found '1,.5', expected"]),
    ("an amount in words", ROUNDS, "round,wager,stake\n1,banker,20 chips\n2,player,#REF!\n", NONE,
     ["stake: found '20 chips', expected an amount with at most 2 decimals", "stake: found '#REF!'"]),
    ("an amount that may be two", ROUNDS, 'round,wager,stake\n1,banker,"1,234"\n', NONE,
     ["say which mark is the decimal one with --decimal"]),
    ("signs of suits, small letters, tens", "round,player,banker\n1,2♠ 4♦,3♥ 2♣ 2♦\n2,9♠ k♥,8♣ 10♥\n3,as 5c,kd 6h\n", BETS, ALL, []),
    ("cards in words", "round,player,banker\n1,Ace of Spades,6H KD\n", BETS, NONE,
     ["r.csv:2: player: found 'Ace of Spades', expected two or three cards such as 9S 10H"]),
    ("dates that spreadsheets make of dice", dice("4.Apr 3-4", "04-Apr 3-4", "2026-04-04 3-4", "04/04/2026", "04. Apr 3-4",
     "2026-04-04 00:00:00 3-4",
                                                  "2026-04-04T00:00:00", "4-Apr-26"), hardways(8),
     [f"{chr(65 + i)} hard 5.00 50.00" for i in range(8)],
     ["r.csv:2: '4.Apr' is a date that a spreadsheet has made of dice, and is read as 4-4; there are 8 of them"]),
    ("dice that a spreadsheet must take for text", dice('="4-4"', "'4-4", "4 - 4", "4. Apr", "'4-4' 3-4", "6 - 1 4 \u2013 4", "4 -4", "5 4- 4"), hardways(8),
     [f"{chr(65 + i)} hard 5.00 {'0.00' if i == 5 else '50.00'}" for i in range(8)], ["is a date that a spreadsheet has made of dice"]),
    ("dice that may be something else", dice("44", "46116"), hardways(2), NONE,
     ["r.csv:2: rolls: found '44'", "say so with --dice faces", "r.csv:3: rolls: found '46116'", "it may be the number of a date"]),
    ("totals that may be faces as others are", dice("9 34", "12", "6-1 11", "6-1"), "shooter,wager,stake\nB,field,5\nC,field,5\nD,field,5\n",
     ["D field 5.00 0.00"], ["r.csv:3: rolls: found '12', which may be a total or two faces, as in line 2; say which with --dice plain or --dice faces", "r.csv:4: rolls: found '11'"]),
    ("totals that are said to be totals", dice("9 34", "12", "6-1"), "shooter,wager,stake\nB,field,5\n", ["B field 5.00 15.00"], ["r.csv:2: rolls: found '34'"],
     "--dice", "plain"),
    ("printed names in capitals with typeset quotes", dice("6 7"),
     "shooter,wager,stake\nA,DON’T PASS,5\nA,“Don´t Pass”,5\nA,PASS\u00a0LINE,5\n",
     ["A dont-pass 5.00 10.00", "A dont-pass 5.00 10.00", "A pass 5.00 0.00"], []),
    ("a column twice", ROUNDS, "round,wager,stake,stake\n1,banker,20,20\n", NONE,
     ["b.csv:1: two columns are called 'stake'; rename one of them"]),
    ("a column twice in another case", ROUNDS, "round,wager,Stake,STAKE\n1,banker,20,20\n", NONE,
     ["may both be 'stake'; say which with --map"]),
    ("zeros in a row", ROUNDS.replace("9S", "9\0S"), BETS.replace("tie", "ti\0e"), ALL[:1],
     ["r.csv:3: player: found a zero among the letters", "b.csv:4: wager: found a zero among the letters"]),
    ("a file of zeros", b"\0" * 1000, BETS, NONE, ["r.csv:1: found zeros, expected text"]),
    ("ids that a spreadsheet must take for text", ROUNDS.replace("\n1,", '\n="1",'), BETS.replace("\n1,", '\n"=""1""",'), ALL, []),
    ("ids with spaces around them", ROUNDS.replace("\n1,", "\n 1 ,").replace("\n2,", '\n "2" ,'), BETS.replace("\n3,", "\n\t3,"), ALL, []),
    ("letters of another century in a head", ROUNDS, "Num\u00e9ro,wager,stake\n1,banker,20\n".encode("latin-1"), NONE,
     ["The file is not UTF-8: save it as 'CSV UTF-8'"], "--map", "round=Numéro"),
    ("JSON in a file that is called CSV", '{"round":1,"player":["2♠","4♦"],"banker":"3H 2C 2D"}\n',
     '{"round":1,"wager":"banker","stake":20}\n',
     ["1 banker 20.00 39.00"], [], "--format", "csv"),
    ("one array of JSON", '[ \n{"round":1},\n{"round":2}]', BETS, NONE,
     ["r.csv:1: found one JSON array; expected an object on each line, such as `jq -c '.[]' FILE` prints"]),
    ("objects over several lines", '{\n  "round": 1\n}\n', BETS, NONE,
     ["r.csv:1: found a JSON object over several lines, expected one on each line"]),
    ("a row without end", "round,player,banker\n1," + "x" * 3_000_000 + "\n2,9S KH,8C KD\n", "round,wager,stake\n2,player,10\n",
     ["2 player 10.00 20.00"],
     ["r.csv:2: the row has more than 65536 bytes"]),
    ("a head without end", "round," * 500_000, BETS, NONE, ["r.csv:1: "]),
    ("nothing at all", "", BETS, NONE, ["r.csv:1: the file is empty; expected a first row that names the columns"]),
    ("rows in any order", "round,player,banker\n" + "".join(f"{i * 7919 % 20011},9S KH,8C KD\n" for i in range(1, 20011)),
     "round,wager,stake\n" + "".join(f"{i * 104729 % 20011},player,{i * 104729 % 20011}\n" for i in range(1, 20011)),
     [f"{i} player {i}.00 {2 * i}.00" for i in range(1, 20011)], [], "--sort"),
    ("rows in any order, not sorted", ROUNDS.replace("1,2S", "9,2S"), BETS, [], ["as --sort does"]),
]


def settle(folder, rounds, bets, options):
    for name, text in (("r.csv", rounds), ("b.csv", bets)):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
    sheet = "craps" if b"shooter" in (rounds if isinstance(rounds, bytes) else rounds.encode()) else "baccarat"
    run = subprocess.run([felt, "settle", sheet, "--rounds", "r.csv", "--bets", "b.csv", *options], cwd=folder, capture_output=True,
        timeout=600)
    paid = [line.split(",") for line in run.stdout.decode().splitlines()[1:]]
    return [f"{row[0]} {row[4]} {row[6]} {row[13]}" for row in paid], run.stderr.decode(), run.returncode


print(f"1..{len(CASES)}")
with tempfile.TemporaryDirectory() as folder:
    for number, (name, rounds, bets, wanted, says, *options) in enumerate(CASES, 1):
        paid, said, code = settle(folder, rounds, bets, options)
        refused = any("named here" not in line and "is a date" not in line for line in says)
        good = paid == wanted and all(line in said for line in says) and code == (4 if refused else 0)
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
        if not good:
            print(f"# exit {code}, paid {paid[:5]}, said:\n# " + said[:2000].replace("\n", "\n# "))
