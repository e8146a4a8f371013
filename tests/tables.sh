# tests/tables.sh - tables files: wrong ones to the letter, every example of the reference, and the file that comes with Felt.
#
# For each tests/badtables/NAME.tables, NAME.expect holds both output streams of `felt tables NAME.tables` and, last, "exit N". A block
# marked `tables` in docs/tables.md is a file that must be right.
. "$(dirname "$0")/tap.sh"

cd tests/badtables || exit 1
to_the_letter tables tables
wants "--check of a file that is wrong" 1 "$felt" tables --check wagers.tables
wants "--check of one whose sheet does not compile" 1 "$felt" tables --check sheet-broken.tables
wants "--check of one that is not there" 4 "$felt" tables --check none.tables
wants "two files" 2 "$felt" tables a b
wants "--check and --json" 2 "$felt" tables --check --json
cd "$root" || exit 1

awk -v out="$scratch" '
    /^```tables$/ { name = "line-" NR ".tables"; file = out "/" name; print name > (out "/list"); next }
    /^```/ { if (file != "") close(file); file = ""; next }
    file != "" { print > file }
' docs/tables.md
while IFS= read -r name; do
    wants "docs/tables.md $name" 0 "$felt" tables --check "$scratch/$name"
done <"$scratch/list"
while read -r line; do
    wants "docs/tables.md lists the line '$line'" 0 grep -q "^| \`$line" docs/tables.md
done < <("$felt" tables tests/badtables/opening.tables 2>&1 | sed -n 's/.*a line of a table: table, \(.*\) \[syntax\]$/\1/p' | sed 's/ or /, /' | tr ',' '\n' | tr -d ' ')

# ---- the file that comes with Felt ----

wants "the shipped tables are right" 0 "$felt" tables --check
wants "one of them by its name" 0 "$felt" tables --table craps
wants "one that is none" 2 "$felt" tables --table roulette
"$felt" tables --table baccarat >"$scratch/said"
wants "the rules of its shoe are shown" 0 grep -qE '^  shoe +cut-rule one-more: the round in which the cut card comes out is finished' "$scratch/said"
wants "and what is burnt" 0 grep -qE '^ +burn value: the first card is shown' "$scratch/said"
wants "also to programs" 0 bash -c "\"$felt\" tables --table baccarat --json | grep -qF '\"cut_rule\": \"one-more\"'"
"$felt" tables --table crap >"$scratch/said" 2>&1
wants "one that is misspelt" 0 grep -qF "there is no table 'crap' in tables/felt.tables; did you mean 'craps'?" "$scratch/said"
wants "from standard input" 0 bash -c "\"$felt\" tables --check - <tables/felt.tables"
# a table and its sheet in one stream: what the server looks at before it opens one
posted() {
    cat "$1" "$2" >"$scratch/stream"
    "$felt" tables - --sheet-at "$(wc -c <"$1")" "${@:3}" <"$scratch/stream" >"$scratch/said" 2>&1
}
printf 'table "Own" as own\n  sheets baccarat, posted\n  with decks is 8\n  with banker-pay is commission\n  with tie-pay is 8\n%s\n' \
    '  seats 1
  pace on demand
  cut 14
  stakes 1 to 5
  limit event 100000' >"$scratch/own"
printf 'sheet "Gift"\ngame baccarat with 8 decks\nwager "Gift" as gift\n  player wins  pays 1000 to 1\n  otherwise  loses\n' >"$scratch/gift.felt"
posted "$scratch/own" "$scratch/gift.felt"
wants "a posted sheet is dealt beside a shipped one" 0 grep -q "gift .*the player has the edge" "$scratch/said"
sed 's/posted/posted\n  offer every wager "why not"/; s/  with decks/&/' "$scratch/own" | sed '/offer/{h;d}; $G' >"$scratch/every"
posted "$scratch/every" "$scratch/gift.felt"
wants "every wager is offered in so many words" 0 grep -q "gift .*offered though player-edge: why not" "$scratch/said"
sed 's/posted/".\/gift.felt"/' "$scratch/own" >"$scratch/path"
wants "no file is read for a posted table" 1 posted "$scratch/path" "$scratch/gift.felt"
wants "--check checks the posted sheet" 1 posted "$scratch/own" "$scratch/gift.felt" --check
wants "a posted sheet that does not compile" 3 posted "$scratch/own" <(echo 'sheet "x"')
for sheet in rules/*.felt examples/*.felt; do
    wants "a private table of $sheet" 0 posted /dev/null "$sheet" --private own
done
wants "a private table beside another sheet" 0 posted /dev/null rules/parlay-craps.felt --private own --beside craps --set ends=any-seven
wants "which has that choice" 0 grep -q "ends=any-seven" "$scratch/said"
wants "and names the others as taken by default" 0 grep -q '^ *by default: craps/odds-working=off' "$scratch/said"
wants "but not that one" 1 grep -q 'ends=any-seven' <(sed -n '/by default/,/dealt/p' "$scratch/said")
posted /dev/null rules/parlay-craps.felt --private own --set ends=any-seven --json
wants "in JSON, too" 0 python3 - "$scratch/said" <<'PY'
import json, sys
choices = json.load(open(sys.argv[1]))[0]["sheets"][0]["choices"]
taken = {c["option"]: c["by_default"] for c in choices}
assert taken.pop("ends") is False and taken and all(taken.values()), choices
PY
wants "a tables file that states them has none by default" 1 grep -q 'by default' <("$felt" tables tables/felt.tables)
wants "a choice that is none" 1 posted /dev/null rules/craps.felt --private own --set ends=never
wants "--private without --sheet-at" 2 "$felt" tables --private own
wants "--sheet-at without standard input" 2 "$felt" tables --sheet-at 0 --private own tables/felt.tables
wants "named by FELT_TABLES" 4 env FELT_TABLES="$scratch/none" "$felt" tables

# "sheet wager side" of every shipped wager, and of those that some table offers or the file closes with a reason.
cat >"$scratch/wagers.py" <<'PY'
import json, sys
listed = {(s["sheet"], w["short_name"], w["side"]) for s in json.load(open(sys.argv[1])) for w in s["wagers"]}
tables = json.load(open(sys.argv[2]))
key = lambda w: (w["sheet"], w["wager"], w["side"])
offered = {key(w) for t in tables for w in t["wagers"] if w["offered"]}
closed = {key(w) for t in tables for w in t["wagers"] if w["closed"] == "configuration" and w["reason"]}
for name in sorted(listed - offered - closed):
    print("neither offered nor closed with a reason:", *name)
for name in sorted(closed & offered):
    print("closed at one table and offered at another:", *name)
for t in tables:
    for w in t["wagers"]:
        if w["offered"] and (w["edge"] is None or w["edge"].startswith("-")) and w["offered_though"] is None:
            print("offered without an edge of the house:", t["table"], *key(w))
PY
"$felt" list --json >"$scratch/listed"
"$felt" tables --json >"$scratch/tables.json"
wants "python reads both lists" 0 python3 "$scratch/wagers.py" "$scratch/listed" "$scratch/tables.json"
python3 "$scratch/wagers.py" "$scratch/listed" "$scratch/tables.json" >"$scratch/uncovered" 2>&1
if [ -s "$scratch/uncovered" ]; then
    fail "every shipped wager is offered at a table, or closed with the reason" "$scratch/uncovered"
else
    pass "every shipped wager is offered at a table, or closed with the reason"
fi
finish
