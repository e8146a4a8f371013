# tests/records.sh - the examples of docs/records.md do what they say, what is settled audits clean, and exit codes are kept.
#
# A block marked `file NAME` becomes a file. A block marked `console` is a command and all that it prints: standard output, then errors.
. "$(dirname "$0")/tap.sh"

awk -v out="$scratch" '
    /^```file / { file = out "/" $2; next }
    /^```console$/ { file = out "/console-" NR; print file > (out "/list"); next }
    /^```/ { if (file != "") close(file); file = ""; next }
    file != "" { print > file }
' docs/records.md

while IFS= read -r example; do
    command=$(sed -n '1s/^\$ felt //p' "$example")
    (cd "$scratch" && eval "\"$felt\" $command" >"$example.out" 2>"$example.err")
    cat "$example.out" "$example.err" >"$example.printed"
    if sed 1d "$example" | diff - "$example.printed" >"$scratch/difference"; then
        pass "docs/records.md: felt $command"
    else
        fail "docs/records.md: felt $command" "$scratch/difference"
    fi
done <"$scratch/list"

examples=$root/examples
baccarat="--rounds $examples/baccarat-rounds.csv --bets $examples/baccarat-bets.csv"
craps="--rounds $examples/craps-rounds.csv --bets $examples/craps-bets.csv"
wants "an audit with mistakes exits 1" 1 "$felt" audit baccarat $baccarat
wants "a strict audit without bad rows is as before" 1 "$felt" audit baccarat $baccarat --strict
wants "settle exits 0" 0 "$felt" settle baccarat $baccarat
wants "settle in strict mode stops at a bad row" 4 "$felt" settle baccarat --strict --rounds "$scratch/wrong.csv" --bets "$scratch/wrong-bets.csv"
wants "settle passes over bad rows; a misdeal comes first" 1 "$felt" settle baccarat --rounds "$scratch/wrong.csv" --bets "$scratch/wrong-bets.csv"
wants "a file that is not there" 4 "$felt" settle baccarat --rounds "$scratch/nowhere" --bets "$scratch/bets.csv"
wants "a folder" 4 "$felt" settle baccarat --rounds "$scratch" --bets "$scratch/bets.csv"
wants "a file of another kind" 4 "$felt" settle baccarat --rounds "$scratch/bets.csv" --bets "$scratch/bets.csv"
wants "both from standard input" 2 "$felt" settle baccarat --rounds - --bets -
wants "no bets" 2 "$felt" settle baccarat --rounds "$scratch/rounds.csv"
wants "an unknown rounding" 2 "$felt" settle baccarat $baccarat --rounding down
wants "an unknown format" 2 "$felt" settle baccarat $baccarat --format xml
wants "an unknown choice" 2 "$felt" audit baccarat $baccarat --set tie-pay=7
wants "limits that contradict" 2 "$felt" audit baccarat $baccarat --min 5 --max 4
wants "seven decimals" 2 "$felt" audit baccarat $baccarat --currency-decimals 7
wants "a folder that is not there" 4 "$felt" settle baccarat $baccarat -o "$scratch/nowhere/paid.csv"

# A row that does not say its round: neither the round before it nor the one behind it is paid.
printf 'round,wager,stake\n1,player,5\n1,player,5,5\n1,banker,5\n2,player,5\n{\n3,player,5\n' >"$scratch/stray.csv"
"$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/stray.csv" >"$scratch/stray.out" 2>"$scratch/stray.err"
wants "no bet beside a row without its round is paid" 1 grep -q '^[0-9]' "$scratch/stray.out"
wants "and the count of unpaid bets says so" 0 grep -q '^felt settle: 2 bad rows; 6 bets are not paid$' "$scratch/stray.err"
printf 'round,wager,stake\n1,player,5\n2,player,5\n{\n' >"$scratch/stray.csv"
"$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/stray.csv" >"$scratch/stray.out" 2>/dev/null
wants "another round is" 0 grep -q '^1,' "$scratch/stray.out"

# Settling verifies every round, as an audit does; a misdeal is no bad row, and comes before one.
# settles NAME STATUS ROUNDS BETS LAST-LINE [OPTION]...
settles() {
    local name=$1 wanted=$2 last=$5
    printf 'round,player,banker\n%b' "$3" >"$scratch/a.csv"
    printf 'round,wager,stake\n%b' "$4" >"$scratch/b.csv"
    shift 5
    wants "$name" "$wanted" sh -c '"$@" 2>"$0"' "$scratch/settle.err" "$felt" settle baccarat --rounds "$scratch/a.csv" --bets "$scratch/b.csv" "$@"
    wants "$name: the last line" 0 sh -c 'tail -n 1 "$0" | grep -q "$1"' "$scratch/settle.err" "^felt settle: $last"
}
one='1,2S 4D,3H 2C 2D\n' two='2,9S KH,8C KD\n' misdealt='3,5S 5D 7C,3H KC\n'
settles "all is settled" 0 "$one$two" '1,player,5\n' '1 bet settled'
settles "a misdealt round without bets" 1 "$one$misdealt" '1,player,5\n' '1 round misdealt; 0 bets are not paid$'
wants "is named with its line" 0 grep -qx '.*a.csv:3: round 3: misdealt: the banker hand must draw .* counts 7' "$scratch/settle.err"
settles "a misdealt round with bets" 1 "$one$misdealt" '1,player,5\n3,player,5\n3,tie,5\n' '1 round misdealt; 2 bets are not paid$'
wants "says that they are not paid" 0 grep -qx '.*a.csv:3: round 3: misdealt: .*; no bet of the round is paid' "$scratch/settle.err"
settles "a misdealt round is no bad row" 1 "$one$misdealt" '3,player,5\n' '1 round misdealt; 1 bet is not paid$' --strict
settles "a misdeal comes before a bad row" 1 "$one$misdealt" '1,playr,5\n3,player,5\n' '1 round misdealt, 1 bad row; 2 bets are not paid$'
settles "a bad row of a misdealt round" 1 "$misdealt" '3,playr,5\n' '1 round misdealt, 1 bad row; 1 bet is not paid$'
settles "a good row beside a bad one is not bad" 4 "$one" '1,player,10\n1,player,x\n' '1 bad row; 2 bets are not paid$'
settles "a bet that cannot be settled is" 4 "$one" '1,player,10\n1,player,50\n1,tie,5\n' '1 bad row; 3 bets are not paid$' --max 20
settles "a bad row alone" 4 "$one$two" '1,playr,5\n2,player,5\n' '1 bad row; 1 bet is not paid$'
settles "strict stops at a bad row, whatever was found" 4 "$misdealt" '3,player,5\n4,player,5\n' '1 round misdealt, 1 bad row; 2 bets are not paid$' --strict
wants "more of a card than there is" 1 "$felt" settle baccarat --decks 1 --rounds <(printf 'round,player,banker\n1,AS AS,7C KD\n') --bets <(echo round,wager,stake)
wants "rolls after a seven-out" 1 "$felt" settle craps --rounds <(printf 'shooter,rolls\nA,6 7 8\n') --bets <(echo round,wager,stake)
rm -f "$scratch/paid.csv"
settles "what was settled beside a misdeal is written" 1 "$one$misdealt" '1,player,5\n' '1 round misdealt; 0 bets are not paid$' -o "$scratch/paid.csv"
wants "all of it" 0 grep -q '^1,0,,,player' "$scratch/paid.csv"

# A round with two records is settled by neither, and a file that is not sorted is refused in a few lines.
settles "a round that is recorded twice" 4 "${one}1,9S KD,8H QC\\n$two" '1,player,5\n2,player,5\n' '3 bad rows; 1 bet is not paid$'
wants "is said with both lines" 0 grep -q 'a.csv:2: round 1 is recorded twice, here and in line 3; neither is used' "$scratch/settle.err"
shuffled=$(awk 'BEGIN { for (i = 1; i <= 5002; i++) print i * 2017 % 5003 "@" }')
printf 'round,player,banker\n%s\n' "${shuffled//@/,2S 4D,3H 2C 2D}" >"$scratch/mess.csv"
printf 'round,wager,stake\n%s\n' "${shuffled//@/,banker,5}" >"$scratch/mess-bets.csv"
seq 1 5002 | sed 's/$/,banker,5/; 1i round,wager,stake' >"$scratch/tidy-bets.csv"
for bets in mess-bets tidy-bets; do
    wants "a file that is not sorted, and $bets" 4 sh -c '"$@" 2>"$0"' "$scratch/mess.err" "$felt" settle baccarat --rounds "$scratch/mess.csv" --bets "$scratch/$bets.csv"
    wants "is refused with the flag that sorts" 0 grep -q '^felt settle: .*: not sorted by round, as 10 rows up to line [0-9]* are out of order; --sort sorts them$' "$scratch/mess.err"
    wants "in a few lines" 0 test "$(wc -l <"$scratch/mess.err")" -lt 120
    wants "and is sorted" 0 "$felt" settle baccarat --rounds "$scratch/mess.csv" --bets "$scratch/$bets.csv" --sort
done

# Groups, and the files that an audit writes.
pit="--rounds $scratch/pit.csv --bets $scratch/pit-bets.csv"
wants "an audit writes a page" 1 "$felt" audit baccarat $pit --by dealer --html "$scratch/page.html" --by-csv "$scratch/groups.csv"
wants "with a picture of mistakes" 0 grep -q '<rect class="over"' "$scratch/page.html"
wants "that needs nothing else" 1 grep -qE 'https?:|<script|<link|src=' "$scratch/page.html"
wants "whose pictures go by the clock of the file" 0 grep -q 'clock time, 01 Mar 2026 13:58 to 14:05<' "$scratch/page.html"
sed 's/2026-03-01 14:02/3\/4\/2026 14:02/' "$scratch/pit.csv" >"$scratch/clock.csv"
wants "a time that may be two is named" 1 sh -c '"$@" 2>&1 | grep -q "clock.csv:4: time: found .3/4/2026 14:02., expected" && exit 1' - \
    "$felt" audit baccarat --rounds "$scratch/clock.csv" --bets "$scratch/pit-bets.csv" --html "$scratch/clock.html"
wants "and the pictures go by rounds" 0 grep -q 'Across are the rounds, as not every time in the files could be read' "$scratch/clock.html"
printf 'round,wager,stake,paid,Zeit\n1,banker,20,39,1.3.2026 23:58\n2,player,10,20,2.3.2026 0:04\n' >"$scratch/zeit.csv"
wants "times may be those of the bets, under another name" 0 "$felt" audit baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/zeit.csv" \
    --map time=Zeit --html "$scratch/zeit.html"
wants "and go over midnight" 0 grep -q 'Across is the clock time' "$scratch/zeit.html"
wants "and the groups" 0 grep -q '^Ann,player,,1,10.00,20.00,25.00,1,5.00,0.00,-1.5' "$scratch/groups.csv"
wants "groups are in the JSON, too" 0 sh -c '"$0" audit baccarat "$@" --by dealer --json 2>/dev/null | python3 -c "import json, sys; g = json.load(sys.stdin); assert g[\"groups\"][1][\"by\"] == {\"dealer\": \"Ann\"} and g[\"judged\"] == 0"' "$felt" $pit
wants "no group without a column" 2 "$felt" audit baccarat $pit --by table
wants "no groups as CSV without groups" 2 "$felt" audit baccarat $pit --by-csv "$scratch/groups.csv"
wants "at most four columns" 2 "$felt" audit baccarat $pit --by a,b,c,d,e
wants "no column twice" 2 "$felt" audit baccarat $pit --by dealer,Dealer
wants "a misspelt column is answered with the nearest" 0 sh -c '"$0" audit baccarat "$@" --by deler 2>&1 | grep -q "did you mean .Dealer.?"' "$felt" $pit
wants "a misspelt wager of a map, too" 0 sh -c '"$0" audit baccarat "$@" --map "wager BNK=bankr" 2>&1 | grep -q "no such wager; did you mean .banker.?"' "$felt" $pit
wants "a misspelt sheet of a setting, too" 0 sh -c '"$0" audit baccarat golden-bacc "$@" --set golden-bac/phoenix=x 2>&1 | grep -q "one of these sheets; did you mean .golden-bacc.?"' "$felt" $pit
wants "an option is named once" 0 sh -c '"$0" audit baccarat "$@" --separator foo 2>&1 | grep -q "^felt audit: --separator: found .foo., expected"' "$felt" $pit
sed 's/$/,Zoe/; 1s/,Zoe/,dealer/' "$scratch/pit-bets.csv" >"$scratch/two-dealers.csv"
wants "where both files have a column, it is said which is taken" 0 sh -c '"$0" audit baccarat --rounds "$1/pit.csv" --bets "$1/two-dealers.csv" --by dealer 2>&1 | grep -q "both files have a column for --by dealer; that of .*two-dealers.csv is taken"' "$felt" "$scratch"
sed 's/2026-03-01 //' "$scratch/pit.csv" >"$scratch/times.csv"
wants "a time without a day has none" 0 sh -c '"$0" audit baccarat --rounds "$1/times.csv" --bets "$1/pit-bets.csv" --by day 2>&1 | grep -q "times.csv:2: time: found .13:58., which does not say the hour or the day that --by asks for; it is so in 4 rows"' "$felt" "$scratch"
wants "and is one group" 0 sh -c 'test "$("$0" audit baccarat --rounds "$1/times.csv" --bets "$1/pit-bets.csv" --by day 2>/dev/null | grep -c "^?")" = 2' "$felt" "$scratch"
wants "no empty column" 2 "$felt" audit baccarat $pit --by dealer,
wants "findings do not go to standard output" 2 "$felt" audit baccarat $pit --csv -
wants "nor into a file that is read" 2 "$felt" audit baccarat $pit --html "$scratch/pit.csv"
wants "two outputs into one new file" 2 "$felt" audit baccarat $pit --csv "$scratch/both" --html "$scratch/./both"
wants "is not begun" 1 test -e "$scratch/both"
ln -sf page.html "$scratch/page-link"
wants "nor into one that is there, by a link" 2 "$felt" audit baccarat $pit --csv "$scratch/page-link" --html "$scratch/page.html"
wants "nor groups over findings" 2 "$felt" audit baccarat $pit --by dealer --by-csv "$scratch/findings.csv" --csv "$scratch/findings.csv"
wants "nor over the report" 2 sh -c '"$@" >"$0"' "$scratch/report" "$felt" audit baccarat $pit --csv "$scratch/report"
wants "nothing is lost where nothing is kept" 1 "$felt" audit baccarat $pit --csv /dev/null --html /dev/null
# What a spreadsheet would compute is text to it.
printf 'round,wager,stake,paid,dealer\n=1+1,player,10,25,"=cmd|,1"\n' >"$scratch/formula-bets.csv"
printf 'round,player,banker\n=1+1,9S KD,8H QC\n' >"$scratch/formula.csv"
"$felt" audit baccarat --rounds "$scratch/formula.csv" --bets "$scratch/formula-bets.csv" --by dealer --csv "$scratch/f.csv" --by-csv "$scratch/g.csv" >/dev/null 2>&1
wants "no finding is a formula" 0 grep -qF "formula-bets.csv,2,'=1+1,\"'=cmd|,1\",player,,10.00,20.00,25.00,5.00," "$scratch/f.csv"
wants "nor a group" 0 grep -q "^\"'=cmd|,1\",player" "$scratch/g.csv"
# Who pays too much is not unlucky: luck is by what should have been paid.
wants "luck is by what should have been paid" 0 sh -c '"$0" audit baccarat "$@" 2>/dev/null | grep -qE "^player +-125.000 % +1.235 % +-1.51 "' "$felt" $pit
cp "$scratch/findings.csv" "$scratch/older.csv"
wants "where not all was read" 4 "$felt" audit baccarat $pit --strict --csv "$scratch/findings.csv"
wants "older findings stay" 0 cmp "$scratch/findings.csv" "$scratch/older.csv"
wants "sorted files are broken down all the same" 0 sh -c '"$0" audit baccarat "$@" --sort --by dealer 2>/dev/null | grep -q "^Ann     player     1"' "$felt" $pit

# A column that a map names is in one of the files, and a map says one thing of each.
export_files="--rounds $scratch/rounds.csv --bets $scratch/bets.csv"
wants "a column that the bets do not have" 4 "$felt" settle baccarat $export_files --map stake=Nope
"$felt" settle baccarat $export_files --map stake=Nope 2>&1 >/dev/null | grep -q "bets.csv:1: there is no column 'Nope', which the map has for stake; the first row names 'round', 'seat'"
wants "is answered with those that they have" 0 test $? = 0
wants "a column that neither file has" 4 "$felt" settle baccarat $export_files --map round=Nope
wants "nor to tell rows apart by" 4 "$felt" audit baccarat $pit --by dealer --map dealer=Nope
sed 's/^round,/No,/' "$scratch/bets.csv" >"$scratch/named.csv"
wants "a column that one of them has" 0 "$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/named.csv" --map round=No
echo 'round = No' >"$scratch/named.csv.map"
wants "as a map beside it says" 0 "$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/named.csv"
echo 'round = Nope' >"$scratch/bets.csv.map"
wants "a map beside a file is for that file" 4 "$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/bets.csv"
rm "$scratch/bets.csv.map"
wants "maps that contradict each other" 2 "$felt" settle baccarat $export_files --map "wager BNK=banker" --map "wager BNK=player"
wants "two columns for one field" 2 "$felt" settle baccarat $export_files --map stake=stake --map stake=paid
printf '{"round":1,"wager":"banker","stake":5,"Stake ":6}\n' >"$scratch/keys.ndjson"
wants "a key that a map names is no other" 4 "$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/keys.ndjson" --map stake=Amount

# Bets for which there is no room on a round are one message, and counted one by one.
awk 'BEGIN { print "round,wager,stake,paid"; for (i = 0; i < 70000; i++) print "1,player,5,0"; print "2,player,5,10" }' >"$scratch/crowd.csv"
"$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/crowd.csv" >"$scratch/crowd.out" 2>"$scratch/crowd.err"
wants "too many bets are said once" 0 \
    diff <(grep -v 'by default' "$scratch/crowd.err") <(printf '%s\n' "$scratch/crowd.csv:65538: round 1: found 70000 bets, expected at most 65536; 4464 are not used" \
        "$scratch/crowd.csv:2: round 1: another row of the round's bets is bad; no bet of the round is paid" 'felt settle: 4464 bad rows; 70000 bets are not paid')
wants "and the round is not paid" 1 grep -q '^1,' "$scratch/crowd.out"
"$felt" audit baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/crowd.csv" >"$scratch/crowd.out" 2>"$scratch/crowd.err"
wants "an audit says them once, too" 0 sh -c 'test "$(wc -l <"$0")" = 2' "$scratch/crowd.err"
wants "and counts them" 0 grep -qx '65537 bets compared, 0 mispaid, 4464 could not be compared' "$scratch/crowd.out"

# The output must not be a file that is read, by whatever name.
cp "$scratch/bets.csv" "$scratch/same.csv"
ln -s same.csv "$scratch/link.csv"
wants "an output that is the bets" 2 "$felt" settle baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/same.csv" -o "$scratch/link.csv"
wants "and they are still there" 0 cmp "$scratch/bets.csv" "$scratch/same.csv"

# Sums that do not fit: the audit goes on, and still finds what was mispaid.
printf 'round,wager,stake,paid\n1,player,60000000000000000,0\n2,player,40000000000000000,5\n3,banker,20,0\n' >"$scratch/huge.csv"
"$felt" audit baccarat --rounds "$scratch/rounds.csv" --bets "$scratch/huge.csv" >"$scratch/huge.out" 2>/dev/null
wants "an audit goes on after a sum that does not fit" 0 grep -q '^3 bets compared, 2 mispaid, 0 could not be compared, 1 left out of the sums$' \
    "$scratch/huge.out"

# Where a pay is left out only losers can be compared, and their edge would be 100 %.
printf 'round,wager,stake,paid\n1,bad-beat,5,0\n1,player,5,0\n3,bad-beat,5,0\n3,player,5,5\n' >"$scratch/unset.csv"
"$felt" audit golden-dragon --set side-pays=as-printed --rounds "$scratch/rounds.csv" --bets "$scratch/unset.csv" >"$scratch/unset.out" 2>/dev/null
wants "a wager with a pay left out has no edge" 0 grep -q '^bad-beat  *-  *-  *-  neither edge is known, as a pay or an outcome is left out$' "$scratch/unset.out"

# The spread of a bet is that of one placed where it was: odds on a come wager of 4, with 6 the point, not on the come-out.
printf 'shooter,rolls\nA,6 4 4 7\n' >"$scratch/come.csv"
printf 'round,after,wager,side,stake,paid\nA,1,come,,10,20\nA,2,come-odds,4,10,30\n' >"$scratch/come-bets.csv"
"$felt" audit craps --rounds "$scratch/come.csv" --bets "$scratch/come-bets.csv" >"$scratch/come.out" 2>/dev/null
wants "a z-score by where the puck was" 0 grep -q '^come-odds on 4  *-200.000 %  *0.000 %  *-1.52 ' "$scratch/come.out"

# Bets that are still up are settled, and said to be up.
printf 'round,wager,stake\nA3,pass,10\n' >"$scratch/up.csv"
"$felt" settle craps --rounds "$scratch/shooters.csv" --bets "$scratch/up.csv" 2>"$scratch/up.err" >/dev/null
wants "bets still up are counted" 0 grep -q '^felt settle: 1 bet settled (1 still up), staked 10.00, paid 0.00;' "$scratch/up.err"

# Whatever could not be looked at is counted, and keeps an audit from being clean; what is wrong comes first.
# audits NAME STATUS ROUNDS BETS ROUND-COUNTS BET-COUNTS [OPTION]
audits() {
    local name=$1 wanted=$2 status
    printf 'round,player,banker\n%b' "$3" >"$scratch/a.csv"
    printf '%b' "$4" >"$scratch/b.csv"
    "$felt" audit baccarat --rounds "$scratch/a.csv" --bets "$scratch/b.csv" ${7:-} >"$scratch/audit.out" 2>"$scratch/audit.err"
    status=$?
    printf 'exit %s\n%s\n%s\n' "$wanted" "$5" "$6" >"$scratch/audit.wanted"
    { echo "exit $status"; tail -n 2 "$scratch/audit.out"; } >"$scratch/audit.got"
    if diff "$scratch/audit.wanted" "$scratch/audit.got" >"$scratch/difference"; then pass "$name"; else fail "$name" "$scratch/difference"; fi
}
paid='round,wager,stake,paid\n'
audits "all is well" 0 "$one$two" "${paid}1,player,5,0\n2,player,5,10\n" \
    "2 rounds verified, 0 misdealt, 0 could not be verified" "2 bets compared, 0 mispaid, 0 could not be compared"
audits "no column paid" 4 "$one$two" "round,wager,stake\n1,player,5\n2,player,5\n" \
    "2 rounds verified, 0 misdealt, 0 could not be verified" "0 bets compared, 0 mispaid, 2 could not be compared"
audits "rounds out of order" 4 "$two$one" "${paid}1,player,5,0\n2,player,5,10\n" \
    "1 round verified, 0 misdealt, 1 could not be verified" "1 bet compared, 0 mispaid, 1 could not be compared"
audits "three unreadable bets" 4 "$one" "${paid}1,playr,5,0\n1,player,x,0\n1,player\n1,player,5,0\n" \
    "1 round verified, 0 misdealt, 0 could not be verified" "1 bet compared, 0 mispaid, 3 could not be compared"
audits "bets on no round" 4 "$one" "${paid}0,player,5,0\n1,player,5,0\n7,player,5,0\n" \
    "1 round verified, 0 misdealt, 0 could not be verified" "1 bet compared, 0 mispaid, 2 could not be compared"
audits "an unreadable round without bets" 4 "${one}2,9S,8C KD\n" "${paid}1,player,5,0\n" \
    "1 round verified, 0 misdealt, 1 could not be verified" "1 bet compared, 0 mispaid, 0 could not be compared"
audits "a misdealt round without bets" 1 "$one$misdealt" "${paid}1,player,5,0\n" \
    "2 rounds verified, 1 misdealt, 0 could not be verified" "1 bet compared, 0 mispaid, 0 could not be compared"
audits "nothing but a misdealt round" 1 "$misdealt" "$paid" \
    "1 round verified, 1 misdealt, 0 could not be verified" "0 bets compared, 0 mispaid, 0 could not be compared"
wants "no table without rows" 1 grep -qE '^(wager|the house)' "$scratch/audit.out"
audits "more of a card than there is" 1 "1,AS AS,7C KD\n" "$paid" \
    "1 round verified, 1 misdealt, 0 could not be verified" "0 bets compared, 0 mispaid, 0 could not be compared" "--decks=1"
audits "a mispaid bet beside one that cannot be compared" 1 "$one" "${paid}1,playr,5,0\n1,player,5,5\n" \
    "1 round verified, 0 misdealt, 0 could not be verified" "1 bet compared, 1 mispaid, 1 could not be compared"
audits "a misdealt round is no bad row" 1 "$one$misdealt" "${paid}1,player,5,0\n3,player,5,0\n" \
    "2 rounds verified, 1 misdealt, 0 could not be verified" "1 bet compared, 0 mispaid, 1 could not be compared" "--strict"
audits "strict stops at a bad row, whatever was found" 4 "$one$two$misdealt" "${paid}1,player,5,5\n2,player,5,10\n3,playr,5,0\n" \
    "1 round verified, 0 misdealt, 1 could not be verified" "1 bet compared, 1 mispaid, 2 could not be compared" "--strict"
wants "a stop is said" 0 grep -qx 'felt audit: stopped at the first bad row, as --strict says' "$scratch/audit.err"
"$felt" audit baccarat --rounds "$scratch/a.csv" --bets "$scratch/b.csv" --json >"$scratch/audit.json" 2>/dev/null
wants "JSON has the counts and the verdict" 0 grep -qxF \
    '],"rounds":3,"misdealt":1,"not_verified":0,"bets":2,"changes":0,"mispaid":1,"not_compared":1,"not_summed":0,"verdict":"differs"}' "$scratch/audit.json"
wants "JSON has misdeals" 0 grep -qF '"round":"3","mistake":"misdealt","why":"the banker hand must draw' "$scratch/audit.json"
wants "JSON can be read" 0 python3 -m json.tool "$scratch/audit.json"
printf 'shooter,rolls\nA,6 7 8\n' >"$scratch/a.csv"
"$felt" audit craps --rounds "$scratch/a.csv" --bets "$scratch/b.csv" >"$scratch/audit.out" 2>/dev/null
wants "rolls after a seven-out" 0 grep -q '^.*a.csv:2: round A: misdealt: roll 2 is a seven-out' "$scratch/audit.out"

# What is done with a bet belongs to it: it is no bet of its own, and such a bet is compared, but says nothing of luck.
printf 'shooter,rolls\nA,6 9 9 5 4-4 7\n' >"$scratch/a.csv"
printf 'round,after,action,wager,side,stake,paid\nA,1,,place,9,10,24\nA,1,,place,8,12,40\nA,2,raise,place,8,6,\nA,1,,place,5,10,10\nA,3,take-down,place,5,,\n' \
    >"$scratch/b.csv"
"$felt" audit craps --rounds "$scratch/a.csv" --bets "$scratch/b.csv" >"$scratch/audit.out" 2>"$scratch/audit.err"
wants "changes of bets are not bets" 0 grep -qx '3 bets with 2 changes compared, 1 mispaid, 0 could not be compared' "$scratch/audit.out"
wants "a raised bet is compared as raised" 0 grep -q 'place on 8, stake 18.00: expected 39.00, paid 40.00: wrong odds' "$scratch/audit.out"
wants "a raised bet says nothing of luck" 0 grep -qE '^place on 8 +- +- +- ' "$scratch/audit.out"
wants "one left alone does" 0 grep -qE '^place on 9 +-140.000 % +4.000 % +-1.22 ' "$scratch/audit.out"
"$felt" settle craps --rounds "$scratch/a.csv" --bets "$scratch/b.csv" >/dev/null 2>"$scratch/audit.err"
wants "settle counts the bets, too" 0 grep -q '^felt settle: 3 bets settled, staked 38.00, paid 73.00;' "$scratch/audit.err"

# What Felt settles, Felt finds right, in both formats and by every rule of rounding.
for game in baccarat craps; do
    rounds="$examples/$game-rounds.csv"
    for format in csv ndjson; do
        for rule in floor nearest-half-up up; do
            "$felt" settle $game --rounds "$rounds" --bets "$examples/$game-bets.csv" --rounding $rule --format $format \
                -o "$scratch/paid.$format" 2>/dev/null
            wants "$game settled as $format, $rule: audits clean" 0 \
                "$felt" audit $game --rounds "$rounds" --bets "$scratch/paid.$format" --rounding $rule --strict
        done
    done
    "$felt" settle $game --rounds "$rounds" --bets "$examples/$game-bets.csv" 2>/dev/null | "$felt" settle $game --rounds "$rounds" --bets - \
        >"$scratch/again.csv" 2>/dev/null
    "$felt" settle $game --rounds "$rounds" --bets "$examples/$game-bets.csv" >"$scratch/once.csv" 2>/dev/null
    wants "$game: settling what was settled changes nothing" 0 cmp "$scratch/once.csv" "$scratch/again.csv"
    wants "$game: JSON of an audit can be read" 0 sh -c \
        "\"$felt\" audit $game --rounds \"$rounds\" --bets \"$examples/$game-bets.csv\" --json 2>/dev/null | python3 -m json.tool"
done

# A vig that is handed over beside the stake: by the cent, and by the dollar.
printf 'round,rolls\n1,6 4 7\n2,6 3 7\n' >"$scratch/a.csv"
printf 'round,after,wager,side,stake,action\n1,1,buy,4,25,\n1,1,lay,4,50,\n2,1,buy,4,25,\n2,2,buy,4,,take-down\n' >"$scratch/b.csv"
set -- settle craps --rounds "$scratch/a.csv" --bets "$scratch/b.csv" --set vig=up-front
"$felt" "$@" 2>"$scratch/vig.err" | cut -d, -f1,5,6,7,8,10-14 >"$scratch/vig.csv"
printf '%s\n' round,wager,side,stake,outcome,back,winnings,commission,vig,paid 1,buy,4,25.00,wins,25.00,50.00,0.00,1.25,75.00 \
    1,lay,4,50.00,loses,0.00,0.00,0.00,1.25,0.00 2,buy,4,25.00,taken-down,26.25,0.00,0.00,0.00,26.25 \
    2,buy,4,0.00,part,0.00,0.00,0.00,0.00,0.00 >"$scratch/wanted.csv"
wants "a vig of 5 % to the cent" 0 diff "$scratch/wanted.csv" "$scratch/vig.csv"
wants "a summary with the vig" 0 grep -q 'staked 100.00, vig 2.50, paid 101.25' "$scratch/vig.err"
"$felt" "$@" --vig-unit 1 --vig-min 2 2>/dev/null | cut -d, -f13 >"$scratch/vig.csv"
wants "a vig of at least two dollars" 0 diff <(printf '%s\n' vig 2.00 2.00 0.00 0.00) "$scratch/vig.csv"
"$felt" "$@" --vig-unit 1 --vig-rounding up --format ndjson 2>/dev/null | head -1 >"$scratch/vig.csv"
wants "a vig rounded up" 0 grep -q '"vig":"2.00"' "$scratch/vig.csv"
"$felt" "$@" -o "$scratch/paid.csv" 2>/dev/null
wants "a vig audits clean" 0 "$felt" audit craps --rounds "$scratch/a.csv" --bets "$scratch/paid.csv" --set vig=up-front
printf 'round,after,wager,side,stake,paid\n1,1,buy,4,20,60\n' >"$scratch/won.csv"
wants "an edge is of what was handed over, the vig included" 0 grep -qE '^buy on 4 +-185\.714 % +4\.762 % +-1\.41' \
    <("$felt" audit craps --rounds "$scratch/a.csv" --bets "$scratch/won.csv" --set vig=up-front 2>/dev/null)
wants "the working of odds names the vig" 0 \
    grep -q 'vig  *a vig of 5% of the stake is handed over beside it and kept; figures are of both' <("$felt" odds craps --explain buy)
wants "a vig below nothing" 2 "$felt" "$@" --vig-min -1
wants "a rounding that is none" 2 "$felt" "$@" --vig-rounding down

# Memory does not grow with the file: 60 MB of rounds and bets, and less than that to spare below the limit. Sanitizers need more.
case "$felt" in
*asan*) ;;
*)
    awk 'BEGIN { print "round,player,banker"; for (i = 1; i <= 1000000; i++) print i ",2S 4D,3H 2C 2D" }' >"$scratch/long.csv"
    awk 'BEGIN { print "round,wager,stake,paid"; for (i = 1; i <= 1000000; i++) print i ",banker,20,39.00\n" i ",player,5,0" }' >"$scratch/bets.csv"
    wants "a million rounds in 90 MB" 0 sh -c \
        "ulimit -v 90000; \"$felt\" audit baccarat --rounds \"$scratch/long.csv\" --bets \"$scratch/bets.csv\" 2>\"$scratch/silent\""
    wants "no bar in a pipe" 1 grep -q "$(printf '\r')" "$scratch/silent"
    if command -v script >/dev/null; then
        script -qec "{ head -n 1000000 $scratch/bets.csv; sleep 1; tail -n +1000001 $scratch/bets.csv; } |
            $felt audit baccarat --rounds $scratch/long.csv --bets -" /dev/null </dev/null >"$scratch/terminal" 2>&1
        wants "a bar on a terminal" 0 grep -qE '[0-9.]+ [kM] rounds, [0-9.]+ [kM]/s' "$scratch/terminal"
    fi
    ;;
esac
finish
