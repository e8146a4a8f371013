# tests/sim.sh - felt sim: the same bytes on any number of threads, interruption, sessions and their picture, refusals.
. "$(dirname "$0")/tap.sh"

# like NAME FILE FILE
like() {
    if diff "$2" "$3" >"$scratch/difference" 2>&1; then pass "$1"; else fail "$1" "$scratch/difference"; fi
}
# has NAME PATTERN FILE
has() {
    if grep -qE -- "$2" "$3"; then pass "$1"; else fail "$1" "$3"; fi
}

for sheet in golden-bacc craps; do
    "$felt" sim "$sheet" --rounds 700k --seed 9 --threads 1 >"$scratch/one" 2>"$scratch/errors"
    for threads in 2 7 64; do
        "$felt" sim "$sheet" --rounds 700k --seed 9 --threads $threads >"$scratch/many" 2>&1
        like "$sheet: the same bytes on $threads threads" "$scratch/one" "$scratch/many"
    done
    "$felt" sim "$sheet" --rounds 700k --seed 10 >"$scratch/other" 2>&1
    wants "$sheet: another seed, other figures" 1 cmp -s "$scratch/one" "$scratch/other"
    like "$sheet: nothing else is printed in a pipe" /dev/null "$scratch/errors"
    "$felt" sim "$sheet" --rounds 300k --json --threads 1 >"$scratch/one"
    "$felt" sim "$sheet" --rounds 300k --json --threads 7 >"$scratch/many"
    like "$sheet: the same JSON on 7 threads" "$scratch/one" "$scratch/many"
done

"$felt" sim golden-bacc --decks 6 --cut 14 --rounds 100k >"$scratch/cut"
has "the cut card is named" '6 decks, the cut card 14 from the end' "$scratch/cut"
has "and the rules of the shoe, which have a default" 'cut rule one-more, burn value' "$scratch/cut"
"$felt" sim golden-bacc --decks 6 --cut 14 --cut-rule one-more --burn value --rounds 100k >"$scratch/named"
like "the default by name" "$scratch/cut" "$scratch/named"
"$felt" sim golden-bacc --decks 6 --cut 14 --cut-rule last-round --burn none --rounds 100k --json >"$scratch/rules"
has "other rules by name" '"cut_rule": "last-round"' "$scratch/rules"
has "another burn by name" '"burn": "none"' "$scratch/rules"
"$felt" sim golden-bacc --decks 6 --rounds 100k --json >"$scratch/rules"
has "no rule without a cut card" '"cut_rule": null' "$scratch/rules"
session=(--bankroll 500 --bets banker:10 --sessions 200 --rounds 200 --cut 300)
"$felt" sim golden-bacc "${session[@]}" --json >"$scratch/usual" 2>/dev/null
"$felt" sim golden-bacc "${session[@]}" --cut-rule always-one-more --json >"$scratch/other" 2>/dev/null
wants "sessions follow the rule" 1 cmp -s "$scratch/usual" "$scratch/other"

# Interrupted, it prints what it has and exits 0. A shell without job control starts background programs with SIGINT ignored, hence env.
# The second signal comes when the first has done all there is to do, and must not cost the report.
# interrupt FILE COMMAND...: signals it while it plays, and writes what it prints to FILE. A machine may take a while to begin.
interrupt() {
    local file=$1 wait running
    shift
    for wait in 0.7 2 6; do
        env --default-signal=INT "$@" >"$file" 2>"$scratch/why" &
        running=$!
        sleep $wait
        kill -INT $running
        kill -TERM $running 2>/dev/null
        wait $running
        status=$?
        [ ! -s "$file" ] || return
    done
}
interrupt "$scratch/interrupted" "$felt" sim craps --time 60 --threads 1
wants "interrupted: exit 0" 0 test $status = 0
has "interrupted: what there is is printed" 'stopped before the end' "$scratch/interrupted"
has "interrupted: with figures" 'Pass Line ' "$scratch/interrupted"

