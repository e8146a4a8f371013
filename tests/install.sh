# tests/install.sh - what is installed works: the library through pkg-config, the program with its sheets, the manual, the completion.
. "$(dirname "$0")/tap.sh"

meson=$(command -v /usr/bin/meson || command -v meson)
build=$(dirname "$felt")
prefix=$("$meson" introspect --buildoptions "$build" | tr '{' '\n' | sed -n 's/.*"name": "prefix".*"value": "\([^"]*\)".*/\1/p')
there=$scratch/there$prefix

wants "meson install" 0 env DESTDIR="$scratch/there" "$meson" install -C "$build" --no-rebuild --quiet

cat >"$scratch/use.c" <<'END'
#include <felt/craps.h>
#include <felt/sheet.h>
#include <stdio.h>

int main(void)
{
    felt_arena *arena = felt_arena_new(1 << 20);
    felt_text name = felt_arena_print(arena, "%d", felt_roll_index(6, 6));
    puts(felt_text_is(name, "20") ? felt_status_text(FELT_OK) : "wrong");
    felt_arena_free(arena);
}
END

lib=$(dirname "$(find "$there" -name libfelt.a)") # Debian's default is lib/ARCHITECTURE
export PKG_CONFIG_PATH=$lib/pkgconfig
flags() {
    pkg-config --define-variable=prefix="$there" "$@"
}
c="gcc -std=c17 -Wall -Wextra -Wpedantic -Werror"
cpp="g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++"
shared="env LD_LIBRARY_PATH=$lib"
wants "pkg-config finds the libraries" 0 flags --exists felt felt-report felt-store felt-serve
wants "a program compiles against the shared library" 0 \
    $c $(flags --cflags felt) "$scratch/use.c" -o "$scratch/use" $(flags --libs felt)
wants "and runs" 0 $shared "$scratch/use"
wants "a program compiles against the static library" 0 \
    $c -static $(flags --cflags felt) "$scratch/use.c" -o "$scratch/use-static" $(flags --libs --static felt)
wants "and runs by itself" 0 env -u LD_LIBRARY_PATH "$scratch/use-static"

# Who settles bets need not load what draws.
$shared ldd "$scratch/use" | sed -n 's/^[[:space:]]*\(lib[a-z0-9-]*\)\.so.*/\1/p' | sort >"$scratch/loaded"
wants "libfelt loads GMP, jansson, libsodium and the C library, no more" 1 \
    grep -vxE 'libfelt|libgmp|libjansson|libsodium|libm|libc' "$scratch/loaded"
wants "libfelt is loaded" 0 grep -x libfelt "$scratch/loaded"

cat >"$scratch/draw.c" <<'END'
#include <felt/par.h>
#include <stdio.h>

int main(void)
{
    char digits[FELT_PAR_HASH_DIGITS + 1];
    felt_par_hash(felt_text_from("abc"), digits);
    return puts(digits) < 0 || digits[0] != 'b';
}
END
wants "a program compiles against libfelt-report" 0 \
    $c $(flags --cflags felt-report) "$scratch/draw.c" -o "$scratch/draw" $(flags --libs felt-report)
wants "and runs with it" 0 $shared "$scratch/draw"
wants "a program in C++ compiles against both" 0 \
    $cpp $(flags --cflags felt-report) "$scratch/draw.c" -o "$scratch/draw-cpp" $(flags --libs felt-report)
wants "and runs as well" 0 $shared "$scratch/draw-cpp"
wants "libfelt-report.a and libfelt.a are enough for a program that has the drawing libraries" 0 \
    $c $(flags --cflags felt-report) "$scratch/draw.c" -o "$scratch/draw-static" "$lib/libfelt-report.a" "$lib/libfelt.a" \
    -Wl,--as-needed $(pkg-config --libs gmp jansson libsodium cairo cairo-pdf pangocairo) $(pkg-config --silence-errors --libs xlsxwriter) -lm
wants "and it runs by itself" 0 env -u LD_LIBRARY_PATH "$scratch/draw-static"

cat >"$scratch/keep.c" <<'END'
#include <felt/store.h>

int main(int argc, char **argv)
{
    felt_store *store;
    felt_error error;
    if (argc != 2 || felt_store_open(argv[1], &store, &error) != FELT_OK)
        return 1;
    felt_store_close(store);
    return 0;
}
END
wants "a program compiles against libfelt-store" 0 \
    $c $(flags --cflags felt-store) "$scratch/keep.c" -o "$scratch/keep" $(flags --libs felt-store)
