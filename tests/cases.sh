# tests/cases.sh - every case of tests/cases: what each wager pays, clause by clause.
. "$(dirname "$0")/tap.sh"

for file in tests/cases/*.case tests/cases/books/*.case; do
    [ -f "$file" ] || continue
    splice "$(basename "$file" .case)" "$felt" test --tap "$file"
done

# --filter
cat >"$scratch/some.case" <<'END'
sheet dice-works

case "lows: all five"
  rolls 2 3 4 5 6
  with paytable is PT1
  expect all-lows pays 34 to 1

case "Lows: a come-out seven"
  rolls 2 3 7
  with ends is seven-out
  expect all-lows stays

case "highs, wrongly"
  rolls 8 9 10 11 12
  expect all-highs loses
END
filtered() {
    local name=$1 passed=$2
    shift 2
    "$felt" test "$scratch/some.case" "$@" >"$scratch/filtered" 2>&1
    if grep -q "^$passed passed, 0 failed" "$scratch/filtered"; then pass "$name"; else fail "$name" "$scratch/filtered"; fi
}
wants "without a filter, all are run" 1 "$felt" test "$scratch/some.case"
filtered "--filter: a part of the name, in any case" 2 --filter LOWS
filtered "--filter: a pattern of the whole name" 1 --filter 'lows*five'
filtered "--filter: twice" 2 --filter five --filter seven
wants "--filter: what fits and fails" 1 "$felt" test "$scratch/some.case" --filter highs
wants "--filter: nothing fits" 2 "$felt" test "$scratch/some.case" --filter snow
wants "--filter: with TAP" 0 sh -c '"$0" test "$1" --tap --filter five | grep -qx "1..1"' "$felt" "$scratch/some.case"
finish
