# tests/par.sh - `felt par`: the content of some PAR sheets, the same PDF bytes again, and every way to go wrong.
# After a change that is meant: bash tests/par.sh build/felt --update
. "$(dirname "$0")/tap.sh"

# What changes with every release and every comment in a sheet is checked by itself below.
steady() {
    sed -E 's/[0-9a-f]{64}/HASH/; s/\.felt, [0-9,]+ bytes/.felt, N bytes/; s/Felt [0-9.]+,/Felt VERSION,/; s/\| [0-9]+ \| ([^|]* \| [^|]* \|)$/| LINE | \1/'
}
golden() {
    local name=$1
    shift
    "$felt" par "$@" --markdown 2>"$scratch/errors" | steady >"$scratch/par.md"
    if [ "$update" = --update ]; then cp "$scratch/par.md" "tests/golden/par-$name.md"; fi
    if diff -u "tests/golden/par-$name.md" "$scratch/par.md" >"$scratch/difference" 2>&1; then
        pass "PAR sheet of $name"
    else
        fail "PAR sheet of $name" "$scratch/difference"
    fi
}
update=${2-}
golden jin-chan-7 golden-frog --wager jin-chan-7 --decks 8
golden the-works dice-works --wager the-works --set ends=seven-out --set paytable=PT1
golden roll-the-line roll-the-line --set units=to-1 --set paytable=PT6 --rounds 100,1000000000000
golden repeat-8-8x parlay-craps-envy --wager repeat-8-8x
golden field craps --wager field --set field-12=triple

"$felt" par golden-frog --wager koi-8 --markdown >"$scratch/koi.md"
hash=$(sha256sum rules/golden-frog.felt | cut -d' ' -f1)
version=$("$felt" --version | cut -d' ' -f2)
wants "the hash is that of the file" 0 grep -qF "| SHA-256 | $hash |" "$scratch/koi.md"
wants "the version is that of the program" 0 grep -qF "| Felt $version, exact" "$scratch/koi.md"
wants "several sheets have contents" 0 grep -qE '^\| 2 \| Koi 8 \| decks=8 \| 10\.1876 % \|$' "$scratch/koi.md"

# The same input gives the same bytes: at another time, in another place, under another name.
cp rules/golden-frog.felt "$scratch/golden-frog.felt"
(cd "$scratch" && "$felt" par golden-frog.felt --wager koi-8 >name 2>errors)
sleep 1.1
(cd "$scratch" && TZ=Asia/Tokyo LC_ALL=C "$felt" par ./golden-frog.felt --wager koi-8 --output again.pdf >name-again)
"$felt" par golden-frog --wager koi-8 -o - >"$scratch/piped.pdf"
wants "the name is printed" 0 grep -qx golden-frog.par.pdf "$scratch/name"
wants "another name is printed" 0 grep -qx again.pdf "$scratch/name-again"
wants "no progress outside a terminal" 1 grep -q . "$scratch/errors"
wants "a PDF" 0 grep -qa '^%PDF-1' "$scratch/golden-frog.par.pdf"
wants "no date in it" 1 grep -qaE 'CreationDate|ModDate' "$scratch/golden-frog.par.pdf"
wants "the same bytes a second later" 0 cmp "$scratch/golden-frog.par.pdf" "$scratch/again.pdf"
wants "the same bytes to standard output" 0 cmp "$scratch/golden-frog.par.pdf" "$scratch/piped.pdf"