"$felt" sim craps --time 0.4 >"$scratch/timed"
has "a time limit is an end as good as any" '^  [0-9,]+ rolls, [0-9,]+ shooters, seed 1$' "$scratch/timed"

interrupt "$scratch/early" \
    "$felt" sim golden-bacc --bankroll 1000 --bets banker:10 --rounds 10M --sessions 1M --svg "$scratch/none.svg"
has "sessions interrupted: what there is is printed" 'stopped before' "$scratch/early"
has "sessions interrupted: with the exact edge of the bet" '^  Banker .*1\.0579 %$' "$scratch/early"

"$felt" sim baccarat --decks 1 --rounds 1 >"$scratch/least"
has "one shoe of one deck" '^  8 rounds, 1 shoe, seed 1$' "$scratch/least"

for threads in 1 3; do
    "$felt" sim golden-bacc --bankroll 200 --bets banker:10,pair/player:2.50 --rounds 60 --sessions 700 --threads $threads 2>/dev/null \
        --svg "$scratch/$threads.svg" >"$scratch/sessions$threads"
done
like "sessions: the same on 3 threads" "$scratch/sessions1" "$scratch/sessions3"
like "sessions: the same picture" "$scratch/1.svg" "$scratch/3.svg"
has "sessions: ruin" '^  ruined +[0-9.]+ %' "$scratch/sessions1"
has "sessions: drawdown" '^  drawdown' "$scratch/sessions1"
has "sessions: losing run" '^  losing run' "$scratch/sessions1"
has "sessions: a histogram" '█' "$scratch/sessions1"
has "sessions: an SVG" '</svg>' "$scratch/1.svg"
has "sessions: an SVG with its scale" 'share of sessions' "$scratch/1.svg"
has "sessions: the scale of results says what it is" '>result of a session: money at its end less the bankroll' "$scratch/1.svg"
# The bars end at x=76 and x=770: both ends of the scale have an amount, and no two stand nearer than a label needs.
for sheet in "baccarat --bets banker:10" "craps --bets pass:10,field:5" "dice-works --bets all-lows:5" "baccarat --bets tie:1"; do
    # shellcheck disable=SC2086
    "$felt" sim $sheet --bankroll 500 --sessions 2000 --svg "$scratch/ends.svg" >/dev/null 2>&1
    sed -nE 's/.*<text x="([0-9.]+)" y="434" text-anchor="middle">(-?[0-9.]+)<.*/\1 \2/p' "$scratch/ends.svg" >"$scratch/labels"
    wants "${sheet%% *}: both ends of the scale have a label" 0 awk 'NR == 1 {first = $1}
        NR > 1 && $1 - last < 7 * length($2) + 10 {exit 1} {last = $1} END {exit !(first == 76 && last == 770)}' "$scratch/labels"
done

# One name for all sides of a wager, and for all wagers of a group.
sides='sessions .*: 10.00 on pass, 20.00 each on pass-odds on 4, 5, 6, 8, 9 and 10$'
"$felt" sim craps --bankroll 500 --bets pass:10,pass-odds:20 --sessions 30 >"$scratch/all" 2>/dev/null
has "a bet on every side" "$sides" "$scratch/all"
"$felt" sim craps --bankroll 500 --bets pass:10,pass-odds/4:20,pass-odds/5:20,pass-odds/6:20,pass-odds/8:20,pass-odds/9:20,pass-odds/10:20 \
    --sessions 30 >"$scratch/each" 2>/dev/null
