# tests/browser.sh - the page in a real Chromium against a real `felt serve`: tests/browser.sh FELT
set -u
felt=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 1
scripts/page --if-possible
if [ ! -e web/dist/index.html ] || ! command -v chromium >/dev/null; then
    echo "1..0 # SKIP the page is not built, or there is no chromium"
    exit 0
fi
cd web && npm run --silent e2e "$felt"
