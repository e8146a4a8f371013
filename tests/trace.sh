# tests/trace.sh - documents, sheets and cases speak of the same things; and scripts/trace sees it when they do not.
. "$(dirname "$0")/tap.sh"

wants "every clause names sheets and cases that exist" 0 scripts/trace clauses
wants "every case belongs to a clause" 0 scripts/trace cases
wants "every option and choice in the readings exists" 0 scripts/trace readings

# misses NAME CHECK FILE FROM TO: with FROM changed to TO in a copy of FILE, the check must fail.
misses() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/docs" "$scratch/tree/tests"
    cp -r rules "$scratch/tree/rules"
    cp -r tests/cases "$scratch/tree/tests/cases"
    cp docs/clauses.md docs/readings.md "$scratch/tree/docs"
    sed -i "s/$4/$5/" "$scratch/tree/$3"
    wants "$1" 1 scripts/trace --root "$scratch/tree" "$2"
}
misses "a case that is gone" clauses tests/cases/dice-works.case "C23-4: a seven-out" "C23-4: the seven-out"
misses "a sheet that is not there" clauses docs/clauses.md '`dice-works`: three' '`dice-work`: three'
misses "a wager that is not there" clauses docs/clauses.md '`koi-8`' '`koi-9`'
misses "a count that is wrong" clauses docs/clauses.md "and 11 more" "and 12 more"
misses "a case without a clause" cases tests/cases/tiger.case 'case "C28-33: ' 'case "'
misses "a case of an unknown clause" cases tests/cases/tiger.case 'case "C28-33: ' 'case "C28-99: '
misses "a reading that is not there" readings docs/readings.md 'reading `green-dragon`' 'reading `greem-dragon`'
misses "an option called a reading" readings docs/readings.md 'option `six-pay`\|Option `six-pay`' 'reading `six-pay`'
misses "a choice that is not there" readings docs/readings.md '`margin-first`' '`margin-last`'
finish
