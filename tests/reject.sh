# tests/reject.sh - what `felt check` says of sheets that are wrong, to the letter.
#
# For each tests/reject/NAME.felt, NAME.expect holds both output streams of `felt check NAME.felt` and, last, "exit N".
. "$(dirname "$0")/tap.sh"

cd tests/reject || exit 1
to_the_letter check felt
finish