# What is signed is the Markdown: its hash stands on every page, with the sheet, the wagers and the choices.
content=$(sha256sum <"$scratch/koi.md" | cut -d' ' -f1)
pages() { grep -c 'page [0-9]* of' "$1"; }
each() { test "$(grep -c "$2" "$1")" = "$(pages "$1")"; }
if command -v pdftotext >/dev/null; then
    pdftotext -layout "$scratch/again.pdf" "$scratch/again.txt"
    wants "pages are numbered" 0 grep -q 'page 2 of' "$scratch/again.txt"
    wants "the hash of the content stands on every page" 0 each "$scratch/again.txt" "SHA-256 $content  *page"
    wants "the sheet stands on every page" 0 each "$scratch/again.txt" 'Golden Frog Baccarat · '
    wants "the wagers stand on every page" 0 each "$scratch/again.txt" '^ *Wagers: '
    wants "the choices stand on every page" 0 each "$scratch/again.txt" '^ *Choices: '
    wants "one page to sign" 0 test "$(grep -c 'Prepared by' "$scratch/again.txt")" = 1
    wants "which says what is signed" 0 grep -q "Content hash  *$content" "$scratch/again.txt"
    table="--decks 8 --set base-game=commission --set tie-pay=8 --set green-dragon=player --set dragons=as-listed"
    "$felt" par golden-bacc $table --number PAR-17 --revision B --laboratory 'Ours' -o "$scratch/bacc.pdf" >"$scratch/name"
    pdftotext -layout "$scratch/bacc.pdf" "$scratch/bacc.txt"
    wants "a table of golden-bacc has at most 20 pages" 0 test "$(pages "$scratch/bacc.txt")" -le 20
    wants "and one to sign" 0 test "$(grep -c 'Prepared by' "$scratch/bacc.txt")" = 1
    wants "number and revision stand on every page" 0 each "$scratch/bacc.txt" 'PAR-17  *rev. B$'
    "$felt" par dice-works -o "$scratch/works.pdf" >"$scratch/name"
    "$felt" par dice-works --fractions -o "$scratch/fractions.pdf" >"$scratch/name"
    pdftotext -layout "$scratch/works.pdf" "$scratch/works.txt"
    pdftotext -layout "$scratch/fractions.pdf" "$scratch/fractions.txt"
    wants "dice-works with every reading has at most 8 pages" 0 test "$(pages "$scratch/works.txt")" -le 8
    wants "paytables and readings are columns" 0 grep -qE 'ends=seven-out, .*ends=any-seven,' "$scratch/works.txt"
    wants "fractions have an appendix" 0 grep -q 'Appendix A: exact fractions' "$scratch/fractions.txt"
    wants "unless nobody asks for it" 1 grep -q 'exact fractions' "$scratch/works.txt"
    "$felt" par buddhas-bonus --sample 0 -o "$scratch/buddha.pdf" >"$scratch/name"
    "$felt" par golden-dragon --sample 0 -o "$scratch/dragon.pdf" >"$scratch/name" # lists more choices than one page to sign has room for
    for name in bacc works fractions again buddha dragon; do
        python3 tests/par_pages.py "$scratch/$name.pdf" >"$scratch/well" 2>&1
        if [ "$(cat "$scratch/well")" = "all well" ]; then pass "pages of $name"; else fail "pages of $name" "$scratch/well"; fi
    done
    "$felt" par golden-bacc $table --number PAR-17 --revision B --laboratory 'Ours' -o "$scratch/bacc-again.pdf" >"$scratch/name"
    wants "the same bytes of many pages" 0 cmp "$scratch/bacc.pdf" "$scratch/bacc-again.pdf"
fi

# The cover, from a file and from flags.
printf '# a cover\ntitle: The Title\nnumber: 1\nlaboratory: Our Labs\n' >"$scratch/cover.txt"
"$felt" par craps --wager field --cover "$scratch/cover.txt" --number 2 --markdown >"$scratch/cover.md"
wants "the title of the cover" 0 grep -qx '# PAR sheet: The Title' "$scratch/cover.md"
wants "a line of the cover file" 0 grep -qx '| Laboratory | Our Labs |' "$scratch/cover.md"
wants "a flag comes before the file" 0 grep -qx '| Document number | 2 |' "$scratch/cover.md"
printf 'colour: red\n' >"$scratch/wrong.txt"
wants "a cover file that says something else" 4 "$felt" par craps --wager field --cover "$scratch/wrong.txt" --markdown
wants "a cover file that is not there" 4 "$felt" par craps --wager field --cover "$scratch/none.txt" --markdown
wants "a title that cannot be printed" 2 "$felt" par craps --wager field --title "$(printf 'a\001')" --markdown

