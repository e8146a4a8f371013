# tests/operator.sh - `felt operator`: made, reset, removed and listed, with a passphrase from a line or from a terminal.
. "$(dirname "$0")/tap.sh"
cd "$scratch" || exit 1
store=sqlite:$scratch/house.db

# said NAME STATUS TEXT INPUT ARGUMENT...: passes when `felt operator` exits with STATUS and says TEXT; INPUT is what is typed.
said() {
    local name=$1 wanted=$2 text=$3 input=$4 status
    shift 4
    printf '%b' "$input" | "$felt" operator "$@" --store "$store" >"$scratch/said" 2>&1
    status=$?
    if [ "$status" = "$wanted" ] && grep -qF -- "$text" "$scratch/said"; then
        pass "$name"
    else
        echo "exit $status, wanted $wanted and: $text" >>"$scratch/said"
        fail "$name" "$scratch/said"
    fi
}

said "no store, no list" 4 "there is no store at sqlite:" "" list
said "and none is made" 4 "there is no store at sqlite:" "" remove Maria
wants "not even an empty one" 1 test -e house.db
said "the first" 0 "Maria is an operator" "correct horse\n" add Maria
said "is listed" 0 "Maria	1	" "" list
said "once" 1 "somebody has the name 'maria'" "correct horse\n" add maria
said "nor one that looks like it" 1 "somebody has the name 'MAR1A'" "correct horse\n" add MAR1A
said "a name that is none" 1 "begins with a letter" "correct horse\n" add 1Maria
said "no short passphrase" 1 "found a passphrase of 7 letters, expected at least 8" "1234567\n" add Paul
said "no long one" 4 "found more than 128 bytes" "$(printf 'ab%.0s' $(seq 65))\n" add Paul
said "128 bytes are no more" 0 "Paul is an operator" "$(printf 'ab%.0s' $(seq 64))\n" add Paul
said "the name is none" 1 "found the name as passphrase" "Christina\n" add Christina
said "the end of input" 4 "found the end of input, expected a passphrase" "" add Anna
said "a line without its end" 0 "Anna is an operator" "correct horse" add Anna
said "an empty line" 1 "found a passphrase of 0 letters" "\n" add Berta
said "reset" 0 "anna has a new passphrase" "battery staple\n" reset anna
said "of nobody" 1 "there is no operator 'Nobody'" "battery staple\n" reset Nobody
said "removed" 0 "Anna is no operator any more" "" remove Anna
said "once" 1 "there is no operator 'Anna'" "" remove Anna
said "and made again" 0 "Anna is an operator" "correct horse\n" add Anna
said "with the same number" 0 "Anna	3	" "" list
said "for a while" 0 "Anna is no operator any more" "" remove Anna
said "no action" 2 "expected add, reset, remove or list" "" --color=never
said "an action that is none" 2 "expected add, reset, remove or list; found make" "" make Anna
said "no name" 2 "add: expected one NAME" "" add
said "two names" 2 "add: expected one NAME" "" add Anna Berta
"$felt" operator list --store "$store" 2>&1 | cut -f1 >"$scratch/list"
printf 'Maria\nPaul\n' >"$scratch/wanted"
wants "two are left" 0 diff "$scratch/wanted" "$scratch/list"
wants "no passphrase stands in the store" 1 grep -aqE 'correct horse|battery staple' house.db

# On a terminal: asked twice, not shown, and the terminal is as it was, whatever happens.
cat >terminal.py <<'PROGRAM'
import os, pty, signal, sys, termios, time

def session(arguments, answers, end=None):
    pid, master = pty.fork()
    if pid == 0:
        os.execv(arguments[0], arguments)
    said = b""
    def read_until(text):
        nonlocal said
        while text not in said:
            try:
                data = os.read(master, 1000)
            except OSError:
                return False
            if not data:
                return False
            said += data
        return True
    for question, answer in answers:
        if not read_until(question):
            break
        said = said.split(question, 1)[1]
        while termios.tcgetattr(master)[3] & termios.ECHO:
            time.sleep(0.005)
        if answer is None:
            os.kill(pid, end)
        else:
            os.write(master, answer)
    read_until(b"never said")
    echo = True
    try:
        echo = bool(termios.tcgetattr(master)[3] & termios.ECHO)
    except termios.error:
        pass
    status = os.waitpid(pid, 0)[1]
    return os.waitstatus_to_exitcode(status), said.decode(), echo

felt, store = sys.argv[1:3]
first, again = b"A passphrase for Carl: ", b"The same again: "
add = [felt, "operator", "add", "Carl", "--store", store]
number = 0

def check(name, good, details):
    global number
    number += 1
    print(("" if good else "not ") + "ok %d - %s" % (number, name))
    if not good:
        print("# " + repr(details))

r = session(add, [(first, b"correct horse\n"), (again, b"correct hors\n")])
check("two that differ", r[0] == 4 and "the two are not the same" in r[1], r)
r = session(add, [(first, b"short\n")])
check("a short one is not asked for again", r[0] == 4 and "found a passphrase of 5 letters" in r[1], r)
r = session(add, [(first, b"\x04")])
check("the end of input stops the prompt", r[0] == 4 and "found the end of input" in r[1], r)
r = session(add, [(first, b"\x03")])
check("so does an interrupt, and the echo is back", r[0] == -signal.SIGINT and r[2], r)
r = session(add, [(first, b"correct horse\n"), (again, None)], signal.SIGTERM)
check("and SIGTERM", r[0] == -signal.SIGTERM and r[2], r)
r = session(add, [(first, b"correct horse\n"), (again, b"correct horse\n")])
check("twice the same", r[0] == 0 and "Carl is an operator" in r[1] and "horse" not in r[1], r)
print("1..%d" % number)
PROGRAM
splice "on a terminal" python3 terminal.py "$felt" "$store"
finish
