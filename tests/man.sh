# tests/man.sh - `felt help`, the help of each verb, the manual and the completion agree.
. "$(dirname "$0")/tap.sh"

# The long options of a text, one a line.
options() {
    grep -oE -- '(^|[^-[:alnum:]])--[a-z][a-z-]*' | grep -oE -- '--[a-z][a-z-]*' | sort -u
}
# What a manual page says, without scdoc's marks.
plain() {
    tr -d '*_\\' <"$1"
}
same() {
    if diff "$2" "$3" >"$scratch/difference"; then
        pass "$1"
    else
        fail "$1" "$scratch/difference"
    fi
}

# Verbs are the indented words at the beginning of a line of `felt help`.
"$felt" help | sed -nE 's/^  ([a-z]+)( .*)?$/\1/p' | grep -vx help | sort >"$scratch/verbs"
ls docs/man | sed -nE 's/^felt-([a-z]+)\.1\.scd$/\1/p' | sort >"$scratch/pages"
if [ ! -s "$scratch/verbs" ]; then fail "felt help lists verbs"; fi
same "a page for each verb, a verb for each page" "$scratch/verbs" "$scratch/pages"

while IFS= read -r verb; do
    page=docs/man/felt-$verb.1.scd
    [ -f "$page" ] || continue
    "$felt" "$verb" --help | options | grep -vx -- --help >"$scratch/help"
    plain "$page" | sed -n '/^# OPTIONS/,/^# [^O]/p' | options | grep -vx -- --help >"$scratch/page"
    same "felt $verb: options of --help and of the page" "$scratch/help" "$scratch/page"
    wants "felt $verb: listed in felt.1" 0 grep -q "felt-$verb\*(1)" docs/man/felt.1.scd

    "$felt" complete --line "felt $verb --" | options | grep -vx -- --help >"$scratch/completed"
    same "felt $verb: options of --help and of the completion" "$scratch/help" "$scratch/completed"
done <"$scratch/verbs"
finish
