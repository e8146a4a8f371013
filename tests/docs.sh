# tests/docs.sh - every sheet in the language reference compiles without findings, and the cases below it pass.
#
# A block marked `felt` becomes a sheet; a block marked `case` becomes a case file for the sheet before it.
. "$(dirname "$0")/tap.sh"

awk -v out="$scratch" '
    /^```felt$/ { sheet = "line-" NR; file = out "/" sheet ".felt"; print sheet ".felt" > (out "/list"); next }
    /^```case$/ {
        name = "line-" NR ".case"
        file = out "/" name
        print name > (out "/list")
        print "sheet ./" sheet ".felt" > file
        next
    }
    /^```/ { if (file != "") close(file); file = ""; next }
    file != "" { print > file }
' docs/language.md

while IFS= read -r name; do
    case "$name" in
    *.felt) wants "docs/language.md $name" 0 "$felt" check "$scratch/$name" ;;
    *.case) splice "docs/language.md $name" "$felt" test --tap "$scratch/$name" ;;
    esac
done <"$scratch/list"
finish
