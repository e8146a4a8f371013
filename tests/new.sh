# tests/new.sh - `felt new`: a first sheet and its cases, by options and by answers; both hold, or nothing is written.
. "$(dirname "$0")/tap.sh"

cd "$scratch" || exit 1
# made NAME FILE: passes when both files are there, the sheet is sound and laid out, and its cases hold and come to every row.
made() {
    wants "$1: the sheet is sound" 0 "$felt" check "$2.felt"
    wants "$1: it is laid out" 0 "$felt" fmt --check "$2.felt"
    wants "$1: its cases hold, for every row" 0 "$felt" test "$2.case" --coverage
}
# answers NAME STATUS ANSWERS ARGUMENT...
answers() {
    local name=$1 status=$2 answers=$3
    shift 3
    printf '%b' "$answers" | "$felt" new "$@" >said 2>&1
    if [ "${PIPESTATUS[1]}" = "$status" ]; then pass "$name"; else fail "$name" said; fi
}

wants "by options" 0 "$felt" new --title "My Tiger" --game baccarat --wager "Tiger Pair" --row 'both have the same pair pays 100 to 1' \
    --row 'otherwise both have pairs pays 20 to 1' --row 'otherwise either has a pair pays 4 to 1'
made "by options" my-tiger
wants "a hand that goes on" 0 "$felt" new folder.felt --title "Lows & Co." --game craps --wager "All Lows" \
    --row '2, 3, 4, 5 and 6 all rolled pays 30 to 1' --row 'any seven loses'
made "a hand that goes on" folder
wants "its last row waits" 0 grep -qE '^  otherwise +stays$' folder.felt
wants "placed with a point on" 0 "$felt" new point.felt --title Point --game craps --wager "Point Seven" --row 'point made pays 1 to 1' \
    --row 'seven-out loses'
made "a point" point
answers "by answers" 0 'Snake Eyes\ncraps\nSnake\n2 rolled pays 30 to 1\n\n'
made "by answers" snake-eyes
answers "the end of input ends the rows" 0 'Boxcars\ncraps\nBoxcars\n12 rolled pays 30 to 1'
made "the end of input ends the rows" boxcars
answers "what is given is not asked" 0 '  Dragon Seven  \nbanker wins with 3-card 7 pays 40 to 1\n' --title Dragon --game baccarat
made "what is given is not asked" dragon
"$felt" new "Bob's first sheet.felt" --title Blanks --game craps --wager Seven --row '7 rolled pays 4 to 1' >said 2>&1
grep '^  felt ' said | sed "s|^  felt|'$felt'|" >commands
wants "a name with blanks and a quote: the commands that are proposed work" 0 sh -e commands
wants "and there are three" 0 test "$(wc -l <commands)" = 3
mkdir deep
wants "in another folder" 0 "$felt" new deep/down.felt --title "Down" --game craps --wager Seven --row '7 rolled pays 4 to 1'
made "in another folder" deep/down

for answers in '' 'None\n' 'None\ncraps\n' 'None\ncraps\nSeven\n'; do
    answers "the end of input after '${answers//\\n/,}'" 2 "$answers"
    wants "it is said" 0 grep -q 'found the end of input, expected' said
done
answers "a game that there is not" 2 'None\ncrap\n'
wants "the nearest is named" 0 grep -q "did you mean 'craps'" said
answers "a row that cannot be read" 3 '' none.felt --title None --game craps --wager Seven --row '7 rolled pays 8:1'
wants "the remedy is said" 0 grep -q "write '8 to 1'" said
answers "a wager on which the player has the edge" 1 '' none.felt --title None --game craps --wager Seven --row '7 rolled pays 80 to 1'
answers "a name with quotes" 2 '' --title 'A "B"' --game craps --wager Seven --row '7 rolled pays 4 to 1'
answers "an answer that is too long" 2 "$(head -c 600 /dev/zero | tr '\0' x)"
wants "nothing was written" 2 ls none.felt none.case
cp my-tiger.felt before
answers "a sheet that is there is not replaced" 2 '' --title "My Tiger" --game craps --wager Seven --row '7 rolled pays 4 to 1'
wants "it is as it was" 0 cmp before my-tiger.felt
touch lone.case
answers "nor are cases" 2 '' lone.felt --title Lone --game craps --wager Seven --row '7 rolled pays 4 to 1'
wants "and the sheet beside them is not made" 1 test -e lone.felt
answers "a file of another kind" 2 '' lone.txt --title Lone --game craps --wager Seven --row '7 rolled pays 4 to 1'

# At a terminal a bad answer is asked for again.
if command -v script >/dev/null; then
    printf 'Asked\nbacarat\nbaccarat\nBonus\nbanker wins pays 8:1\n\nbanker wins with 3-card 7 pays 40 to 1\n\n' |
        script -qec "$felt new" /dev/null >said 2>&1
    made "asked again" asked
    printf 'Kept\ncraps\nFew\n2 rolled pays 15 to 1\n3 rold pays 5 to 1\n12 rolled pays 16 to 1\n\n' |
        script -qec "$felt new" /dev/null >said 2>&1
    made "a bad row" kept
    wants "a bad row: those before it stay" 0 sh -c 'grep -q "^  2 rolled" kept.felt && grep -q "^  12 rolled" kept.felt && grep -q "found .rold" said'
    wants "the four questions" 0 sh -c 'for n in 1 2 3 4; do grep -q "$n\. W" said || exit 1; done'
fi
finish
