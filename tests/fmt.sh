# tests/fmt.sh - the shipped sheets are laid out by `felt fmt`, which changes nothing when it is run again; and where lines belong.
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

# An accept is a line of the wager above it; after an option or a group it speaks of the whole sheet and stands at the margin.
cat >"$scratch/accept.felt" <<'END'
sheet "Accepts"
game craps
option ends "which seven"
out "with a point on"
any "any"
accept wager-same "meant"
wager "W" as w
accept row-overlap "meant"
where ends is out: seven-out loses
otherwise stays
END
cat >"$scratch/accept.expect" <<'END'
sheet "Accepts"
game craps

option ends "which seven"
  out  "with a point on"
  any  "any"

accept wager-same "meant"

wager "W" as w
  accept row-overlap "meant"
  where ends is out: seven-out  loses
  otherwise                     stays
END
"$felt" fmt "$scratch/accept.felt" >"$scratch/accept.out" 2>&1
if diff -u "$scratch/accept.expect" "$scratch/accept.out" >"$scratch/difference"; then
    pass "an accept stands where it belongs"
else
    fail "an accept stands where it belongs" "$scratch/difference"
fi
finish
