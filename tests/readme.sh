# tests/readme.sh - what README.md shows is what the program prints. `$ cat FILE` in a block makes the file; every other `$ command` is run,
# in a folder with a copy of the program and the sheets, and must print the lines below it.
. "$(dirname "$0")/tap.sh"

mkdir "$scratch/tour" "$scratch/tour/build"
cp "$felt" "$scratch/tour/build/felt"
cp -r rules strategies bindings "$scratch/tour"
ln -s "$(dirname "$felt")/src" "$scratch/tour/build/src"
# One file a command: NNN.command, and what follows it in NNN.text.
awk -v out="$scratch/tour/" '
    /^    / {
        line = substr($0, 5)
        if (line ~ /^\$ /) {
            name = sprintf("%s%03d", out, ++count)
            print substr(line, 3) > (name ".command")
            printf "" > (name ".text")
            inside = 1; blanks = 0
            next
        }
        if (inside) { for (; blanks > 0; blanks--) print "" > (name ".text"); print line > (name ".text") }
        next
    }
    /^$/ { if (inside) blanks++; next }
    { inside = 0; blanks = 0 }
' README.md

cd "$scratch/tour" || exit 1
for file in *.command; do
    command=$(cat "$file")
    text=${file%.command}.text
    case "$command" in
    "cat "*) cp "$text" "${command#cat }" ;;
    *python3*) case "$felt" in *asan*) continue ;; esac ;;& # Python is not made for sanitizers
    *)
        bash -c "$command" >"$scratch/printed" 2>&1
        if diff -u "$text" "$scratch/printed" >"$scratch/difference"; then
            pass "$command"
        else
            fail "$command" "$scratch/difference"
        fi
        ;;
    esac
done
finish
