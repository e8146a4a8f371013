# tests/unreadable.sh - files that cannot be read as sheets at all: what is said, and the exit code.
. "$(dirname "$0")/tap.sh"

# says NAME STATUS TEXT COMMAND...: passes when the command exits with STATUS and prints TEXT as its only line.
says() {
    local name=$1 wanted=$2 text=$3 status
    shift 3
    "$@" >"$scratch/said" 2>&1 </dev/null
    status=$?
    printf '%s\n' "$text" >"$scratch/wanted"
    echo "exit $wanted" >>"$scratch/wanted"
    echo "exit $status" >>"$scratch/said"
    if diff -u --label wanted --label got "$scratch/wanted" "$scratch/said" >"$scratch/difference"; then
        pass "$name"
    else
        fail "$name" "$scratch/difference"
    fi
}

export FELT_RULES="$root/rules"
mkdir "$scratch/work" && cd "$scratch/work" || exit 1
mkdir folder.felt
ln -s nowhere link.felt
head -c 1048577 /dev/zero | tr '\0' '#' >large.felt
{ printf 'sheet "S"\ngame craps\naccept no-wagers "none"\n'; head -c 1048531 /dev/zero | tr '\0' '#'; } >largest.felt
head -c 300000 /dev/urandom >noise.felt
head -c 300000 /dev/zero >zeros.felt

says "a file that is not there" 4 "felt check: cannot read missing.felt: No such file or directory" "$felt" check missing.felt
says "a folder that is not there" 4 "felt check: cannot read no/such.felt: No such file or directory" "$felt" check no/such.felt
says "a link to nothing" 4 "felt check: cannot read link.felt: No such file or directory" "$felt" check link.felt
says "a folder" 4 "felt check: cannot read folder.felt: it is a folder" "$felt" check folder.felt
says "a file that is too large" 4 "felt check: large.felt is too large: at most 1048576 bytes are read" "$felt" check large.felt
says "a file that never ends" 4 "felt check: /dev/zero is too large: at most 1048576 bytes are read" "$felt" check /dev/zero
says "a shipped sheet, misspelt" 2 "felt check: there is no shipped sheet 'bacarat'; did you mean 'baccarat'?" "$felt" check bacarat
says "a file as large as can be" 0 "1 sheet, 0 wagers: 0 errors, 0 warnings, 0 notes; 1 accepted (--all shows them)" "$felt" check largest.felt
wants "nothing but noise" 3 "$felt" check noise.felt
wants "nothing but zeros" 3 "$felt" check zeros.felt
wants "a good sheet after a missing one does not hide it" 4 "$felt" check missing.felt largest.felt
wants "a missing sheet after a good one is not hidden" 4 "$felt" check largest.felt missing.felt
wants "a sheet from standard input that says nothing" 3 "$felt" check -
finish