wants "and makes a store" 0 $shared "$scratch/keep" "sqlite:$scratch/kept"
wants "a program in C++ compiles against it" 0 \
    $cpp $(flags --cflags felt-store) "$scratch/keep.c" -o "$scratch/keep-cpp" $(flags --libs felt-store)
wants "and opens that store" 0 $shared "$scratch/keep-cpp" "sqlite:$scratch/kept"
wants "libfelt-store.a and libfelt.a are enough for a program that has the databases" 0 \
    $c $(flags --cflags felt-store) "$scratch/keep.c" -o "$scratch/keep-static" "$lib/libfelt-store.a" "$lib/libfelt.a" \
    -Wl,--as-needed $(pkg-config --libs gmp jansson libsodium sqlite3 libpq) -lm
wants "and it runs by itself" 0 env -u LD_LIBRARY_PATH "$scratch/keep-static" "sqlite:$scratch/kept"

# The example of docs/library.md, in both languages: what it prints, and that the document shows its lines.
embed() {
    "$@" 2>&1 | diff - "$scratch/embed-wanted"
}
sed -n '/^    \$ \.\/embed /,/^$/s/^    \([^$]\)/\1/p' docs/library.md >"$scratch/embed-wanted"
wants "docs/library.md says what examples/embed.c prints" 0 test -s "$scratch/embed-wanted"
wants "examples/embed.c compiles" 0 $c -Wconversion $(flags --cflags felt) examples/embed.c -o "$scratch/embed" $(flags --libs felt)
wants "and prints that" 0 embed $shared "$scratch/embed" rules/baccarat.felt
wants "examples/embed.c compiles as C++" 0 $cpp $(flags --cflags felt) examples/embed.c -o "$scratch/embed-cpp" $(flags --libs felt)
wants "and prints it as well" 0 embed $shared "$scratch/embed-cpp" rules/baccarat.felt
wants "examples/embed.c is linked statically" 0 \
    $c -static $(flags --cflags felt) examples/embed.c -o "$scratch/embed-static" $(flags --libs --static felt)
wants "and prints it by itself" 0 embed env -u LD_LIBRARY_PATH "$scratch/embed-static" rules/baccarat.felt
wants "examples/embed.c has fewer than 60 lines" 0 test "$(wc -l <examples/embed.c)" -lt 60
sed -n '/^```c$/,/^```$/{/^```/!p}' docs/library.md | grep -vxFf examples/embed.c >"$scratch/foreign"
wants "docs/library.md shows lines of examples/embed.c" 1 grep . "$scratch/foreign"

# From another folder, so that the sheets of the source tree cannot be the ones that are found.
cd "$scratch" || exit 1
(cd "$root/rules" && ls | sed -n 's/\.felt$//p' | sort) >wanted
"$there/bin/felt" list --names 2>errors | sort >got
if diff wanted got >difference; then
    pass "felt list finds the installed sheets"
else
    fail "felt list finds the installed sheets" difference
fi
wants "felt trace finds the installed cases" 0 "$there/bin/felt" trace tiger --coverage
wants "felt tables finds the installed tables" 0 env -u FELT_TABLES "$there/bin/felt" tables --check
if pkg-config --exists xlsxwriter; then
    wants "felt par leaves spreadsheets to the installed felt-live" 0 "$there/bin/felt" par tiger --sample 0 --xlsx -o tiger.xlsx
fi
for page in "$root"/docs/man/*.scd; do
    page=$(basename "$page" .scd)
    wants "the manual page $page" 0 test -s "$there/share/man/man${page##*.}/$page"
done
if [ -e "$root/web/dist/index.html" ]; then
    wants "the page, where it was built" 0 diff -r "$root/web/dist" "$there/share/felt/web"
fi
wants "the bash completion" 0 bash -n "$there/share/bash-completion/completions/felt"
wants "the zsh completion" 0 diff "$root/completions/felt.zsh" "$there/share/zsh/site-functions/_felt"
wants "the fish completion" 0 diff "$root/completions/felt.fish" "$there/share/fish/vendor_completions.d/felt.fish"
wants "the public headers" 0 diff -r "$root/include/felt" "$there/include/felt"
finish
