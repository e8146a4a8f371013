# tests/headers.sh - every public header compiles alone.
. "$(dirname "$0")/tap.sh"

for header in include/felt/*.h; do
    name=felt/$(basename "$header")
    echo "#include <$name>" >"$scratch/alone.c"
    wants "$name compiles alone" 0 \
        gcc -fsyntax-only -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude "$scratch/alone.c"
    wants "$name says its name and purpose first" 0 grep -q "^/\* $name - " "$header"
done
finish
