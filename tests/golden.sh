# tests/golden.sh - the exact odds of every shipped wager are what they were: tests/golden/odds-SHEET.csv, as fractions.
# After a change that is meant: bash tests/golden.sh build/felt --update, and say old and new in the commit.
. "$(dirname "$0")/tap.sh"

for file in rules/*.felt; do
    name=$(basename "$file" .felt)
    golden=tests/golden/odds-$name.csv
    "$felt" odds "$file" --csv >"$scratch/odds" 2>"$scratch/errors"
    if [ "${2-}" = --update ]; then cp "$scratch/odds" "$golden"; fi
    if diff -u "$golden" "$scratch/odds" >"$scratch/difference" 2>&1; then
        pass "odds of $name"
    else
        fail "odds of $name" "$scratch/difference"
    fi
done
finish
