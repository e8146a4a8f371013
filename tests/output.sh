# tests/output.sh - files that the program writes: complete or as they were, never in the place of what was read, and nothing beside them.
. "$(dirname "$0")/tap.sh"

mkdir "$scratch/work" && cd "$scratch/work" || exit 1
printf 'round,player,banker\n1,2S 4D,3H 2C 2D\n2,9S KH,8C KD\n' >rounds.csv
printf 'round,wager,stake\n1,banker,10\n2,player,10\n' >bets.csv
printf 'round,wager,stake\n1,banker,10\n2,playr,10\n' >bad.csv
cp "$root/rules/baccarat.felt" "$root/rules/craps.felt" .
settle="$felt settle baccarat.felt --rounds rounds.csv"
$settle --bets bets.csv -o wanted.csv 2>wanted.err

# keeps NAME STATUS FILE COMMAND...: the command exits with STATUS, FILE stays as it was, and nothing new is in the folder.
keeps() {
    local name=$1 wanted=$2 file=$3 status
    shift 3
    cp "$file" "$scratch/before"
    ls -A >"$scratch/names"
    "$@" >"$scratch/said" 2>&1 </dev/null
    status=$?
    echo "exit $status" >>"$scratch/said"
    if [ "$status" = "$wanted" ] && cmp -s "$file" "$scratch/before" && ls -A | cmp -s - "$scratch/names"; then
        pass "$name"
    else
        ls -A >>"$scratch/said"
        fail "$name" "$scratch/said"
    fi
}
# said NAME TEXT: the last `keeps` printed that line.
said() {
    if grep -qxF -- "$2" "$scratch/said"; then pass "$1"; else fail "$1" "$scratch/said"; fi
}

# A part of the pays does not take the place of all of an older run.
echo older >paid.csv
keeps "a bad row under --strict leaves the older file" 4 paid.csv $settle --bets bad.csv --strict -o paid.csv
said "and says so" "felt settle: paid.csv is left as it was"
wants "what is not written is not summed up" 1 grep -q settled, "$scratch/said"
$settle --bets bad.csv --strict -o new.csv 2>"$scratch/said"
said "a new file is not written" "felt settle: new.csv is not written"
wants "and is not there" 1 test -e new.csv
# A terminal whose other end is gone gives what was written to it, and then fails.
cat >cut_off.py <<'END'
import os, pty, subprocess, sys, tty
master, slave = pty.openpty()
tty.setraw(slave)
os.write(slave, open(sys.argv[1], "rb").read())
os.close(slave)
sys.exit(subprocess.call(sys.argv[2:], stdin=master))
END
keeps "a read error leaves the older file" 4 paid.csv python3 cut_off.py bets.csv $settle --bets - -o paid.csv
said "and is named" "felt settle: bets: input failed"
keeps "a read error of the rounds leaves it as well" 4 paid.csv \
    python3 cut_off.py rounds.csv "$felt" settle baccarat --rounds - --bets bets.csv -o paid.csv
if [ -c /dev/full ]; then keeps "a full disk" 4 paid.csv $settle --bets bets.csv -o /dev/full; fi

# What was read is not written over, by whatever name.
ln -s baccarat.felt soft.felt
ln baccarat.felt hard.felt
for name in baccarat.felt soft.felt hard.felt ./../work/baccarat.felt; do
    keeps "settle: an output that is the sheet, as $name" 2 baccarat.felt $settle --bets bets.csv -o "$name"
    keeps "par: an output that is the sheet, as $name" 2 baccarat.felt "$felt" par baccarat.felt --wager tie -o "$name"
    keeps "sim: a picture that is the sheet, as $name" 2 baccarat.felt \
        "$felt" sim baccarat.felt --bankroll 100 --bets banker:10 --sessions 10 --svg "$name"
done
said "in a clear sentence" \
    "felt sim: ./../work/baccarat.felt is read: what is made from it must not take its place; expected another file"
keeps "an output that is the rounds" 2 rounds.csv $settle --bets bets.csv -o rounds.csv
keeps "an output that is the bets from standard input" 2 bets.csv sh -c "$settle --bets - -o bets.csv <bets.csv"
keeps "standard output that is the bets" 2 bets.csv sh -c "$settle --bets bets.csv >>bets.csv"
keeps "a PAR sheet at the end of its sheet" 2 baccarat.felt sh -c "$felt par baccarat.felt --markdown >>baccarat.felt"
FELT_RULES=$PWD keeps "a shipped sheet" 2 craps.felt "$felt" par craps --wager field -o craps.felt
printf 'sheet "S"\ngame craps\naccept no-wagers   "none"\n' >loose.felt
wants "fmt --write still writes over what it read" 0 "$felt" fmt --write loose.felt
wants "and has laid it out" 0 "$felt" fmt --check loose.felt

# Links stay links; one that leads nowhere is refused.
mkdir sub && ln -s ../paid.csv sub/link.csv && ln -s nowhere/at-all.csv loose.csv
wants "through a link" 0 $settle --bets bets.csv -o sub/link.csv
wants "the file has it" 0 cmp wanted.csv paid.csv
wants "the link is still one" 0 test -L sub/link.csv
wants "nothing beside it" 0 test "$(ls -A sub)" = link.csv
wants "a link to nothing" 4 $settle --bets bets.csv -o loose.csv

