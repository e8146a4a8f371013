# tests/page.sh - the unit tests of the page: tests/page.sh MAKE_HISTORY, the program that plays tables by chance for its verifier.
#
# Without Node.js, or without what npm installs, there is no page and nothing to test.
set -u
make_history=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
scripts/page --if-possible
if [ ! -e web/dist/index.html ]; then
    echo "1..0 # SKIP the page is not built"
    exit 0
fi
FELT_HISTORIES=$(mktemp -d)
export FELT_HISTORIES
trap 'rm -rf "$FELT_HISTORIES"' EXIT
for table in baccarat craps; do
    "$make_history" . 1 2 $table >"$FELT_HISTORIES/$table.jsonl" 2>/dev/null || exit 1
done
gunzip -c tests/history/unnamed-rules.jsonl.gz >"$FELT_HISTORIES/unnamed-rules.jsonl" || exit 1 # to the cut card, and from before rules had names
cd web && npm run --silent test