# Whatever the cover says stands there whole, and letters that no font has are not printed as boxes.
if command -v pdftotext >/dev/null; then
    words=$(printf 'word%03d ' {1..49})
    "$felt" par craps --wager field --sample 0 --requester "$words" --jurisdiction "$(printf 'J%.0s' {1..200})" -o "$scratch/long.pdf" >"$scratch/name"
    pdftotext "$scratch/long.pdf" "$scratch/long.txt"
    "$felt" par craps --wager field --sample 0 --title 'Field of Ours' -o "$scratch/titled.pdf" >"$scratch/name"
    pdftotext -layout "$scratch/titled.pdf" "$scratch/titled.txt"
    wants "the title stands on every page" 0 each "$scratch/titled.txt" 'Craps  *· .* ·  *Field of Ours'
    wants "every word of a long line of the cover" 0 test "$(grep -o 'word[0-9]*' "$scratch/long.txt" | sort -u | wc -l)" = 49
    wants "and every letter of a long word" 0 test "$(grep -o J "$scratch/long.txt" | wc -l)" -ge 200
    python3 tests/par_pages.py "$scratch/long.pdf" >"$scratch/well" 2>&1
    wants "the pages are well" 0 grep -qx 'all well' "$scratch/well"
    wants "the page to sign says that fractions do not change the hash" 0 grep -q 'with and without --fractions' <(pdftotext -layout "$scratch/again.pdf" - | tr -s ' \n' ' ')
fi
letter=$(printf '\U10FFF0')
wants "a letter that no font has" 4 "$felt" par craps --wager field --sample 0 --title "A $letter" -o "$scratch/box.pdf"
wants "is named" 0 grep -q "no font on this machine has '$letter'" <("$felt" par craps --wager field --sample 0 --title "A $letter" -o "$scratch/box.pdf" 2>&1)
wants "and nothing is written" 1 test -e "$scratch/box.pdf"
wants "Markdown has it" 0 grep -qx "# PAR sheet: A $letter" <("$felt" par craps --wager field --sample 0 --title "A $letter" --markdown)

# The sample is the seed's.
"$felt" par craps --wager field --sample 10k --seed 2 --markdown >"$scratch/two.md"
"$felt" par craps --wager field --sample 10k --seed 2 --markdown >"$scratch/two-again.md"
"$felt" par craps --wager field --sample 10k --seed 3 --markdown >"$scratch/three.md"
wants "the seed is named" 0 grep -q 'Simulated | 10,000 rolls, seed 2 |' "$scratch/two.md"
wants "the same seed, the same sample" 0 cmp "$scratch/two.md" "$scratch/two-again.md"
wants "another seed, another" 1 cmp -s "$scratch/two.md" "$scratch/three.md"
wants "no sample" 1 grep -q Simulat <("$felt" par craps --wager field --sample 0 --markdown)
wants "a sample that is no number" 2 "$felt" par craps --wager field --sample many --markdown
wants "a seed that is no number" 2 "$felt" par craps --wager field --seed x --markdown

# Pays as people read them, and no fair pay below 0.
"$felt" par baccarat --wager banker --decks 8 --sample 0 --markdown >"$scratch/banker.md"
wants "a net pay is 0.95, not 19/20" 0 grep -qE '^ *\+0\.95  0\.' "$scratch/banker.md"
wants "what the house can lose, too" 0 grep -qx '| Most lost by the house | 0.95 | 19/20 |' "$scratch/banker.md"
printf 'sheet "Giving"\ngame craps\nwager "Two" as two\n  2 or 3 rolled pays 30 to 1\n  7 rolled pays 4 to 1\n  otherwise loses\n' >"$scratch/giving.felt"
wants "no pay is fair where others pay too much" 0 grep -qx '| any 7 is rolled | 4 to 1 | 1/6 | 0.1666666667 | 0.8333333333 |  |' \
    <("$felt" par "$scratch/giving.felt" --sample 0 --markdown)

# The most the house can lose is the most of all choices that the document has: each combination by itself, as `felt odds` finds it.
most_of_all() {
    local sheet=$1 list each choice sets=("") more
    shift
    for list in "$@"; do
        more=()
        for each in "${sets[@]}"; do for choice in $list; do more+=("$each --set $choice"); done; done
        sets=("${more[@]}")
    done
    for each in "${sets[@]}"; do "$felt" odds "$sheet" --together $each; done | sed -nE 's/.*house can lose at most ([0-9.]+) .*/\1/p' | sort -g | tail -1
}
most_said() { "$felt" par "$@" --sample 0 --markdown | sed -nE 's/.*the house can lose (at most|no more than) ([0-9.]+) units in one.*/\2/p'; }
wants "the most of all choices of tiger" 0 test "$(most_said tiger)" = "$(most_of_all tiger 'decks=6 decks=8' \
    'seven-push=nothing seven-push=player-and-banker seven-push=all-base seven-push=banker-only' 'six-pay=tiger six-pay=golden-dragon' \
    'tiger-pair=as-ordered tiger-pair=best')"