like "it is the same as one after the other" "$scratch/all" "$scratch/each"
"$felt" sim craps --bankroll 500 --bets " PASS LINE : 10 , pass-odds :20" --sessions 30 >"$scratch/loose" 2>/dev/null
has "bets with blanks, by names in any case" "$sides" "$scratch/loose"
"$felt" sim golden-bacc --bankroll 500 --bets "banker:10,Banker or Player Pair:2" --sessions 30 >"$scratch/all" 2>/dev/null
has "by its printed name" ': 10.00 on banker, 2.00 each on pair on player and banker$' "$scratch/all"
"$felt" sim golden-frog --bankroll 500 --bets banker:10,side-wagers:1 --sessions 30 >"$scratch/all" 2>/dev/null
has "a bet on every wager of a group" ': 10.00 on banker, 1.00 on jin-chan-7, 1.00 on koi-8, ' "$scratch/all"
wants "odds on every side beyond the limit of one" 2 "$felt" sim craps --bankroll 1000 --bets pass:10,pass-odds:50
wants "of two sheets none is picked" 2 "$felt" sim baccarat golden-bacc --bankroll 1000 --bets banker:10

bets=field:1
for i in 1 2 3 4 5 6; do bets=$bets,$bets; done
"$felt" sim craps --bankroll 1000 --bets $bets --sessions 20 --svg "$scratch/many.svg" >"$scratch/many" 2>/dev/null
has "64 bets" '^  average result' "$scratch/many"
has "bets for which there is no room are counted" ' and [0-9]+ more</text>' "$scratch/many.svg"
wants "65 bets" 2 "$felt" sim craps --bankroll 1000 --bets $bets,field:1
"$felt" sim craps --bankroll 20 --bets pass:10 --json >"$scratch/ruin" 2>/dev/null
has "sessions: JSON has when half of the ruined are" '"ruin_median": [0-9]+' "$scratch/ruin"
wants "sessions: JSON" 0 sh -c '"$0" sim craps --bankroll 300 --bets pass:10,place/6:12 --sessions 50 --json | grep -q "\"ruined\""' "$felt"

# A bar with rate and time left on a terminal, nothing of it in a pipe.
"$felt" sim craps --time 1 --threads 1 >/dev/null 2>"$scratch/silent"
wants "no bar in a pipe" 1 test -s "$scratch/silent"
if command -v script >/dev/null; then
    script -qec "$felt sim craps --time 1 --threads 1" /dev/null </dev/null >"$scratch/terminal" 2>&1
    has "a bar on a terminal" ' %  [0-9.]+ [kMG] rolls, [0-9.]+ [kMG]/s, [0-9]+ s left' "$scratch/terminal"
fi

"$felt" sim craps dice-works --rounds 1k >"$scratch/two" 2>/dev/null
has "two sheets at one table" '^craps, dice-works$' "$scratch/two"
has "each has a table of its own" '^dice-works  Dice Works$' "$scratch/two"

wants "no sheet" 2 "$felt" sim
wants "sheets of two games" 2 "$felt" sim craps baccarat
wants "--rounds and --time" 2 "$felt" sim craps --rounds 1 --time 1
wants "no rounds" 2 "$felt" sim craps --rounds 0
wants "rounds that are no number" 2 "$felt" sim craps --rounds 1x
wants "no threads" 2 "$felt" sim craps --threads 0
wants "a negative seed" 2 "$felt" sim craps --seed -1
wants "decks in craps" 2 "$felt" sim craps --decks 8
wants "decks that the sheet does not have" 2 "$felt" sim golden-bacc --decks 4
wants "decks twice" 2 "$felt" sim golden-bacc --decks 8 --set decks=6
wants "a cut card too near the end" 2 "$felt" sim golden-bacc --cut 11
wants "a cut card too far from the end" 2 "$felt" sim golden-bacc --cut 405
wants "a rule that is none" 2 "$felt" sim golden-bacc --cut 14 --cut-rule two-more
wants "a burn that is none" 2 "$felt" sim golden-bacc --cut 14 --burn all
wants "a rule without a cut card" 2 "$felt" sim golden-bacc --cut-rule one-more
wants "an unknown option" 2 "$felt" sim golden-bacc --set no-such=thing
wants "a bankroll without bets" 2 "$felt" sim golden-bacc --bankroll 100
wants "a bet on nothing" 2 "$felt" sim golden-bacc --bankroll 100 --bets nothing:1
wants "a side that is none" 2 "$felt" sim golden-bacc --bankroll 100 --bets pair/dealer:1
"$felt" sim craps --bankroll 100 --bets place/7:12 >"$scratch/said" 2>&1
wants "a side that is none: the sides there are, before all else" 0 \
    sh -c 'head -1 "$0" | grep -q "has no side .7., expected 4, 5, 6, 8, 9 or 10$"' "$scratch/said"
