# tests/history.sh - histories: written from a store, verified by two programs that share no code, and what was changed is found by both.
. "$(dirname "$0")/tap.sh"
make_history=$(dirname "$felt")/tests/make_history

splice "vectors" python3 -B tests/history/vectors.py

# agree NAME FILE: both programs find the same.
agree() {
    "$felt" verify --json "$2" | tr -d ' \n' >"$scratch/one" 2>&1
    python3 -B examples/verify.py "$2" 2>&1 | tr -d ' \n' >"$scratch/two"
    if [ -s "$scratch/one" ] && cmp -s "$scratch/one" "$scratch/two"; then
        pass "$1"
    else
        cat "$scratch/one" "$scratch/two" >"$scratch/both"
        fail "$1" "$scratch/both"
    fi
}

export STORE="sqlite:$scratch/store"
wants "tables are played" 0 sh -c "'$make_history' . 1 5 baccarat craps >'$scratch/played'"
unset STORE
wants "a store is exported" 0 "$felt" history export --store "sqlite:$scratch/store" -o "$scratch/exported"
wants "the export verifies" 0 "$felt" verify "$scratch/exported"
wants "and by another program" 0 python3 -B examples/verify.py "$scratch/exported"
agree "both find the same in it" "$scratch/exported"
agree "both find the same in what was written without a store" "$scratch/played"
wants "its chains hold" 0 "$felt" history verify "$scratch/exported"
wants "and those of the store" 0 "$felt" history verify --store "sqlite:$scratch/store"
wants "one table is exported" 0 "$felt" history export --store "sqlite:$scratch/store" --table craps -o "$scratch/craps"
agree "both find the same in one table" "$scratch/craps"
wants "it is that table alone" 0 sh -c "[ \$(grep -c '\"felt\":\"table\"' '$scratch/craps') = 1 ]"
"$felt" history export --store "sqlite:$scratch/store" >"$scratch/standard"
wants "what goes to standard output is the same" 0 cmp "$scratch/standard" "$scratch/exported"
wants "standard input is read" 0 sh -c "'$felt' verify - <'$scratch/exported'"

for tables in "tiger craps-envy" "golden-frog dragon-tiger" "buddha golden-bacc golden-dragon"; do
    "$make_history" . 50 3 $tables >"$scratch/others" 2>/dev/null
    agree "both find the same at $tables" "$scratch/others"
done

# Shoes of one deck from before their rules had names, dealt to the cut card, which came out in the place of a first card at least once.
gunzip -c tests/history/unnamed-rules.jsonl.gz >"$scratch/before"
wants "a history that names no rules of its shoes verifies" 0 "$felt" verify "$scratch/before"
agree "both find the same in it, too" "$scratch/before"
wants "and its audit" 0 "$felt" audit "$scratch/before"
wants "it is as it was then" 1 grep -q cut_rule "$scratch/before"
wants "and today the rules are named" 0 grep -q '"felt":"shoe-open","shoe":[0-9]*,"decks":8,"cut":14,"cut_rule":"one-more","burn":"value",' "$scratch/exported"
mkdir -p "$scratch/root/tables"
ln -s "$root/rules" "$scratch/root/rules"
for rules in "one-more value" "last-round one" "always-one-more none" "always-one-more value"; do
    cat >"$scratch/root/tables/felt.tables" <<TABLE
