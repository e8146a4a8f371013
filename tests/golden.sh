# tests/golden.sh - the exact odds of every shipped wager are what they were: tests/golden/odds-SHEET.csv, as fractions.
# And so are the hashes of their compiled forms, by which saved bets know them: tests/golden/hashes.txt.
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

# A line that is gone or another hash: bets that were saved on such a wager are stranded.
for file in rules/*.felt; do
    "$felt" export "$file" --hashes
done >"$scratch/hashes" 2>"$scratch/errors"
if [ "${2-}" = --update ]; then cp "$scratch/hashes" tests/golden/hashes.txt; fi
if diff -u tests/golden/hashes.txt "$scratch/hashes" >"$scratch/difference" 2>&1; then
    pass "hashes of compiled wagers"
else
    fail "hashes of compiled wagers" "$scratch/difference"
fi
finish