wants "a stake of half a cent" 2 "$felt" sim golden-bacc --bankroll 100 --bets banker:0.005
wants "a bet that needs another" 2 "$felt" sim golden-bacc --set base-bet=required --bankroll 100 --bets super-7:1
wants "odds beyond their limit in two bets" 2 "$felt" sim craps --bankroll 1000 --bets pass:10,pass-odds/6:50,pass-odds/6:1
wants "refused as at a table" 0 sh -c '"$0" sim craps --bankroll 1000 --bets come:10,come-odds/8:51 2>&1 |
    grep -q "come-odds on 8: found 51.00 in all, expected at most 5 times the 10.00 on what it needs"' "$felt"
wants "and so where a base wager is wanting" 0 sh -c '"$0" sim craps --bankroll 1000 --bets pass:10,come-odds/8:5 2>&1 |
    grep -q "come-odds on 8 needs a bet on come of the same seat, with its point on the same number"' "$felt"
wants "odds at their limit in two bets" 0 "$felt" sim craps --bankroll 1000 --bets pass:10,pass-odds/6:49,pass-odds/6:1 --sessions 10
wants "stakes above the bankroll" 4 "$felt" sim golden-bacc --bankroll 5 --bets banker:10
wants "a picture that cannot be written" 4 "$felt" sim golden-bacc --bankroll 100 --bets banker:10 --sessions 10 --svg /no/such/folder/a.svg
# Strategies: side by side, the same on any number of threads, beside what was to be expected.
"$felt" sim craps --bankroll 500 --bets pass:10 --sessions 50 --rounds 50 >"$scratch/only" 2>/dev/null
has "sessions begin at once: nothing else is sampled" '^  Pass Line +1.4141 %$' "$scratch/only"
has "sessions: what was to be expected" '^    expected, exactly +-?[0-9.]+   the difference is [-+][0-9.]+ standard errors$' "$scratch/only"
"$felt" sim baccarat --bankroll 50000 --rounds 100 --sessions 50 --bets banker:10,player:5 --comp 30% --svg "$scratch/only.svg" >"$scratch/only" 2>/dev/null
has "sessions: action" '^  action: all that was bet +1500.00   200.0 bets of 7.50 on average, in 100.0 rounds$' "$scratch/only"
has "sessions: comp value" '^  comp value +[0-9]+.[0-9][0-9]   30.00 % of the expected loss$' "$scratch/only"
has "sessions: the picture has it, too" 'average -?[0-9.]+, expected exactly -[0-9.]+; 1500.00 bet, expected loss 1.1170 % of it; comp value' "$scratch/only.svg"
"$felt" sim baccarat --bankroll 50000 --rounds 10 --sessions 5 --bets banker:10 --json >"$scratch/only" 2>/dev/null
has "sessions: JSON has what was to be expected as a fraction" '"expected_fraction": "-?[0-9]+/[0-9]+"' "$scratch/only"
has "sessions: JSON has the action" '"action": "500.00"' "$scratch/only"
plays=(--bankroll 500 --rounds 100 --sessions 400 --strategy flat --strategy martingale --comp 30%)
for threads in 1 3; do
    "$felt" sim baccarat "${plays[@]}" --threads $threads --svg "$scratch/$threads.svg" >"$scratch/strategies$threads" 2>/dev/null
