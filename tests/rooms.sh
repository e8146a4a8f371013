# tests/rooms.sh - each folder of src/ includes only what the table "may use" of ARCHITECTURE.md allows it.
#
# A public header is at home in the folder that defines its functions, and may include what that folder may. The list of games,
# src/games.h, is for all.
. "$(dirname "$0")/tap.sh"

# "folder may use" of each row, such as: odds sheet game base
sed -n 's/^| `src\/\([a-z]*\)\/` |.*| \([^|]*\) |$/\1 \2/p' ARCHITECTURE.md | tr -d ',`' >"$scratch/table"
allows() {
    awk -v from="$1" -v to="$2" '$1 == from { for (i = 2; i <= NF; i++) if ($i == to) found = 1 } END { exit !found }' "$scratch/table"
}

# "header folder": who defines the functions of a header.
awk 'match($0, /^[a-z][^;=(]*[ *]felt_[a-z0-9_]+\(/) {
    name = substr($0, RSTART, RLENGTH - 1)
    sub(/.*[ *]/, "", name)
    split(FILENAME, path, "/")
    print name, path[2]
}' src/*/*.c | sort >"$scratch/defined"
scripts/declared | sort -k2 | join -1 2 -2 1 -o 1.1,2.2 - "$scratch/defined" | sort -u >"$scratch/homes"
home_of() {
    awk -v header="$1" '$1 == header { print $2 }' "$scratch/homes"
}

wants "the table has rows" 0 grep -q '^odds .*sheet' "$scratch/table"
awk '{ for (i = 2; i <= NF; i++) print $1, $i }' "$scratch/table" >"$scratch/edges"
wants "nothing reaches back: the table has no circle" 0 tsort "$scratch/edges"
for folder in src/*/; do
    folder=$(basename "$folder")
    wants "src/$folder is in the table" 0 grep -q "^$folder " "$scratch/table"
done
for header in include/felt/*.h; do
    name=felt/$(basename "$header")
    [ "$name" = felt/api.h ] || wants "$name is at home in one folder: $(home_of "$name" | tr '\n' ' ')" 0 \
        test "$(home_of "$name" | wc -l)" = 1
done

# "file folder what": everything that is included, by a file of which folder.
for file in src/*/*.[ch]; do
    folder=$(basename "$(dirname "$file")")
    sed -n "s|^ *# *include [\"<]\([^\">]*\)[\">].*|$file $folder \1|p" "$file"
done >"$scratch/includes"
for header in include/felt/*.h; do
    folder=$(home_of "felt/$(basename "$header")")
    sed -n "s|^ *# *include <\(felt/[^>]*\)>.*|$header ${folder:-base} \1|p" "$header"
done >>"$scratch/includes"

: >"$scratch/wrong"
while read -r file folder what; do
    case "$what" in
    felt/api.h | ../games.h) continue ;;
    felt/*) room=$(home_of "$what") ;;
    ../*/*.h) room=${what#../} room=${room%%/*} ;;
    */*.h) room=${what%%/*} ;;
    *) continue ;;
    esac
    if [ "$folder" = cli ]; then
        case "$what" in ../* | */*) [ "${what%%/*}" = felt ] || [ ! -d "src/${room:-none}" ] || echo "$file includes $what" ;; esac
    elif [ -d "src/${room:-none}" ] && [ "$room" != "$folder" ] && ! allows "$folder" "$room"; then
        echo "$file includes $what: src/$folder may not use src/$room"
    fi
done <"$scratch/includes" >"$scratch/wrong"
if [ -s "$scratch/wrong" ]; then
    fail "every folder uses what it may use" "$scratch/wrong"
else
    pass "every folder uses what it may use"
fi
finish
