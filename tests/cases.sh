# tests/cases.sh - every case of tests/cases: what each wager pays, clause by clause.
. "$(dirname "$0")/tap.sh"

for file in tests/cases/*.case tests/cases/books/*.case; do
    [ -f "$file" ] || continue
    splice "$(basename "$file" .case)" "$felt" test --tap "$file"
done
finish