done
like "strategies: the same on 3 threads" "$scratch/strategies1" "$scratch/strategies3"
like "strategies: the same picture" "$scratch/1.svg" "$scratch/3.svg"
has "strategies: side by side" '^  2  Martingale on Player ' "$scratch/strategies1"
has "strategies: on the same shoes" 'all strategies see the same shoes' "$scratch/strategies1"
has "strategies: the edge of the action is the wager's" '^  expected loss of the action +1.0579 % +1.2351 %$' "$scratch/strategies1"
has "strategies: comp value" '^  comp value +[0-9]+\.[0-9][0-9] ' "$scratch/strategies1"
has "strategies: a picture of both" 'Martingale on Player</text>' "$scratch/1.svg"
has "strategies: the picture has comp values" 'half no better than -?[0-9.]+; comp value [0-9.]+</text>' "$scratch/1.svg"
has "strategies: the picture says what was taken by default" '>by default: decks=8, banker-pay=commission, tie-pay=8</text>' "$scratch/1.svg"
sed -nE 's/^<rect class="(behind|ahead)".* width="([0-9.]+)".*/\2/p' "$scratch/1.svg" | awk 'NR == 1 || $1 > most { most = $1 } NR == 1 || $1 < least { least = $1 } END { exit !(NR > 10 && most - least < 0.05) }'
wants "strategies: bars are equally wide in both" 0 test $? = 0
if command -v script >/dev/null; then
    many="--strategy flat --strategy paroli --strategy dalembert --strategy martingale"
    script -qec "stty cols 60; '$felt' sim baccarat --bankroll 500 --sessions 20 $many 2>/dev/null" /dev/null </dev/null | tr -d '\r' >"$scratch/narrow"
    has "strategies: two have room in 60 columns" '^  of a session +1 +2$' "$scratch/narrow"
    has "strategies: the others stand below them" '^  of a session +3 +4$' "$scratch/narrow"
