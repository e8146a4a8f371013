# tests/reject.sh - what `felt check` says of sheets that are wrong, to the letter.
#
# For each tests/reject/NAME.felt, NAME.expect holds both output streams of `felt check NAME.felt` and, last, "exit N".
. "$(dirname "$0")/tap.sh"

cd tests/reject || exit 1
for file in *.felt; do
    [ -f "$file" ] || continue
    name=${file%.felt}
    "$felt" check "$file" >"$scratch/got" 2>&1 </dev/null
    echo "exit $?" >>"$scratch/got"
    if [ ! -f "$name.expect" ]; then
        fail "$name: there is no $name.expect; what was said:" "$scratch/got"
    elif diff -u --label wanted --label got "$name.expect" "$scratch/got" >"$scratch/difference"; then
        pass "$name"
    else
        fail "$name" "$scratch/difference"
    fi
done
for file in *.expect; do
    [ -f "$file" ] || continue
    [ -f "${file%.expect}.felt" ] || fail "$file has no sheet"
done
finish
