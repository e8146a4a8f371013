# tests/readings.sh - readings and gaps of the documents: what is taken by default and said so, and what is undefined and refused.
. "$(dirname "$0")/tap.sh"

# says NAME PATTERN COMMAND...: passes when the pattern is in what the command prints, on either stream.
says() {
    local name=$1 pattern=$2
    shift 2
    "$@" >"$scratch/said" 2>&1 </dev/null
    if grep -qE -- "$pattern" "$scratch/said"; then pass "$name"; else fail "$name" "$scratch/said"; fi
}

# alone NAME PATTERN COMMAND...: the same for standard output alone, with its lines made one: whatever is kept of it says so by itself.
alone() {
    local name=$1 pattern=$2
    shift 2
    { "$@" 2>/dev/null </dev/null | tr -s '\n ' '  '; echo; } >"$scratch/said"
    if grep -qE -- "$pattern" "$scratch/said"; then pass "$name"; else fail "$name" "$scratch/said"; fi
}

printf 'round,player,banker\n1,9S KD,8H QC\n' >"$scratch/rounds.csv"
printf 'round,wager,side,stake,paid\n1,phoenix-bonus,player,5,10\n1,pair,banker,5,0\n' >"$scratch/bets.csv"
files=(--rounds "$scratch/rounds.csv" --bets "$scratch/bets.csv")

# The first choice of every reading is the document as printed.
printed='each reading as printed: decks=8, .*seven-push=player-and-banker, .*side-pays=as-printed, phoenix=as-printed, tiger-pair=as-ordered'
says "settle says what it took by default" "^felt settle: by default, $printed" "$felt" settle golden-dragon "${files[@]}"
says "audit says what it took by default" "^felt audit: by default, $printed" "$felt" audit golden-dragon "${files[@]}"
says "a choice that was made is none by default" '^felt settle: by default: odds-working=off' "$felt" settle craps \
    --rounds examples/craps-rounds.csv --bets examples/craps-bets.csv
says "sessions say what they took by default" 'each reading as printed: ends=seven-out, placing=new-shooter, base-bet=not-required, all-lows paytable=PT1.*; choose' \
    "$felt" sim dice-works --rounds 20 --sessions 10 --bankroll 10 --bets all-lows:1 --set paytable=PT2 --set paytable=PT1
says "sessions say nothing where all was chosen" '^dice-works' "$felt" sim dice-works --rounds 20 --sessions 10 --bankroll 10 \
    --bets all-lows:1 --set paytable=PT2 --set ends=seven-out --set placing=new-shooter \
    --set base-bet=not-required
if grep -q 'by default' "$scratch/said"; then fail "nothing by default" "$scratch/said"; else pass "nothing by default"; fi
says "wagers on one table say what they took by default" 'phoenix=margin-first +by default; also natural-first' \
    "$felt" odds golden-bacc --together --decks 8
# What is left when standard error is gone.
alone "an audit says what it took by default" "choices: decks=8, .* by default, $printed" "$felt" audit golden-dragon "${files[@]}"
alone "an audit in JSON, too" '"by_default":"decks=8, .*phoenix=as-printed, .*' "$felt" audit golden-dragon --json "${files[@]}"
alone "an audit in JSON leaves out what was chosen" '"by_default":"base-game=' "$felt" audit golden-dragon --json --decks 8 "${files[@]}"
printf 'round,wager,side,stake\n1,phoenix-bonus,player,5\n' >"$scratch/phoenix.csv"
alone "a settled bet says nothing where all was chosen" 'options,by_default,rounding 1,.*,phoenix=margin-first,,floor' "$felt" settle golden-dragon \
    --rounds "$scratch/rounds.csv" --bets "$scratch/phoenix.csv" --set phoenix=margin-first
printf 'round,wager,side,stake\n1,pair,banker,5\n1,player,,5\n' >"$scratch/pair.csv"
pair=(settle golden-dragon --rounds "$scratch/rounds.csv" --bets "$scratch/pair.csv" --set seven-push=player-and-banker)
alone "and otherwise what it took by default, and no more" '"base-game=commission, seven-push=player-and-banker, seven-in-tiger=no","base-game=commission, seven-in-tiger=no",floor' \
    "$felt" "${pair[@]}"
alone "a settled bet in JSON, too" '"options":"base-game=commission, seven-push=player-and-banker, seven-in-tiger=no","by_default":"base-game=commission, seven-in-tiger=no","rounding"' \
    "$felt" "${pair[@]}" --format ndjson