wants "the most of those that are left open" 0 test "$(most_said golden-bacc --decks 8 --set base-game=nepal --set dragons=as-listed)" = \
    "$(most_of_all golden-bacc decks=8 base-game=nepal dragons=as-listed 'tie-pay=8 tie-pay=9' 'green-dragon=player green-dragon=banker' \
    'infinite-list=both infinite-list=text infinite-list=table' 'phoenix=margin-first phoenix=natural-first')"
wants "and which they are" 0 grep -q 'lose at most 9 units .* loses more than these: decks=8, tie-pay=9\.$' <("$felt" par golden-bacc --wager tie --sample 0 --markdown)
wants "stated choices are taken" 0 grep -q 'lose at most 8 units .* Choices taken: decks=6, tie-pay=8\.$' \
    <("$felt" par golden-bacc --wager tie --decks 6 --set tie-pay=8 --sample 0 --markdown)
wants "one unit is one" 0 grep -q 'With a unit on Player, the house can lose at most 1 unit in one round' <("$felt" par baccarat --wager player --sample 0 --markdown)
printf 'sheet "Never"\ngame craps\nwager "Never" as never\n  7 rolled loses\n  otherwise loses\n' >"$scratch/never.felt"
wants "a house that cannot lose" 0 grep -qx 'With a unit on Never, the house loses nothing in any roll\.' <("$felt" par "$scratch/never.felt" --sample 0 --markdown)
# 1-1 ends All Lows (34) and The Works (175) at once; all three of them in the end, 34 + 34 + 175.
"$felt" par dice-works --sample 0 --markdown >"$scratch/works.md"
wants "wagers that last have a bound for a roll" 0 grep -q 'each of 3 wagers, the house can lose no more than 209 units in one roll: a roll of 1-1' "$scratch/works.md"
wants "and for all rolls" 0 grep -q 'Until all are decided, the house can lose no more than 243 units' "$scratch/works.md"
wants "no wager of craps is left out" 0 grep -q 'each of 60 wagers, .* 52 of them last several rolls' <("$felt" par craps --sample 0 --markdown)
# What the checks find under other choices does not concern the document, nor what the sheet accepts of it.
one="--decks 8 --set base-game=commission --set tie-pay=8 --set green-dragon=player --set dragons=any-dragon --set infinite-list=both --set phoenix=natural-first"
"$felt" par golden-bacc $one --sample 0 --markdown >"$scratch/one.md"
wants "no finding of another reading" 1 grep -qE 'margin-first:|dragons=as-listed|reading-sign' "$scratch/one.md"
wants "findings of the one that is taken" 0 grep -q "the player has the edge on 'any-dragon-a' with green-dragon=player, dragons=any-dragon, 8 decks: -42" "$scratch/one.md"
wants "the worst of those that are left" 0 grep -q "the player has the edge on 'all-lows' with ends=seven-out, paytable=PT2: -46" \
    <("$felt" par dice-works --set paytable=PT2 --sample 0 --markdown)
wants "no accepted finding of another reading" 1 grep -q 'Accepted finding' <("$felt" par dice-works --set ends=any-seven --sample 0 --markdown)
wants "a pay that another reading leaves out" 1 grep -q 'pay-unset' <("$felt" par golden-dragon --wager pair --set side-pays=golden-bacc --sample 0 --markdown)
wants "and that this one leaves out" 0 grep -q 'pay-unset' <("$felt" par golden-dragon --wager pair --set side-pays=as-printed --sample 0 --markdown)

if command -v pdftotext >/dev/null; then
    "$felt" par golden-bacc $one --sample 0 -o "$scratch/one.pdf" >"$scratch/name"
    pdftotext -layout "$scratch/one.pdf" "$scratch/one.txt"
    wants "every page has all choices that were stated" 0 each "$scratch/one.txt" ' column$'
    python3 tests/par_pages.py "$scratch/one.pdf" >"$scratch/well" 2>&1
    wants "and room for them" 0 grep -qx 'all well' "$scratch/well"
fi