# What standard output goes to is written through it, not replaced.
echo older >log.csv
$settle --bets bets.csv -o /dev/stdout >>log.csv 2>/dev/null
wants "-o /dev/stdout at the end of a file" 0 sh -c '{ echo older; cat wanted.csv; } | cmp - log.csv'
wants "-o /dev/stdout into a pipe" 0 sh -c "$settle --bets bets.csv -o /dev/stdout 2>/dev/null | cmp - wanted.csv"

# With standard streams closed, what the program says must not go into its files.
$settle --bets bets.csv -o closed.csv <&- >&- 2>&-
wants "descriptors 0 to 2 closed" 0 cmp wanted.csv closed.csv
$settle --bets bets.csv -o closed.csv 2>&-
wants "errors closed" 0 cmp wanted.csv closed.csv
"$felt" par baccarat.felt --wager tie --markdown -o tie.md >&- 2>"$scratch/said"
wants "par with output closed fails" 0 grep -q '^felt: cannot write: ' "$scratch/said"
wants "and the file has no line too many" 1 grep -qx tie.md tie.md
"$felt" list craps >&- 2>/dev/null
wants "output that is closed is no output" 0 test $? = 4
"$felt" settle baccarat --rounds rounds.csv --bets - <&- >/dev/null 2>"$scratch/said"
wants "input that is closed is no input" 0 grep -q '^felt settle: standard input:1: input failed$' "$scratch/said"

# A signal leaves the older file and nothing beside it. The bets come through a pipe that stays open, so the program waits with its file
# begun. A shell without job control starts background programs with SIGINT ignored, hence env.
mkfifo bets.pipe
mkdir out
for signal in INT TERM HUP QUIT PIPE; do
    echo older >out/paid.csv
    env --default-signal=$signal $settle --bets bets.pipe -o out/paid.csv 2>/dev/null &
    running=$!
    exec 9<>bets.pipe
    printf 'round,wager,stake\n1,banker,10\n' >&9
    begun=
    for _ in $(seq 200); do
        begun=$(ls -A out | grep -vx paid.csv)
        [ -z "$begun" ] || break
        sleep 0.05
    done
    kill -$signal $running
    wait $running 2>/dev/null
    wants "SIG$signal: it ends the program" 0 test $? -gt 128
    exec 9>&-
    wants "SIG$signal: the file was begun" 0 test -n "$begun"
    wants "SIG$signal: nothing is left beside it" 0 test "$(ls -A out)" = paid.csv
    wants "SIG$signal: and the older one is there" 0 grep -qx older out/paid.csv
done
(
    trap '' HUP
    $settle --bets bets.pipe -o out/paid.csv 2>/dev/null &
    running=$!
    exec 9<>bets.pipe
    printf 'round,wager,stake\n1,banker,10\n' >&9
    for _ in $(seq 200); do
        [ "$(ls -A out)" = paid.csv ] || break
        sleep 0.05
    done
    kill -HUP $running
    printf '2,player,10\n' >&9
    exec 9>&-
    wait $running
)
wants "a signal that is ignored, as nohup has it, stops nothing" 0 cmp wanted.csv out/paid.csv
# Nobody reads what it says: a broken pipe.
awk 'BEGIN { print "round,wager,stake"; for (i = 0; i < 20000; i++) print "1,nobody,10" }' >many.csv
echo older >out/paid.csv
{ $settle --bets many.csv -o out/paid.csv 2>&1; } | head -n 1 >/dev/null
wants "a reader of errors that leaves: nothing is left" 0 test "$(ls -A out)" = paid.csv

# Disks and quotas that are full: a signal by default, else a write that fails.
awk 'BEGIN { print "round,wager,stake"; for (i = 0; i < 2000; i++) print "1,banker,10" }' >long.csv
(ulimit -f 8; $settle --bets long.csv -o out/paid.csv 2>/dev/null; exit $?) 2>/dev/null
wants "a file beyond the limit ends it by a signal" 0 test $? -gt 128
(trap '' XFSZ && ulimit -f 8 && $settle --bets long.csv -o out/paid.csv 2>"$scratch/said")
wants "where that is ignored, the write fails" 0 test $? = 4
said "and says so" "felt settle: cannot write out/paid.csv: File too large"
wants "the older file is there, and nothing beside it" 0 test "$(ls -A out)$(cat out/paid.csv)" = paid.csvolder

# Every name that a file can have.
for length in 248 249 255; do
    name=$(head -c $((length - 4)) /dev/zero | tr '\0' 'x').csv
    wants "a name of $length bytes" 0 $settle --bets bets.csv -o "$name"
    wants "and again, over itself" 0 $settle --bets bets.csv -o "$name"
    wants "the file of $length bytes is whole" 0 cmp wanted.csv "$name"
done
wants "a name of 256 bytes" 4 $settle --bets bets.csv -o "x$name"
wants "nothing unfinished anywhere" 0 test -z "$(find . -name '.felt-*')"
finish
