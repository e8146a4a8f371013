# tests/fmt.sh - the shipped sheets are laid out by `felt fmt`, which changes nothing when it is run again.
. "$(dirname "$0")/tap.sh"

for file in rules/*.felt; do
    [ -f "$file" ] || continue
    name=$(basename "$file" .felt)
    wants "$name is formatted" 0 "$felt" fmt --check "$file"

    # Without its indentation and alignment a sheet has the same words, so it comes back the same.
    sed -E 's/^ +//; /"/!s/  +/ /g' "$file" >"$scratch/flat.felt"
    "$felt" fmt "$scratch/flat.felt" >"$scratch/once.felt" 2>"$scratch/errors"
    if diff -u --label "$file" --label "from the flat text" "$file" "$scratch/once.felt" >"$scratch/difference"; then
        pass "$name comes back from a flat text"
    else
        fail "$name comes back from a flat text" "$scratch/difference"
    fi
    "$felt" fmt - <"$scratch/once.felt" >"$scratch/twice.felt" 2>"$scratch/errors"
    if cmp "$scratch/once.felt" "$scratch/twice.felt" >"$scratch/difference" 2>&1; then
        pass "$name stays as it is"
    else
        fail "$name stays as it is" "$scratch/difference"
    fi
done
finish