table "Short shoes" as short
  sheets baccarat
  with decks is 1
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace on demand
  cut 30
  cut-rule ${rules% *}
  burn ${rules#* }
  stakes 1 to 500
  limit event 10000
TABLE
    "$make_history" "$scratch/root" 4 12 short >"$scratch/short" 2>/dev/null
    wants "shoes of $rules verify" 0 "$felt" verify "$scratch/short"
    agree "both find the same in shoes of $rules" "$scratch/short"
done

# An audit needs no flags: everything is in the file.
wants "the export is audited" 0 "$felt" audit "$scratch/exported"
"$felt" audit "$scratch/exported" >"$scratch/audit"
wants "each table, and each setup of it" 0 sh -c "[ \$(grep -c '^Audit of ' '$scratch/audit') -ge 2 ]"
"$felt" audit --json "$scratch/exported" >"$scratch/audit"
cat >"$scratch/sums.py" <<'PROGRAM'
import json, sys
audits = [section["audit"] for section in json.load(open(sys.argv[1]))]
found = json.load(open(sys.argv[2]))
assert sum(a["rounds"] for a in audits) == found["rounds"] > 100
assert sum(a["misdealt"] + a["mispaid"] + a["not_verified"] + a["not_compared"] for a in audits) == 0
assert 0 < sum(a["bets"] for a in audits) <= found["bets"]
PROGRAM
"$felt" verify --json "$scratch/exported" >"$scratch/found"
wants "all rounds are in it, and nothing differs" 0 python3 -B "$scratch/sums.py" "$scratch/audit" "$scratch/found"
python3 -B tests/history/tamper.py "$scratch/exported" more_paid >"$scratch/changed"
wants "a bet that was paid too much is found" 1 "$felt" audit "$scratch/changed"
"$felt" audit "$scratch/changed" >"$scratch/audit"
wants "with its line and what it should be" 0 grep -qE '/changed:[0-9]+: round [0-9]+, .*: expected [0-9.]+, paid [0-9.]+: (rounding|commission missed|wrong odds)' "$scratch/audit"
wants "one bet, and no other" 0 sh -c "[ \$(grep -c ': expected ' '$scratch/audit') = 1 ] && grep -q ' bets compared, 1 mispaid, 0 could' '$scratch/audit'"
python3 -B tests/history/tamper.py "$scratch/exported" misdealt >"$scratch/changed"
wants "a round that was misdealt is found" 1 "$felt" audit "$scratch/changed"
"$felt" audit "$scratch/changed" >"$scratch/audit"
wants "and what follows is not verified" 0 grep -qE '1 misdealt, [1-9][0-9]* could not be verified' "$scratch/audit"
python3 -B tests/history/tamper.py "$scratch/exported" flipped >"$scratch/changed"
wants "a chain that does not hold is not audited" 1 "$felt" audit "$scratch/changed"
wants "other options are refused" 2 "$felt" audit "$scratch/exported" --decks 8
# A pipe has its beginning once: what was looked at to see that it is a history is still read.
"$felt" audit "$scratch/exported" >"$scratch/audit"
wants "an audit from a pipe is the same" 0 cmp <("$felt" audit <(cat "$scratch/exported")) "$scratch/audit"
wants "and one whose first bytes come late" 0 cmp <("$felt" audit <(head -c 5 "$scratch/exported"; sleep 1; tail -c +6 "$scratch/exported")) "$scratch/audit"
wants "and one from standard input" 0 cmp <("$felt" audit - <"$scratch/exported") "$scratch/audit"
wants "what is no history is none from there, either" 2 "$felt" audit - <"$scratch/audit"
wants "also those of the two files" 2 "$felt" audit "$scratch/exported" --rounds "$scratch/exported"

# What is old is retired: the archive and what is left verify as one, and neither can be changed at the floor.
cp "$scratch/store" "$scratch/retired"
wants "tables are retired" 0 "$felt" store retire --store "sqlite:$scratch/retired" --before 2999-01-01 -o "$scratch/archive"
"$felt" history export --store "sqlite:$scratch/retired" -o "$scratch/rest"
both() { # both NAME EXIT FILE...: felt verify and the second verifier end with EXIT
    name=$1 code=$2
    shift 2
    wants "$name: felt verify" "$code" "$felt" verify "$@"
    wants "$name: the second verifier" "$code" python3 -B examples/verify.py "$@"
}
both "the archive" 0 "$scratch/archive"
both "what is left" 0 "$scratch/rest"
both "both as one" 0 "$scratch/archive" "$scratch/rest"
"$felt" verify --json "$scratch/archive" "$scratch/rest" >"$scratch/one"
wants "they are what there was" 0 cmp "$scratch/one" "$scratch/found"
wants "chains alone" 0 "$felt" history verify "$scratch/archive" "$scratch/rest"
for change in 's/"floor":{"sequence":\([0-9]*\)/"floor":{"sequence":1\1/' 's/\("floor":{"sequence":[0-9]*,"hash":"\)\(.\)/\1x/' \
    's/"events":\([0-9]*\),"round"/"events":1\1,"round"/' 's/"opening":{"felt":"opening"/"opening":{"felt":"closing"/' 's/,"opening":{/,"opened":{/'; do
    sed "$change" "$scratch/rest" >"$scratch/changed"
    wants "a floor that was changed: $change" 1 "$felt" verify "$scratch/changed"
    wants "as one: $change" 1 "$felt" verify "$scratch/archive" "$scratch/changed"
    wants "the second verifier, as one: $change" 1 python3 -B examples/verify.py "$scratch/archive" "$scratch/changed"
done
# Who sits where is in the state alone: an opening that says otherwise is found with the archive.
wants "a state of another table" 1 sh -c "sed 's/\"state\":\"[0-9a-f]*\"/\"state\":\"00\"/' '$scratch/rest' | '$felt' verify -"
# The log of the house says so, in the one form of its records, whatever the archive is called.
cp "$scratch/store" "$scratch/logged"
odd="$scratch/an \"odd\" \\ name"$'\n'"ü"
wants "an archive with an odd name" 0 "$felt" store retire --store "sqlite:$scratch/logged" --before 2999-01-01 -o "$odd"
wants "is in the log" 0 python3 - "$scratch/logged" "$odd" <<'PY'
import json, sqlite3, sys
log = sqlite3.connect(sys.argv[1]).execute("SELECT event FROM record, chain WHERE table_id = id AND name = CAST('@house' AS BLOB)").fetchall()
changes = [json.loads(event) for (event,) in log]
retired = [change for change in changes if change["what"] == "retire"]
assert retired, changes
for change in retired:
    assert list(change) == ["felt", "when", "by", "name", "what", "about", "player", "before", "after", "reason"], change
    assert change["felt"] == "change" and change["by"] == 0 and change["name"] is None and change["about"], change
    assert list(change["before"]) == ["record"] and list(change["after"]) == ["record", "hash", "archive"], change
    assert change["after"]["archive"] == sys.argv[2], change
PY
wants "a name that is no text is refused" 2 "$felt" store retire --store "sqlite:$scratch/logged" --before 2999-01-01 -o "$scratch/"$'\xff'
wants "the form is written in one place" 0 test "$(grep -lE 'felt(\\?": ?\\?"|", ")change' src/*/*.c | wc -l)" = 1
wants "a date that is none" 2 "$felt" store retire --store "sqlite:$scratch/retired" --before 2026-02-30 -o "$scratch/no"
wants "no date" 2 "$felt" store retire --store "sqlite:$scratch/retired" -o "$scratch/no"
wants "no archive" 2 "$felt" store retire --store "sqlite:$scratch/retired" --before 2026-02-28
wants "an archive in no folder" 4 "$felt" store retire --store "sqlite:$scratch/store" --before 2999-01-01 -o "$scratch/no/no"
wants "nothing was removed then" 0 sh -c "'$felt' store audit --json --store 'sqlite:$scratch/store' | grep -q '\"retired\":0,'"

# What was changed in the file breaks the chain.
for how in left-out swapped flipped; do
    python3 -B tests/history/tamper.py "$scratch/exported" $how >"$scratch/changed"
    wants "a record $how: felt history verify" 1 "$felt" history verify "$scratch/changed"
    wants "a record $how: felt verify" 1 "$felt" verify "$scratch/changed"
    wants "a record $how: the second verifier" 1 python3 -B examples/verify.py "$scratch/changed"
done

# A lie over which the chain was made anew: the chain holds, but not what it says.
for lie in more_paid less_back larger_stake other_card other_way other_seed other_entropy late_client other_rule no_bet; do
    python3 -B tests/history/tamper.py "$scratch/exported" $lie >"$scratch/changed"
    wants "$lie: the chain holds" 0 "$felt" history verify "$scratch/changed"
    wants "$lie: felt verify" 1 "$felt" verify "$scratch/changed"
    wants "$lie: the second verifier" 1 python3 -B examples/verify.py "$scratch/changed"
done
# Stakes in whole credits do not tell one rounding from another; the plan does.
python3 -B tests/history/tamper.py "$scratch/exported" other_rounding >"$scratch/changed"
wants "a setup that says something else than its plan" 1 "$felt" verify "$scratch/changed"
"$felt" verify "$scratch/changed" 2>"$scratch/said"
wants "it is said where" 0 grep -qE "^felt verify: .*/changed:[0-9]+: table baccarat, record [0-9]+: " "$scratch/said"
"$felt" verify --json "$scratch/changed" >"$scratch/said" 2>/dev/null
wants "also to programs" 0 python3 -B -c "import json, sys; sys.exit(json.load(open('$scratch/said'))['verified'])"

# A real server: played at, killed, started again, played at, ended; its store has the history of both.
serve() {
    "$felt" serve --listen 127.0.0.1:0 --store "sqlite:$scratch/served" --rate 1000000 >"$scratch/ready" 2>"$scratch/log" &
    server=$!
    for _ in $(seq 300); do
        if grep -q "http://" "$scratch/ready"; then break; fi
        sleep 0.1
    done
    port=$(sed -nE 's|.*http://127\.0\.0\.1:([0-9]+).*|\1|p' "$scratch/ready")
}
serve
wants "a server is played at" 0 python3 -B tests/history/live.py "$port" 2 "$scratch/players"
kill -KILL "$server"
wait "$server" 2>/dev/null
serve
wants "killed and started again, it is played at" 0 python3 -B tests/history/live.py "$port" 1 "$scratch/players"
kill -TERM "$server"
wait "$server"
wants "its history is exported" 0 "$felt" history export --store "sqlite:$scratch/served" -o "$scratch/live"
agree "both find the same in what a server has kept" "$scratch/live"
wants "somebody withheld, and the making is on record" 0 grep -q '"felt":"shoe-void"' "$scratch/live"

head -c 100000 "$scratch/exported" >"$scratch/cut"
wants "a file that was cut off" 1 "$felt" verify "$scratch/cut"
wants "a file that was cut off: the second verifier" 1 python3 -B examples/verify.py "$scratch/cut"
wants "a file that is not there" 4 "$felt" verify "$scratch/none"
wants "a store that is not there is not made" 4 "$felt" history export --store "sqlite:$scratch/none"
wants "nothing was made" 1 test -e "$scratch/none"
wants "a table that is not there" 2 "$felt" history export --store "sqlite:$scratch/store" --table none
wants "no store" 4 "$felt" history export
wants "no file" 2 "$felt" history verify
wants "no verb" 2 "$felt" history
wants "another verb" 2 "$felt" history forge
wants "a file and a store" 2 "$felt" history verify --store "sqlite:$scratch/store" "$scratch/exported"
finish
