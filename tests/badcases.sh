# tests/badcases.sh - what `felt test` says of case files that are wrong, to the letter.
#
# For each tests/badcases/NAME.case, NAME.expect holds both output streams of `felt test NAME.case` and, last, "exit N".
. "$(dirname "$0")/tap.sh"

cd tests/badcases || exit 1
to_the_letter test case

# How many lines of what `felt test` prints fit a pattern.
lines() {
    local pattern=$1
    shift
    "$felt" test "$@" 2>/dev/null </dev/null | grep -c "$pattern"
}

wants "several files: the worst exit code" 4 "$felt" test fails.case sheet-broken.case cards.case
wants "no file" 2 "$felt" test
wants "a flag that is not there" 2 "$felt" test --tapp fails.case
wants "a file that is not there" 4 "$felt" test none.case
wants "a failed case is a line of TAP" 0 test "$(lines '^not ok ' --tap fails.case)" = 5
wants "so is a file that is wrong" 0 test "$(lines '^not ok 1 - cards.case$' --tap cards.case)" = 1
wants "rows that no case comes to" 0 test "$(lines 'no case comes to' --coverage fails-baccarat.case)" = 12
wants "rows that stay are not among them" 0 test "$(lines 'no case comes to.*: otherwise' --coverage fails.case)" = 0
wants "a row is left" 1 "$felt" test --coverage fails-baccarat.case
finish