says "and the summary" "settled, .*; by default, each reading as printed: decks=8, .*phoenix=as-printed" "$felt" "${pair[@]}"
session=(--rounds 20 --sessions 10 --bankroll 10)
dice='ends=seven-out, placing=new-shooter, base-bet=not-required, all-lows paytable=PT1'
alone "sessions, too" "by default, each reading as printed: $dice" "$felt" sim dice-works "${session[@]}" --bets all-lows:1
alone "sessions in JSON, too" "\"choices\": \"$dice.*\"by_default\": \"$dice" "$felt" sim dice-works "${session[@]}" --bets all-lows:1 --json
"$felt" sim dice-works "${session[@]}" --bets all-lows:1 --svg "$scratch/by-default.svg" >/dev/null 2>&1
alone "and their picture" '>by default, each reading as printed: ends=seven-out' cat "$scratch/by-default.svg"
session_of=("$felt" sim baccarat "${session[@]}" --bets player:1 --set banker-pay=commission --set tie-pay=8)
says "sessions name the decks that they took by default" '^felt sim: by default: decks=8; choose with --set' "${session_of[@]}"
alone "also in JSON" '"by_default": "decks=8"' "${session_of[@]}" --json
alone "decks that were chosen are none" '"choices": "decks=8.*"by_default": ""' "${session_of[@]}" --json --decks 8
alone "by either option" '"choices": "decks=7.*"by_default": ""' "${session_of[@]}" --json --set decks=7
alone "or for the sheet" '"choices": "decks=6.*"by_default": ""' "${session_of[@]}" --json --set baccarat/decks=6
sed 's/with 4, 6 or 8 decks/with 4 or 6 decks/' rules/buddhas-bonus.felt >"$scratch/six.felt"
alone "several sheets have one shoe, the largest of all" '"decks": 6, .*"by_default": "decks=6, ' "$felt" sim baccarat "$scratch/six.felt" "${session[@]}" \
    --bets player:1 --json
alone "also without sessions" ' 6 decks, ' "$felt" sim baccarat "$scratch/six.felt" --rounds 100
says "which must be there" 'the sheets have no number of decks in common under these choices' "$felt" sim baccarat "$scratch/six.felt" --set baccarat/decks=8
chosen=(--set paytable=PT2 --set ends=seven-out --set placing=new-shooter --set base-bet=not-required)
"$felt" sim dice-works "${session[@]}" --bets all-lows:1 "${chosen[@]}" --svg "$scratch/chosen.svg" >/dev/null 2>&1
wants "the picture says nothing where all was chosen" 1 grep -q 'by default' "$scratch/chosen.svg"
alone "JSON says nothing where all was chosen" '"by_default": ""' "$felt" sim dice-works "${session[@]}" --bets all-lows:1 "${chosen[@]}" --json

# The first choice is not passed over where it has no figure.
dragon=("$felt" odds golden-dragon --together --decks 8)
alone "wagers on one table are taken as printed" 'phoenix=as-printed by default; also margin-first, natural-first' "${dragon[@]}"
alone "one with pays left out, too" 'side-pays=as-printed by default; also golden-bacc' "${dragon[@]}"
alone "and those without a figure are left out" 'Left out: 5 with an unset pay or an undefined outcome under the choices taken' "${dragon[@]}"
alone "and counted in JSON" '"unset": 5' "${dragon[@]}" --json
alone "another choice brings them back" '"wager": "phoenix-bonus".*"choice": "margin-first", "by_default": false.*"unset": 3' "${dragon[@]}" \
    --set phoenix=margin-first --json
says "where none is left it says why" 'no wagers are decided by one round or roll and have pays under the choices taken' \
    "${dragon[@]}" --wager phoenix-bonus

# A choice that only says whether a wager is there is one that was taken.
bacc=("$felt" odds golden-bacc --together --decks 8)
alone "a reading that only offers wagers is named" ' infinite-list=both by default; also text, table ' "${bacc[@]}"
alone "in JSON, too" '"option": "infinite-list", "choice": "both", "by_default": true' "${bacc[@]}" --json
alone "also where it was set" ' infinite-list=text Correlation' "${bacc[@]}" --set infinite-list=text
alone "and in JSON" '"option": "infinite-list", "choice": "text", "by_default": false' "${bacc[@]}" --set infinite-list=text --json
printf '%s\n' 'sheet "Extra"' 'game baccarat with 8 decks' 'option extra "extra"' '  no "no"' '  yes "yes"' '  all "all"' 'wager "A" as a' \
    '  tie pays 8 to 1' '  otherwise loses' 'wager "B" as b' '  offered where extra is not no' '  tie pays 9 to 1' '  otherwise loses' \
    >"$scratch/extra.felt"
extra=("$felt" odds "$scratch/extra.felt" --together)
alone "a wager that the default does not offer is left out" '1 a Choices taken .* extra=no by default; also yes, all .*Left out: 1 for' "${extra[@]}"
alone "one that was not asked for says nothing" '1 a Choices taken decks=8 Correlation' "${extra[@]}" --wager a
alone "a choice that offers it brings it in" '1 a 2 b Choices taken .* extra=all Correlation' "${extra[@]}" --set extra=all
alone "one that does not is named as well" '1 a Choices taken .* extra=no Correlation' "${extra[@]}" --set extra=no

says "a rule card marks the document as printed" "seven-out +only a seven that ends the shooter's hand, as printed \[30-2399.07" \
    "$felt" show dice-works
