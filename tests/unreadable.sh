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
# What is no file, and would be waited for, is no sheet of the folder of sheets; one that is named by its path is read.
mkdir rules && cp "$root/rules/craps.felt" rules && mkfifo rules/pipe.felt && mkdir rules/folder.felt && ln -s pipe.felt rules/link.felt
for verb in list check odds; do
    FELT_RULES=$PWD/rules wants "$verb does not wait for a pipe among the sheets" 0 timeout 10 "$felt" $verb
done
FELT_RULES=$PWD/rules says "only files are sheets" 0 "craps" timeout 10 "$felt" list --names
FELT_RULES=$PWD/rules says "a pipe is no shipped sheet" 2 \
    "felt show: there is no shipped sheet 'pipe'; 'felt list' names them, and a path ends in .felt or has a /" timeout 10 "$felt" show pipe
wants "a pipe by its path" 0 bash -c '"$0" check <(cat "$1")' "$felt" largest.felt
# A pipe that nobody writes to is not waited for, also where it is named; one that somebody writes to is, however late the bytes come.
mkfifo pipe.felt
for verb in list check show odds par sim fmt export look; do
    says "$verb does not wait for a pipe that is named" 4 "felt $verb: cannot read ./pipe.felt: it is a pipe, and nothing comes out of it" \
        timeout 10 "$felt" $verb ./pipe.felt
done
printf 'round,rolls\nA,7\n' >rounds.csv
printf 'round,wager,stake\nA,pass,5\n' >bets.csv
for verb in settle audit; do
    says "$verb does not wait for a pipe that is named" 4 "felt $verb: cannot read ./pipe.felt: it is a pipe, and nothing comes out of it" \
        timeout 10 "$felt" $verb ./pipe.felt --rounds rounds.csv --bets bets.csv
done
wants "audit does not wait for a history from it, either" 2 timeout 10 "$felt" audit ./pipe.felt
wants "a sheet after such a pipe does not hide it" 4 timeout 10 "$felt" check pipe.felt largest.felt
wants "a pipe whose bytes come late" 0 bash -c '"$0" check <(sleep 1; cat "$1")' "$felt" largest.felt
wants "a named pipe that is written to" 0 timeout 60 bash -c 'exec 3<>pipe.felt; head -c 46 "$1" >&3 # what is in it stays while it is open
    "$0" check pipe.felt 3>&- & { sleep 1; exec 3>&-; }; wait $!' "$felt" largest.felt
wants "a pipe on standard input" 0 bash -c 'cat "$1" | "$0" check -' "$felt" largest.felt
wants "a pipe on standard input, by its path" 0 bash -c 'cat "$1" | "$0" check /dev/stdin' "$felt" largest.felt
ln -s nowhere rules/lost.felt
FELT_RULES=$PWD/rules wants "a sheet that is a link to nothing is not passed over" 4 "$felt" list
wants "a good sheet after a missing one does not hide it" 4 "$felt" check missing.felt largest.felt
wants "a missing sheet after a good one is not hidden" 4 "$felt" check largest.felt missing.felt
wants "a sheet from standard input that says nothing" 3 "$felt" check -
finish
