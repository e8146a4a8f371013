# tests/look.sh - `felt look` says what check, odds and show say, where pays stand, and which words may stand at a place.
. "$(dirname "$0")/tap.sh"

# holds NAME WANTED: a Python expression over `look`, the object of the sheet $sheet.
holds() {
    if python3 - "$felt" "$sheet" "$2" >"$scratch/why" 2>&1 <<'END'; then pass "$1"; else fail "$1" "$scratch/why"; fi
import json, subprocess, sys
felt, sheet, wanted = sys.argv[1:]
def run(*words):
    done = subprocess.run([felt, *words], capture_output=True, text=True)
    return json.loads(done.stdout), done.returncode
look, code = run("look", sheet)
lines = open(sheet, encoding="utf-8").read().split("\n")
def words(line, column):
    return [w["word"] for w in run("look", sheet, "--at", f"{line}:{column}")[0]]
def meaning(line, column, word):
    return [w["meaning"] for w in run("look", sheet, "--at", f"{line}:{column}")[0] if w["word"] == word]
assert eval(wanted), (wanted, code)
END
}

for sheet in rules/*.felt examples/*.felt; do
    name=$(basename "$sheet" .felt)
    holds "$name: findings are those of felt check" '(look["findings"], code) == run("check", "--json", sheet)'
    holds "$name: odds are those of felt odds" 'look["odds"] == run("odds", "--json", sheet)[0]'
    holds "$name: the card is that of felt show" 'look["card"] == run("show", "--json", sheet)[0]'
    holds "$name: pays stand where it says" \
        'look["pays"] and all(lines[p["line"] - 1][p["column"] - 1:][:p["width"]] == p["text"] == str(p["number"] if p["number"] is not None else "unset") for p in look["pays"])'
done

sheet=rules/dice-works.felt
holds "sheets that must be dealt beside it are named once" 'look["beside"] == ["craps"]'
sheet=rules/craps.felt
holds "none where all base wagers are its own" 'look["beside"] == []'

cat >"$scratch/one.felt" <<'END'
sheet "Für alle"
game baccarat with 8 decks
option unit "how pays are counted"
  to-1   "beside the stake"
  for-1  "with it"
wager "Größe" as size
  paytable                A  B
  where unit is to-1: banker wins with natural  pays 2, unset to 1 cites "ü" # more
  tie                     pushes
  otherwise               loses
wager "Two" as two
  player wins             pays 3 for 1
  otherwise               undefined
wager "Open" as open
  player wins             pays 1 to 1
wager "Any" as any-of
  accept row-overlap      "no"
  any of size wins        pays 1 to 1
  otherwise               loses
END
sheet=$scratch/one.felt
holds "columns of a paytable have pays of their own" \
    '[(p["wager"], p["column_name"], p["number"], p["line"], p["column"], p["unit"]) for p in look["pays"][:2]] == [("size", "A", 2, 8, 54, "to"), ("size", "B", None, 8, 57, "to")]'
holds "a unit and what it is of" '(look["pays"][2]["unit"], look["pays"][2]["denominator"], look["pays"][2]["number"]) == ("for", 1, 3)'
holds "wagers that do not decide every round have no odds, the others have" '{o["wager"] for o in look["odds"]} == {"size", "two", "any-of"} and code == 1'

holds "statements and lines of a wager begin a line" '{"wager", "cites", "otherwise", "banker", "where", "option"} <= set(words(9, 3))'
holds "what a hand does" 'words(12, 10) == ["wins", "win", "loses", "has", "have"]'
holds "what a hand is made of" '{"2-card", "3-card", "natural", "pair"} <= set(words(8, 40))'
holds "options with what they decide" 'words(8, 9) == ["decks", "unit"] and meaning(8, 9, "unit") == ["how pays are counted"]'
holds "choices with what they mean" 'words(8, 17) == ["not", "to-1", "for-1"] and meaning(8, 17, "for-1") == ["with it"]'
holds "wagers, those below as well, with their printed names" 'words(18, 10) == ["size", "two", "open", "any-of"] and meaning(18, 10, "size") == ["Größe"]'
holds "codes of findings with what they say" 'len(words(17, 10)) > 15 and "player-edge" in words(17, 10) and all(meaning(17, 10, "player-edge"))'
holds "games" 'words(2, 6) == ["baccarat", "craps"]'
holds "nothing in quotes, in a comment, after the line and after the text" 'words(1, 10) == words(8, 79) == words(9, 80) == words(30, 1) == []'
holds "letters are counted, not bytes" '"as" in words(6, 15) and "as" not in words(6, 17)'

printf 'sheet "x"\ngame craps\nwager "W" as w\n  ' >"$scratch/begun.felt"
sheet=$scratch/begun.felt
holds "a sheet that has only begun" '{"placed", "any", "seven-out", "hard", "otherwise"} <= set(words(4, 3)) and code == 3 and look["odds"] is None'
printf '' >"$scratch/empty.felt"
sheet=$scratch/empty.felt
holds "an empty one" '"sheet" in words(1, 1) and words(1, 2) == words(2, 1) == []'
for at in 0:1 1:0 1 1: :1 1:1: x:1 1:1x -1:1 20001:1 99999999999999999999:1; do
    wants "--at $at is refused" 2 "$felt" look tiger "--at=$at"
done
wants "two sheets are refused" 2 "$felt" look tiger craps
wants "a sheet that there is not" 2 "$felt" look nothing-of-the-kind
wants "a card is Markdown or JSON" 2 "$felt" show tiger --markdown --json
finish
