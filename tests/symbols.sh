# tests/symbols.sh - the libraries show what the public headers declare, and nothing else; a program's own names stay its own.
. "$(dirname "$0")/tap.sh"

libraries=$(dirname "$felt")/src
scripts/declared >"$scratch/declared"
cut -d' ' -f2 "$scratch/declared" | sort >"$scratch/wanted"

# The names that a library shows. Sections and files have none, and three are the linker's own, shown beside a library that shows them.
shown() {
    nm "$@" --defined-only | awk 'NF == 3 && $3 !~ /^(__bss_start|_edata|_end)$/ { print $3 }' | sort
}
same() {
    if diff -u --label "$2" --label "$3" "$scratch/$2" "$scratch/$3" >"$scratch/difference"; then
        pass "$1"
    else
        fail "$1" "$scratch/difference"
    fi
}

for name in felt felt-report felt-store felt-serve; do
    shown -D "$libraries/lib$name.so" >"$scratch/$name.so"
    shown -g "$libraries/lib$name.a" >"$scratch/$name.a"
    same "lib$name.so and lib$name.a show the same" "$name.so" "$name.a"
done
sort "$scratch/felt.so" "$scratch/felt-report.so" "$scratch/felt-store.so" "$scratch/felt-serve.so" >"$scratch/shown"
same "the libraries show what the headers declare, each function once" wanted shown

# A header belongs to one library.
while read -r header function; do
    for name in felt felt-report felt-store felt-serve; do
        ! grep -qx "$function" "$scratch/$name.so" || echo "$header $name"
    done
done <"$scratch/declared" | sort -u >"$scratch/homes"
cut -d' ' -f1 "$scratch/homes" | uniq -d >"$scratch/divided"
wants "no header is divided between the libraries" 1 grep . "$scratch/divided"

# What takes long to load is for the verbs that need it: those are felt-live's and felt-crew's.
objdump -p "$felt" | sed -n 's/^ *NEEDED *//p' >"$scratch/loaded"
wants "felt loads libraries" 0 grep -q '^libgmp' "$scratch/loaded"
wants "and none for databases, networks, spreadsheets or crews" 1 grep -E '^lib(pq|sqlite3|websockets|xlsxwriter|mpi)' "$scratch/loaded"

# These are names of the compiler's own functions.
cat >"$scratch/own.c" <<'PROGRAM'
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>

void minimize(void);
void parser_fail(void);

void minimize(void)
{
    abort();
}

void parser_fail(void)
{
    abort();
}

int main(void)
{
    felt_arena *arena = felt_arena_new(1 << 24);
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    felt_text good = felt_text_from("sheet \"S\"\ngame craps\nwager \"W\"\n  placed before any come-out roll\n"
                                    "  6 rolled  pays 9 to 1\n  7 rolled  loses\n  otherwise  stays\n");
    felt_text bad = felt_text_from("sheet \"S\"\ngame craps\nwager \"W\"\n  nothing  loses\n");
    if (felt_sheet_compile(arena, felt_text_from("good.felt"), good, &diags, &sheet) != FELT_OK ||
        felt_sheet_compile(arena, felt_text_from("bad.felt"), bad, &diags, &sheet) != FELT_ESHEET)
        return 1;
    felt_arena_free(arena);
    return 0;
}
PROGRAM
for name in minimize parser_fail; do
    wants "$name is a name inside the library" 0 sh -c "nm '$libraries/libfelt-inside.a' 2>/dev/null | grep -q ' T $name\$'"
done
wants "a program with such names of its own links with libfelt.a" 0 \
    gcc -std=c17 -Wall -Wextra -Werror -Iinclude "$scratch/own.c" -o "$scratch/own" "$libraries/libfelt.a" \
    $(pkg-config --libs gmp jansson libsodium) -lm -pthread
wants "and the compiler does not call them" 0 "$scratch/own"
finish