# Combinations are looked at up to 2 to the 14th of options that wagers join; of more the document says nothing, and standard error why.
many() { # four wagers and so many options of two choices, which option 8 joins
    printf 'sheet "Many"\ngame craps\n'
    for i in $(seq "$1"); do printf 'option o%d "option %d"\n  a "a"\n  b "b"\n' "$i" "$i"; done
    for w in "2 1 8" "3 1 8" "11 8 $1" "12 8 $1"; do
        set -- "$1" $w
        printf 'wager "On %d" as on-%d\n' "$2" "$2"
        for i in $(seq "$3" "$4"); do printf '  where o%d is b: %d rolled pays %d to 1\n' "$i" "$2" $((i + 1)); done
        printf '  otherwise loses\n'
    done
}
many 14 >"$scratch/many.felt"
wants "as many choices as are looked at" 0 grep -q 'can lose at most 12 units in one roll: a roll of 5-6' <("$felt" par "$scratch/many.felt" --sample 0 --markdown)
many 15 >"$scratch/many.felt"
wants "one more" 1 grep -q 'With a unit' <("$felt" par "$scratch/many.felt" --sample 0 --markdown 2>"$scratch/errors")
wants "is said to be too much" 0 grep -q 'choices combine in too many ways; --set states some' "$scratch/errors"

# Every figure again, from the rows that are printed.
for sheet in $(ls rules | sed 's/\.felt$//'); do
    "$felt" par "$sheet" --markdown >"$scratch/$sheet.md"
    if python3 tests/oracle/par_figures.py "$scratch/$sheet.md" >"$scratch/difference" 2>&1; then
        pass "figures of $sheet, computed again"
    else
        fail "figures of $sheet, computed again" "$scratch/difference"
    fi
done
"$felt" par golden-frog --wager koi-8 --markdown -o "$scratch/named.md" >"$scratch/name"
wants "Markdown to a file is the same" 0 cmp "$scratch/koi.md" "$scratch/named.md"

# Going wrong.
cd "$scratch" || exit 1
printf 'sheet "Broken"\ngame craps\nwager\n' >broken.felt
printf 'sheet "Gap"\ngame craps\nwager "Gap" as gap\n  7 rolled pays 1 to 1\n' >gap.felt
wants "no sheet" 2 "$felt" par
wants "two sheets" 2 "$felt" par craps tiger
wants "an unknown sheet" 2 "$felt" par crabs
wants "an unknown wager" 2 "$felt" par craps --wager pas
wants "an unknown option" 2 "$felt" par craps --set weather=fine
wants "an unknown choice" 2 "$felt" par craps --set vig=never
wants "decks of craps" 2 "$felt" par craps --decks 8
wants "decks that are not offered" 2 "$felt" par golden-frog --decks 4
wants "an unknown flag" 2 "$felt" par craps --pdf
wants "--rounds without a value" 2 "$felt" par craps --rounds
for rounds in '' 0 -5 x 10, ,10 10x 1e6 '10 20' 1000000000001 99999999999999999999999 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17; do
    wants "--rounds '$rounds'" 2 "$felt" par craps --wager field --rounds "$rounds" --markdown
done
wants "sixteen numbers of rounds" 0 "$felt" par craps --wager field --rounds 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,1000000000000 --markdown
wants "a sheet that does not compile" 3 "$felt" par ./broken.felt
wants "a file that is not there" 4 "$felt" par ./none.felt
wants "a wager that is not complete" 1 "$felt" par ./gap.felt
wants "a folder that is not there" 4 "$felt" par craps --wager field -o none/field.pdf
wants "a full disk" 4 "$felt" par craps --wager field -o /dev/full

# A file is written whole or not at all: where the disk is full after a block or two, the older one stays, and nothing beside it.
mkdir whole
echo older >whole/field.pdf
wants "a disk that fills up" 4 bash -c 'trap "" XFSZ; ulimit -f 2; "$0" par craps --wager field -o whole/field.pdf' "$felt"
wants "the older file stays" 0 grep -q '^older$' whole/field.pdf
wants "nothing is left beside it" 0 test "$(ls whole)" = field.pdf
"$felt" par craps --wager field -o whole/field.pdf >name
wants "a file is replaced" 0 grep -q '^%PDF' whole/field.pdf
wants "a new file may be read as others are" 0 test "$(stat -c %a name)" = "$(stat -c %a whole/field.pdf)"
wants "a full standard output" 4 bash -c '"$0" par craps --wager field -o - >/dev/full' "$felt"
finish
