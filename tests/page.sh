# tests/page.sh - the unit tests of the page. Without Node.js, or without what npm installs, there is no page and nothing to test.
set -u
cd "$(dirname "$0")/.." || exit 1
scripts/page --if-possible
if [ ! -e web/dist/index.html ]; then
    echo "1..0 # SKIP the page is not built"
    exit 0
fi
cd web && npm run --silent test
