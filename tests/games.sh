# tests/games.sh - a game is known by name only in its own files: everything else asks its description.
#
# A game's own files are src/game/, the list of games, its facts in src/sheet/, and its engines in src/odds/ and src/sim/; src/count/ is
# about shoes alone. Only code is looked at, not what comments and messages say.
. "$(dirname "$0")/tap.sh"

own='^src/(games\.c|game/.*|sheet/[a-z]+_(baccarat|craps)\.[ch]|odds/(engine_shoe\.c|shoe.*)|sim/(run_shoes\.c|shoes.*)|count/.*)$'
names='felt_game_[a-z]+ *[;,})=]|[a-z_]*(baccarat|craps|puck)[a-z_]*|FELT_(PUCK|ROLL|OUTCOME|SHOOTER)_[A-Z_0-9]+|felt_(roll|outcome|hands)(_[a-z_]+)?'
names+='|[a-z_]*come_outs?(_[a-z_]+)?'

# "file:line: code" of a file, without comments and without what stands in quotes.
code_of() {
    sed -E 's/"([^"\\]|\\.)*"/""/g; s,/\*[^*]*\*/,,g' "$1" | awk -v file="$1" '
        /\/\*/ { sub(/\/\*.*/, ""); print file ":" NR ": " $0; inside = 1; next }
        inside && /\*\// { sub(/.*\*\//, ""); inside = 0 }
        !inside { print file ":" NR ": " $0 }'
}

# Files outside `own` that name a game.
strangers() {
    for file in "$@"; do
        [[ $file =~ $own ]] || code_of "$file" | grep -E ": .*\<($names)\>"
    done
}

strangers src/*.[ch] src/*/*.[ch] >"$scratch/strangers"
if [ -s "$scratch/strangers" ]; then
    fail "no game is known by name outside its own files" "$scratch/strangers"
else
    pass "no game is known by name outside its own files"
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
printf '/* craps in a comment */\nif (setup->game == &felt_game_craps) /* here */\n    puts("craps");\nbool own_come_out;\n' >"$scratch/src/sim/run.c"
wants "strangers are found, and each once" 0 test "$(strangers "$scratch/src/sim/run.c" | wc -l)" = 2
finish
