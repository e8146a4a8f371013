# tests/games.sh - a game is known by name only in its own files: everything else asks its description.
#
# A game's own files are src/game/, the list of games, its facts in src/sheet/, and its engines in src/odds/ and src/sim/; src/count/ is
# about shoes alone, and src/sheet/tree.h lists the facts of every game. Comments are not looked at.
. "$(dirname "$0")/tap.sh"

own='^src/(games\.c|game/.*|sheet/tree\.h|sheet/[a-z]+_(baccarat|craps)\.[ch]|odds/(engine_shoe\.c|shoe.*)|sim/(run_shoes\.c|shoes.*)|count/.*)$'
names='felt_game_[a-z]+ *[;,})=]|[a-z_]*(baccarat|craps|puck)[a-z_]*|FELT_(PUCK|ROLL|OUTCOME|SHOOTER)_[A-Z_0-9]+|felt_(roll|outcome|hands)(_[a-z_]+)?'
names+='|[a-z_]*come_outs?(_[a-z_]+)?|COND_(WINS|HAS|TIE|SAME_PAIR|[A-Z_]*(ROLLED|SEVEN|POINT|LINE|COME_OUT)[A-Z_]*)'

# Words that only a game's own description may put into messages and reports.
words='come-out|seven-out|\<banker\>|\<puck\>|\<the dice\>|\<baccarat\>|\<craps\>|\<shooters?\>'
# But for the names of a field, of an event and of a refusal, which records and answers have.
named='"(not-)?shooter"'

# "file:line: code" of a file, without comments.
lines_of() {
    sed -E 's,/\*[^*]*\*/,,g' "$1" | awk -v file="$1" '
        /\/\*/ { sub(/\/\*.*/, ""); print file ":" NR ": " $0; inside = 1; next }
        inside && /\*\// { sub(/.*\*\//, ""); inside = 0 }
        !inside { print file ":" NR ": " $0 }'
}

# What names a game outside `own`; what stands in quotes does not count.
strangers() {
    for file in "$@"; do
        [[ $file =~ $own ]] || lines_of "$file" | sed -E 's/"([^"\\]|\\.)*"/""/g' | grep -E ": .*\<($names)\>"
    done
}

# "file:line: "text"" of all that stands in quotes in a file.
texts_of() {
    lines_of "$1" | awk '{
        at = $1
        for (left = $0; match(left, /"([^"\\]|\\.)*"/); left = substr(left, RSTART + RLENGTH))
            print at " " substr(left, RSTART, RLENGTH)
    }'
}

# The same for what stands in quotes. The help of the program names the games that it comes with.
speakers() {
    for file in "$@"; do
        [[ $file =~ $own || $file == src/cli/commands.c ]] || texts_of "$file" | grep -vE ": $named\$" | grep -E "$words"
    done
}

strangers src/*.[ch] src/*/*.[ch] >"$scratch/strangers"
if [ -s "$scratch/strangers" ]; then
    fail "no game is known by name outside its own files" "$scratch/strangers"
else
    pass "no game is known by name outside its own files"
fi

speakers src/*.[ch] src/*/*.[ch] >"$scratch/speakers"
if [ -s "$scratch/speakers" ]; then
    fail "no game is spoken of outside its own files" "$scratch/speakers"
else
    pass "no game is spoken of outside its own files"
fi

for header in include/felt/*.h; do
    case "$header" in */baccarat.h | */craps.h | */dealing.h | */shoe*.h) continue ;; esac
    grep -nE '#include <felt/(baccarat|craps)\.h>' "$header" | sed "s|^|$header:|"
    strangers "$header"
done >"$scratch/headers"
if [ -s "$scratch/headers" ]; then
    fail "no other public header includes a game's, or names what is in it" "$scratch/headers"
else
    pass "no other public header includes a game's, or names what is in it"
fi

# The test sees what it is for.
mkdir -p "$scratch/src/sim"
printf '/* craps in a comment */\nif (setup->game == &felt_game_craps) /* here */\n    puts("craps");\nbool own_come_out;\nputs("a come-out");\nputs("shooter");\nputs("wait for the shooter");\nputs("as in craps");\n' >"$scratch/src/sim/run.c"
wants "strangers are found, and each once" 0 test "$(strangers "$scratch/src/sim/run.c" | wc -l)" = 2
wants "and so is who speaks of a game" 0 test "$(speakers "$scratch/src/sim/run.c" | wc -l)" = 4
finish
