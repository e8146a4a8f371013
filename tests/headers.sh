# tests/headers.sh - every public header compiles alone, in C and in C++.
. "$(dirname "$0")/tap.sh"

for header in include/felt/*.h; do
    name=felt/$(basename "$header")
    printf "#include <%s>\nextern int alone;\n" "$name" >"$scratch/alone.c"
    wants "$name compiles alone" 0 \
        gcc -fsyntax-only -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror -Iinclude "$scratch/alone.c"
    cp "$scratch/alone.c" "$scratch/alone.cc"
    wants "$name compiles alone as C++" 0 \
        g++ -fsyntax-only -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Werror -Iinclude "$scratch/alone.cc"
    wants "$name says its name and purpose first" 0 grep -q "^/\* $name - " "$header"
    wants "docs/library.md names $name" 0 grep -q "\`$name\`" docs/library.md
    [ "$name" = felt/api.h ] || wants "$name stands between FELT_API_BEGIN and FELT_API_END" 0 \
        test "$(grep -c '^FELT_API_' "$header")" = 2
done
finish
