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
    pkg-config --define-variable=prefix="$there" "$@" felt
}
wants "pkg-config finds the library" 0 flags --exists
wants "a program compiles against the shared library" 0 \
    gcc -std=c17 -Wall -Wextra -Werror $(flags --cflags) "$scratch/use.c" -o "$scratch/use" $(flags --libs)
wants "and runs" 0 env LD_LIBRARY_PATH="$lib" "$scratch/use"
wants "a program compiles against the static library" 0 \
    gcc -std=c17 -Wall -Wextra -Werror $(flags --cflags) "$scratch/use.c" -o "$scratch/use-static" \
    "$lib/libfelt.a" -Wl,--as-needed $(flags --libs --static)
wants "and runs by itself" 0 env -u LD_LIBRARY_PATH "$scratch/use-static"

# From another folder, so that the sheets of the source tree cannot be the ones that are found.
cd "$scratch" || exit 1
(cd "$root/rules" && ls | sed -n 's/\.felt$//p' | sort) >wanted
"$there/bin/felt" list --names 2>errors | sort >got
if diff wanted got >difference; then
    pass "felt list finds the installed sheets"
else
    fail "felt list finds the installed sheets" difference
fi
for page in "$root"/docs/man/*.scd; do
    page=$(basename "$page" .scd)
    wants "the manual page $page" 0 test -s "$there/share/man/man${page##*.}/$page"
done
wants "the bash completion" 0 bash -n "$there/share/bash-completion/completions/felt"
wants "the public headers" 0 diff -r "$root/include/felt" "$there/include/felt"
finish
