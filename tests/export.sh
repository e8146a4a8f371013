# tests/export.sh - `felt export`: the document, its hashes, and another program that steps and pays by it.
. "$(dirname "$0")/tap.sh"

says() {
    local name=$1 wanted=$2
    shift 2
    "$@" >"$scratch/said" 2>&1 </dev/null
    if [ "$(cat "$scratch/said")" = "$wanted" ]; then pass "$name"; else fail "$name" "$scratch/said"; fi
}
step() {
    python3 -B examples/step.py "$@"
}

# The examples of docs/compiled.md and of the manual page.
wants "a document in a file" 0 "$felt" export craps -o "$scratch/craps.json"
wants "it is JSON, each wager with the hash of its form" 0 python3 -B -c \
    'import sys; sys.path.insert(0, "examples"); import step; assert len(step.load(sys.argv[1])["wagers"]) > 90' "$scratch/craps.json"
says "a come bet knows its own point" "$(printf '4-4: stays in state 4; point: 8\n3-5: line wins: pays 1 to 1; a stake of 1 is paid 2')" \
    step "$scratch/craps.json" come --phase 6 4-4 3-5
says "a place bet by totals" "$(printf '8: stays in state 0\n6: otherwise number rolled: pays 7 to 6; a stake of 12 is paid 26')" \
    step "$scratch/craps.json" place --side 6 --set place-come-out=working --stake 12 8 6
says "a vig is handed over beside the stake" "4: otherwise number rolled: pays 2 to 1; a stake of 20 and a vig of 1 is paid 60" \
    step "$scratch/craps.json" buy --side 4 --set vig=up-front --set place-come-out=working --stake 20 4
says "a hardway has to know the faces" "step.py: hard has to know more than '8'" \
    step "$scratch/craps.json" hard --side 8 --set hard-come-out=working 8
says "pass odds are not placed on a come-out" "step.py: pass-odds may not be placed now" \
    step "$scratch/craps.json" pass-odds --side 6 --set odds-limit=none 6
wants "a document to standard output" 0 "$felt" export baccarat --wager banker
cp "$scratch/wants" "$scratch/banker.json"
says "a round of baccarat by its cards" "2S 4D / 3H 2C 2D: banker wins: pays 1 to 1 less 5%; a stake of 5 is paid 39/4" \
    step "$scratch/banker.json" banker --set banker-pay=commission --stake 5 "2S 4D / 3H 2C 2D"
sed 's/"win":\[1,1\]/"win":[2,1]/' "$scratch/banker.json" >"$scratch/changed.json"
says "a changed pay does not have its hash" "step.py: banker does not have its hash" step "$scratch/changed.json" banker "2S 4D / 3H 2C 2D"

# Every field of the document is in its description.
wants "docs/compiled.md has every field" 0 python3 -B -c '
import json, re, sys
described = set(re.findall(r"`([a-z_]+)[`\[]|\"([a-z_]+)\"", open("docs/compiled.md").read()))
described = {word for pair in described for word in pair}
def keys(value):
    for item in value if isinstance(value, list) else []:
        yield from keys(item)
    for key, item in value.items() if isinstance(value, dict) else []:
        yield key
        if key != "choices":
            yield from keys(item)
missing = set(keys(json.load(open(sys.argv[1])))) - described
sys.exit(", ".join(missing) if missing else 0)' "$scratch/craps.json"

"$felt" export craps --wager come --hashes >"$scratch/hashes"
wants "one line for a hash" 0 grep -qxE 'craps come - - [0-9a-f]{64}' "$scratch/hashes"
"$felt" export dice-works --wager all-lows --set paytable=PT1 --hashes >"$scratch/hashes"
wants "choices of a hash" 0 grep -qE '^dice-works all-lows - ends=seven-out,(.*,)?paytable=PT1 [0-9a-f]{64}$' "$scratch/hashes"
wants "only what is asked for" 1 grep -qv '^dice-works all-lows - .*,paytable=PT1 ' "$scratch/hashes"

# What keeps a hash and what does not.
hash_of() {
    "$felt" export "$1" --wager field --set field-12=double --hashes | sed 's/.* //'
}
{ echo "# Mended."; sed 's/wager "Field"/wager "The Field"/' rules/craps.felt; } >"$scratch/mended.felt"
sed '/^wager "Field"/,/^wager/s/pays 1 to 1/pays 2 to 1/' rules/craps.felt >"$scratch/other.felt"
wants "a comment and a title keep it" 0 test "$(hash_of craps)" = "$(hash_of "$scratch/mended.felt")"
wants "a pay changes it" 1 test "$(hash_of craps)" = "$(hash_of "$scratch/other.felt")"

wants "no sheet" 2 "$felt" export
wants "two sheets" 2 "$felt" export craps baccarat
wants "no such wager" 2 "$felt" export craps --wager nothing
wants "no such option" 2 "$felt" export craps --set nothing=1
cp rules/high-roller.felt "$scratch/own.felt"
wants "not over the sheet" 2 "$felt" export "$scratch/own.felt" -o "$scratch/own.felt"
wants "no folder to write to" 4 "$felt" export craps -o "$scratch/none/out.json"

# Lookup tables.
for sheet in rules/*.felt; do
    wants "the lookup tables of $(basename "$sheet") come to its edges" 0 python3 -B tests/lookup.py "$felt" "$sheet"
done
sed -n 's/^    //p' docs/lookup.md | tail -n +2 >"$scratch/table.csv"
says "docs/lookup.md shows what is written" "$(cat "$scratch/table.csv")" \
    "$felt" export baccarat --lookup --decks 8 --wager tie --set tie-pay=9
says "a pay that is not whole names the scale" "$(printf '%s\n%s' "felt export: a pay of 'buy' is no whole number of parts of 1/100; all pays are with a scale of 420 (--scale)" \
    "Try 'felt export --help'.")" "$felt" export craps --lookup --wager buy
says "a wager without pays is named" "$(printf '%s\n' "felt export: 'repeat-8-8x' is left out: its pays or outcomes are unset" \
    "felt export: 'repeat-8-8x' is left out: its pays or outcomes are unset" "felt export: no wager with an edge is left under these choices" \
    "Try 'felt export --help'.")" "$felt" export parlay-craps-envy --lookup --wager repeat-8-8x
wants "hashes or tables" 2 "$felt" export craps --lookup --hashes
wants "a scale without a table" 2 "$felt" export craps --scale 100
wants "no such format" 2 "$felt" export craps --lookup --format xml

# Every case file, stepped and paid by a program that knows nothing of sheets.
splice "step.py" python3 -B tests/step_cases.py "$felt" tests/cases/*.case
finish
