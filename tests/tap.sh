# tests/tap.sh - what the test scripts share; sourced, not run. The first argument of every script is the program to test.
#
# Afterwards: $felt is the program, $root the source tree, $scratch a folder that is removed at the end, and the folder is $root.
set -u
export LC_ALL=C.UTF-8
unset FELT_RULES FELT_CASES FELT_TABLES

if [ -z "${1:-}" ]; then
    echo "usage: $0 PROGRAM" >&2
    exit 2
fi
felt=$(realpath "$1")
root=$(realpath "$(dirname "$0")/..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root" || exit 1

tap_count=0
tap_failed=0

# pass NAME; fail NAME [FILE]: the first lines of FILE say why.
pass() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1"
}
fail() {
    tap_count=$((tap_count + 1))
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $1"
    if [ -n "${2:-}" ]; then sed -n '1,40s/^/# /p' "$2"; fi
}

# wants NAME STATUS COMMAND...: passes when the command exits with STATUS.
wants() {
    local name=$1 wanted=$2 status
    shift 2
    "$@" >"$scratch/wants" 2>&1 </dev/null
    status=$?
    if [ "$status" = "$wanted" ]; then
        pass "$name"
    else
        echo "exit $status, wanted $wanted" >>"$scratch/wants"
        fail "$name" "$scratch/wants"
    fi
}

# to_the_letter VERB ENDING: for each NAME.ENDING of this folder, NAME.expect holds both output streams of `felt VERB NAME.ENDING` and, last,
# "exit N".
to_the_letter() {
    local file name
    for file in *."$2"; do
        name=${file%."$2"}
        "$felt" "$1" "$file" >"$scratch/got" 2>&1 </dev/null
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
        [ -f "${file%.expect}.$2" ] || fail "$file has no ${file%.expect}.$2"
    done
}

# Passes on the TAP of a command as part of this script's own. A command that ends badly without saying what failed is a failure.
splice() {
    local name=$1 status line before=$tap_failed seen=$tap_count planned=-1
    shift
    "$@" >"$scratch/splice" 2>"$scratch/splice-errors" </dev/null
    status=$?
    while IFS= read -r line; do
        case "$line" in
        "ok "*) pass "$name: ${line#*- }" ;;
        "not ok "*) fail "$name: ${line#*- }" ;;
        1..*) planned=${line#1..} ;;
        *) echo "# ${line#\# }" ;;
        esac
    done <"$scratch/splice"
    if [ "$status" != 0 ] && [ "$tap_failed" = "$before" ]; then
        echo "exit $status" >>"$scratch/splice-errors"
        fail "$name" "$scratch/splice-errors"
    elif [ "$planned" != $((tap_count - seen)) ]; then
        fail "$name: the plan says $planned, $((tap_count - seen)) were run"
    fi
}

# Ends every script: the plan, or a skip where there was nothing to test.
finish() {
    if [ "$tap_count" = 0 ]; then
        echo "1..0 # SKIP nothing to test"
    else
        echo "1..$tap_count"
    fi
    exit $((tap_failed > 0))
}