fi
"$felt" sim craps --bankroll 500 --strategy press --sessions 20 --json >"$scratch/press" 2>/dev/null
has "strategies: JSON has what was to be expected as a fraction" '"expected_fraction": "-?[0-9]+/[0-9]+"' "$scratch/press"
"$felt" sim craps --bankroll 500 --strategy hedge --sessions 20 --unit 1 --json >"$scratch/unit" 2>/dev/null
has "strategies: another unit" '"unit": "1.00"' "$scratch/unit"
printf 'strategy "Own"\nbet pass 1\nbet pass-odds on 6 stake of pas\n' >"$scratch/own.strategy"
"$felt" sim craps --bankroll 500 --strategy "$scratch/own.strategy" >"$scratch/said" 2>&1
has "strategies: a mistake has its place and a caret" "own.strategy:3:29: error: found 'pas', expected a wager of the sheet" "$scratch/said"
has "strategies: and a suggestion" "did you mean 'pass'" "$scratch/said"
wants "a strategy with a mistake" 4 "$felt" sim craps --bankroll 500 --strategy "$scratch/own.strategy"
for file in strategies/*.strategy; do
    sheet=baccarat
    "$felt" sim $sheet --bankroll 500 --sessions 1 --rounds 1 --strategy "$file" >/dev/null 2>&1 || sheet=craps
    wants "$file is played" 0 "$felt" sim $sheet --bankroll 500 --sessions 9 --strategy "$file"
done
interrupt "$scratch/early" "$felt" sim craps --bankroll 1000 --strategy hedge --strategy press --rounds 10k --sessions 1M
has "strategies interrupted: what there is is printed" 'stopped before' "$scratch/early"
has "strategies interrupted: of both" '^  of a session +1 +2$' "$scratch/early"
interrupt "$scratch/early" "$felt" sim craps --bankroll 1000 --strategy hedge --strategy press --rounds 10k --sessions 1M --json
grep -B 1 '"stopped": true' "$scratch/early" | grep '"sessions"' | uniq -c >"$scratch/sessions"
has "strategies interrupted: both have played the same sessions" '^ *2 +"sessions": [1-9]' "$scratch/sessions"
"$felt" sim baccarat --bankroll 500 --strategy martingal >"$scratch/said" 2>&1
has "a strategy that is misspelt" "no shipped strategy 'martingal'; did you mean 'martingale'" "$scratch/said"
"$felt" sim baccarat --bankroll 500 --strategy labouchere >"$scratch/said" 2>&1
has "a strategy that is not near to any" "no shipped strategy 'labouchere'; there are 1-3-2-6, " "$scratch/said"
"$felt" sim baccarat --bankroll 500 --strategy flat --strategy martingale --unit 501 >"$scratch/some" 2>"$scratch/said"
has "a strategy whose first bet is not covered" 'martingale.strategy: the bankroll does not cover its first bet: nothing was played$' "$scratch/said"
"$felt" sim baccarat --bankroll 500 --strategy flat --unit 500 >"$scratch/some" 2>"$scratch/said"
wants "one whose first bet is" 1 grep -q 'first bet' "$scratch/said"
wants "no such strategy" 2 "$felt" sim craps --bankroll 500 --strategy no-such
wants "a strategy without a bankroll" 2 "$felt" sim craps --strategy hedge
wants "a strategy and bets" 2 "$felt" sim craps --bankroll 500 --strategy hedge --bets pass:10
"$felt" sim baccarat --bankroll 5000 --strategy martingale --min 10 --max 40 --json >"$scratch/limits" 2>/dev/null
has "limits of the table" '"max": "40.00"' "$scratch/limits"
printf 'strategy "Own"\nunit 10\nlet x be 1\nbet player x when x is at most 4\nafter player wins: x becomes 1\nafter player loses: x becomes x times 2\n' \
    >"$scratch/within.strategy"
"$felt" sim baccarat --bankroll 5000 --strategy martingale --max 40 --json 2>/dev/null | grep '"mean_minor"\|"action"\|"bets"' >"$scratch/limited"
"$felt" sim baccarat --bankroll 5000 --strategy "$scratch/within.strategy" --json 2>/dev/null | grep '"mean_minor"\|"action"\|"bets"' >"$scratch/within"
like "a bet beyond the limits is not made" "$scratch/limited" "$scratch/within"
"$felt" sim baccarat --bankroll 5000 --strategy flat --min 5 --max 40 --svg "$scratch/limits.svg" >"$scratch/limits" 2>/dev/null
has "limits are named" 'bankroll 5000.00, bets from 5.00 to 40.00, seed 1$' "$scratch/limits"
has "limits are named in the picture" 'bets from 5.00 to 40.00, seed 1' "$scratch/limits.svg"
"$felt" sim baccarat --bankroll 5000 --strategy flat --min 11 >/dev/null 2>"$scratch/said"
has "limits under which nothing is bet" 'flat.strategy: no bet was within the limits of the table$' "$scratch/said"
wants "limits that contradict each other" 2 "$felt" sim baccarat --bankroll 500 --strategy flat --min 20 --max 10
wants "a limit that is none" 2 "$felt" sim baccarat --bankroll 500 --strategy flat --max 0
wants "limits without a strategy" 2 "$felt" sim baccarat --bankroll 500 --bets banker:10 --max 50
wants "a unit without a strategy" 2 "$felt" sim craps --bankroll 500 --bets pass:10 --unit 5
wants "comps without sessions" 2 "$felt" sim craps --rounds 10 --comp 30%
wants "a rate that is none, for bets" 2 "$felt" sim craps --bankroll 500 --bets pass:10 --comp x
wants "a unit of nothing" 2 "$felt" sim craps --bankroll 500 --strategy hedge --unit 0
wants "a rate that is none" 2 "$felt" sim craps --bankroll 500 --strategy hedge --comp 101%
"$felt" sim craps --bankroll 500 --strategy flat >"$scratch/said" 2>&1
has "a strategy of another game is answered with its game" 'flat.strategy is a strategy for baccarat, and this is craps$' "$scratch/said"
wants "and not with every line of it" 1 grep -q 'did you mean' "$scratch/said"
wants "a strategy of another game" 4 "$felt" sim craps --bankroll 500 --strategy flat
finish