says "and nothing else" 'any-seven +any seven, a come-out seven too, as wagers of this kind are dealt elsewhere$' "$felt" show dice-works
says "a PAR sheet marks it, too" "Reading ends.*seven-out, only a seven that ends the shooter's hand, as printed" \
    "$felt" par dice-works --wager all-lows --set ends=seven-out --markdown -o -

# A choice that only decides whether a wager is there.
alone "a rule card says where a wager is offered" 'Small Tiger small-tiger .* offered where base-game is tiger ' "$felt" show golden-dragon \
    --wager small-tiger
alone "in Markdown, too" 'small-tiger`\) .* offered where base-game is tiger ' "$felt" show golden-dragon --wager small-tiger --markdown
alone "and in JSON" '"terms": \[ "offered where base-game is tiger"' "$felt" show golden-dragon --wager small-tiger --json
wants "and says nothing of one that always is" 1 grep -q 'offered where' <("$felt" show golden-dragon --wager tie)
tie_of_7=("$felt" par golden-bacc --wager tie-of-7 --decks 8 --markdown -o -)
alone "a PAR sheet says it, too" 'It is offered where infinite-list is both or table\.' "${tie_of_7[@]}"
alone "its figures are the same where it is offered" \
    'Reading infinite-list [^|]*\| [^|]*: [a-z]+ or [a-z]+; the figures are the same for each; not offered where it is text \|' "${tie_of_7[@]}"
alone "no other choice is named where one was made" 'Reading infinite-list [^|]*\| [^|]*: table, the six in the table[^|;]*\|' "${tie_of_7[@]}" \
    --set infinite-list=text --set infinite-list=table

for sheet in rules/*.felt; do
    wants "$sheet: readings cite what is printed" 1 grep -q reading-uncited <("$felt" check --all "$sheet" 2>&1)
done

# "reading: words" that two choices of a reading cite: the same place, and the same words of it where any are named.
cat >"$scratch/cites.py" <<'PY'
import collections, json, subprocess, sys
felt, *sheets = sys.argv[1:]
for sheet in sheets:
    for option in json.loads(subprocess.run([felt, "show", sheet, "--json"], capture_output=True, check=True).stdout)["options"]:
        words = lambda piece: ":".join(part.strip().split(",")[0] if i else part.strip() for i, part in enumerate(piece.split(":")))
        cited = collections.Counter(words(piece) for choice in option["choices"] for piece in choice["cites"].split(";") if piece.strip())
        if option["kind"] == "reading":
            for each in (each for each, times in cited.items() if times > 1):
                print(f"{sheet} {option['name']}: {each}")
PY
printf '%s\n' 'sheet "Same"' 'game craps' 'reading a "a"' '  x "x" cites "(2): all push, and so"' '  y "y" cites "(1); (2): all push, but so"' \
    'wager "W" as w' '  where a is x: any seven pays 4 to 1' '  where a is y: any seven pays 5 to 1' '  otherwise loses' >"$scratch/same.felt"
wants "choices that cite the same words are seen" 0 grep -q '^.*same.felt a: (2):all push$' <(python3 "$scratch/cites.py" "$felt" "$scratch/same.felt")
wants "every choice of a reading names its own ground" 1 grep . <(python3 "$scratch/cites.py" "$felt" rules/*.felt)

# What the document leaves undefined.
says "odds of it are none" 'phoenix=as-printed +undefined +- +-$' "$felt" odds golden-dragon --wager phoenix-bonus
says "and say why" 'undefined: the document does not say whether the wager wins' "$felt" odds golden-dragon --wager phoenix-bonus
says "nor is there a hit in JSON" '"hit": null' "$felt" odds golden-dragon --wager phoenix-bonus --set phoenix=as-printed --json
says "nor its working" 'edge +not computed: an outcome is undefined' "$felt" odds golden-dragon --explain phoenix-bonus
says "check reports it" 'accepted error: what happens in this row is not defined .*\[row-undefined\]' "$felt" check --all golden-dragon
says "a rule card says so" 'otherwise .* undefined$' "$felt" show golden-dragon --wager phoenix-bonus --set phoenix=as-printed
says "a PAR sheet says so" 'In every case the source does not say what happens, neither whether it wins nor what it pays' \
    "$felt" par golden-dragon --wager phoenix-bonus --set phoenix=as-printed --markdown -o -
says "a simulation says so" 'phoenix=as-printed +undefined +undefined +- +- +-' "$felt" sim golden-dragon --rounds 10k
says "settle refuses" 'phoenix-bonus on player: the document does not say whether the bet wins on "otherwise"' \
    "$felt" settle golden-dragon "${files[@]}"
says "audit refuses" 'phoenix-bonus on player: the document does not say whether the bet wins on "otherwise"' \
    "$felt" audit golden-dragon "${files[@]}"
says "a session is refused" 'or to an outcome that it leaves undefined' "$felt" sim golden-dragon --rounds 20 --sessions 10 \
    --bankroll 10 --bets phoenix-bonus/player:1
finish
