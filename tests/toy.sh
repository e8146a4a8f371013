# tests/toy.sh - the program with a third game among its games (tests/toy/) does for it what it does for the others.
. "$(dirname "$0")/tap.sh"

export FELT_RULES="$root/tests/toy"

# says NAME WORDS COMMAND...: passes when the command succeeds and prints the words.
says() {
    local name=$1 words=$2
    shift 2
    if "$@" >"$scratch/said" 2>&1 </dev/null && grep -qF -- "$words" "$scratch/said"; then
        pass "$name"
    else
        fail "$name" "$scratch/said"
    fi
}

says "the sheet is listed with its game" "Three Dice  (three-dice)" "$felt" list
says "nothing is found in it" "0 errors, 0 warnings" "$felt" check three-dice
wants "its layout is the canonical one" 0 "$felt" fmt --check tests/toy/three-dice.felt
says "the rule card has its words" "6 is shown by exactly 2 of the dice" "$felt" show three-dice
says "odds" "Small or Large on largetotals                     2.7778 %    48.6111 %" "$felt" odds three-dice
says "the working of odds counts ways" "ways       216" "$felt" odds three-dice --explain side
says "wagers together" "in one throw: 5-6-6." "$felt" odds three-dice --together
says "cases" "14 passed, 0 failed" "$felt" test tests/toy/three-dice.case
says "cases come to every row" "cases come to 18 of 18 rows" "$felt" test --coverage tests/toy/three-dice.case
says "many rounds" "100,000 throws, seed 1" "$felt" sim three-dice --rounds 100k
says "many rounds as JSON" '"throws": 100000' "$felt" sim three-dice --rounds 100k --json
says "sessions" "sessions  100 of 100 throws" "$felt" sim three-dice --rounds 100 --bankroll 1000 --bets sixes:10,insurance:1 --sessions 100
says "the compiled form" '"text":"1-2-3","ways":6' "$felt" export three-dice
wants "a PAR sheet" 0 "$felt" par three-dice -o "$scratch/toy.pdf"
says "a PAR sheet in Markdown" "| the total is 4 to 10 | 1 to 1 | 105 |" "$felt" par three-dice --markdown
says "the other games are still there" "pass" "$felt" show rules/craps.felt

printf 'throw,dice\n1,1-3-6\n2,6-1-6\n' >"$scratch/rounds.csv"
printf 'throw,wager,side,stake,paid\n1,side,smalltotals,10,20\n2,three-dice/sixes,,100,290\n' >"$scratch/bets.csv"
says "settlement" "2,0,,,sixes,,100.00,wins,,100.00,200.00,10.00,,290.00," \
    "$felt" settle three-dice --rounds "$scratch/rounds.csv" --bets "$scratch/bets.csv"
says "an audit" "2 bets compared, 0 mispaid" "$felt" audit three-dice --rounds "$scratch/rounds.csv" --bets "$scratch/bets.csv"

printf 'sheet "S"\ngame tree-dice\n' >"$scratch/wrong.felt"
"$felt" check "$scratch/wrong.felt" >"$scratch/said" 2>&1
wants "a misspelt game is told" 0 grep -qF "help: did you mean 'three-dice'?" "$scratch/said"
finish
