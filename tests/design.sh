# tests/design.sh - `felt design`: what it says where nothing meets a request, columns, fixed and unset pays, and the sheets it writes.
# tests/oracle/design.py has the paytables themselves.
. "$(dirname "$0")/tap.sh"

# says NAME STATUS WORDS COMMAND...: the command exits so, and WORDS are in what it prints, line ends as spaces.
says() {
    local name=$1 wanted=$2 words=$3 status
    shift 3
    "$@" >"$scratch/said" 2>&1 </dev/null
    status=$?
    if [ "$status" = "$wanted" ] && tr '\n' ' ' <"$scratch/said" | grep -qF -- "$words"; then
        pass "$name"
    else
        echo "exit $status, wanted $wanted and: $words" >>"$scratch/said"
        fail "$name" "$scratch/said"
    fi
}
design() {
    "$felt" design "$@"
}
bad_beat() {
    "$felt" design golden-bacc --wager bad-beat "$@"
}

says "all solutions of Bad Beat are counted" 0 "5,634 paytables meet it; all were looked at" bad_beat --edge 5%..8%
says "the best is by the middle of the band" 0 "best, by the edge nearest to 6.5000 %" bad_beat --edge 5%..8%
says "a band that is open below begins at nothing" 0 "edge nearest to 1.0000 %" bad_beat --edge ..1% --max-pay 12
says "casinos' pays" 0 "pays are from a list" bad_beat --edge 5%..8% --pays casino
says "a number of the frontier" 0 "no. 2:" bad_beat --edge 5%..8% --pick 2
printf '%s\n' 'sheet "Turned"' 'game baccarat with 8 decks' 'option naturals "what a natural of the banker does"' '  lose "it loses"' \
    '  count "it counts"' 'wager "Either" as either' '  where naturals is lose: banker has natural  loses' \
    '  player wins  pays 1 to 1' '  banker wins  pays 1 to 1' '  otherwise  loses' >"$scratch/turned.felt"
says "rows that other scenes order otherwise are named" 0 "rows 2 and 3: which is rarer differs, so that neither binds the other" \
    design "$scratch/turned.felt" --wager either --edge=-300%..30% --pays 1..4

# Why there is none.
says "every pay at its lowest is too much" 1 "even with every pay at its lowest (row 5: 1, row 4: 1, row 3: 1, row 2: 1, row 1: 1) the house has only" \
    bad_beat --edge 70%..80%
says "every pay at its highest is too little" 1 "even with every pay at its highest (row 5: 2, row 4: 2, row 3: 2, row 2: 2, row 1: 2)" \
    bad_beat --edge 5%..8% --max-pay 2
says "the limit that is to blame" 1 "it would be possible without the limit on every pay" bad_beat --edge 5%..8% --max-pay 2
says "the list that is to blame" 1 "it would be possible without the list of pays" bad_beat --edge 5%..8% --pays 1,2
says "the deviation that is to blame" 1 "possible without the bounds on the standard deviation" bad_beat --edge 5%..8% --sd ..1.5
says "the rows that are held" 1 "possible without the rows that are held" bad_beat --edge 5%..8% --fix 1=200
says "what a counter may win, to blame" 1 "units a shoe (8 decks) even of the least exposed (row 5: 4, row 4: 4, row 3: 4, row 2: 8, row 1: 8), and at most 0.005 is" \
    bad_beat --edge 5%..8% --exposure 0.005 --shoes 200
says "the order of rows" 1 "possible without the bounds on what rows return, or without the rule that rarer rows never pay less" bad_beat --edge 5%..8% \
    --row 1=..2% --row 5=20%..
says "the rows decide how often it wins" 1 "the rows decide how often the wager wins, whatever they pay: 16.67" bad_beat --edge 5%..8% --hit 20%..
says "two readings that exclude each other" 1 "'ends=seven-out' and 'ends=any-seven' can be met each by itself, but not by the same pays" \
    design parlay-craps-envy --wager repeat-8-8x --edge 10%..20%
says "the nearest" 1 "the nearest (row 1: 11) has an edge of" design golden-bacc --wager pair --edge 12%..12.1%
says "a row that cannot return so much" 1 "row 1 cannot return what is asked of it" bad_beat --edge 5%..8% --row 1=5%..5.1%

# What the request cannot be about.
says "several columns" 1 "the wager has several paytables (PT1, PT2)" design dice-works --wager all-lows --edge 5%..8%
says "no columns" 1 "the wager has no paytable line" bad_beat --edge 5%..8% --column PT1
says "nothing to count" 1 "the wager is not dealt from a shoe" design craps --wager field --edge 1%..8% --exposure 0.3
says "an exposure below nothing" 2 "found --exposure -1, expected units a shoe" bad_beat --edge 5%..8% --exposure -1
says "shoes that nobody deals" 2 "are of the shoes that --exposure deals" bad_beat --edge 5%..8% --shoes 100
says "more shoes than are dealt" 2 "expected a number from 2 to 100000" bad_beat --edge 5%..8% --exposure 1 --shoes 100001
says "as many shoes as are dealt need room" 4 "100000 shoes are too many for 2 combinations of choices" bad_beat --edge 5%..8% --exposure 1 --shoes 100000
says "a cut card that leaves no round" 4 "found 400 cards behind the cut card" bad_beat --edge 5%..8% --exposure 1 --cut 400 --shoes 10
says "no such wager" 2 "there is no wager 'bed-beat'" design golden-bacc --wager bed-beat --edge 5%..8%
says "a group" 1 "is more than one wager" design parlay-craps-envy --wager added --edge 5%..8%
says "a wager that is undefined" 1 "the document does not say whether the wager wins" design golden-dragon --wager phoenix-bonus --edge 5%..8%
says "a row without a pay" 1 "row 6 (otherwise) has no pay" bad_beat --edge 5%..8% --fix 6=1
says "a vig of the win" 1 "the vig of 'lay' hangs on what it wins" design craps --wager lay --edge 1%..5%
says "all pays are held" 1 "every pay is held" bad_beat --edge 5%..8% --fix 1 --fix 2 --fix 3 --fix 4 --fix 5

# The command line.
says "an edge is needed" 2 "expected --wager NAME and --edge" design golden-bacc --wager bad-beat
says "no band" 2 "expected a band such as 5%..8%" bad_beat --edge 5%
says "a band turned round" 2 "ends below where it begins" bad_beat --edge 8%..5%
says "too many digits" 2 "expected a band" bad_beat --edge 1234567890..
says "no list" 2 "expected pays from 1 to 1000000" bad_beat --edge 5%..8% --pays 1,,2
says "a list that is too long" 2 "more than 1024 pays" bad_beat --edge 5%..8% --pays 1..1025
says "no row" 2 "rows are counted from 1" bad_beat --edge 5%..8% --fix 0=1
says "no preference" 2 "expected edge, edge=6.5%, low-sd" bad_beat --edge 5%..8% --prefer best
says "beyond the frontier" 2 "expected a number from 1 to" bad_beat --edge 5%..8% --pick 100000
says "never over the sheet" 2 "" design rules/golden-bacc.felt --wager bad-beat --edge 5%..8% --write rules/golden-bacc.felt

# Too much to see all.
says "work is limited" 1 "none was found in" bad_beat --edge 5%..8% --work 1
says "too many to look at each" 0 "the best and the frontier are of those with pays that casinos print" bad_beat --edge 5%..8% --work 8000

# Sheets.
design parlay-craps-envy --wager repeat-8-8x --edge 10%..20% --set ends=any-seven --write "$scratch/envy.felt" >/dev/null
diff rules/parlay-craps-envy.felt "$scratch/envy.felt" >"$scratch/difference"
says "an unset pay is set, and nothing else" 0 "pays 465 to 1 and dealer unset" cat "$scratch/difference"
wants "one line differs" 0 test "$(grep -c '^>' "$scratch/difference")" = 1
design dice-works --wager all-lows --edge 5%..8% --set ends=any-seven --column PT3 --write "$scratch/works.felt" >/dev/null
says "a column is added" 0 "paytable PT1 PT2 PT3" cat "$scratch/works.felt"
says "behind the others" 0 "pays 34, 30, 34 to 1" cat "$scratch/works.felt"
wants "the sheet with a new column compiles" 0 "$felt" odds "$scratch/works.felt" --wager all-lows --set paytable=PT3
design dice-works --wager all-lows --edge 15%..20% --set ends=any-seven --column PT1 --write "$scratch/works.felt" >/dev/null
says "a column is replaced" 0 "pays 30, 30 to 1" cat "$scratch/works.felt"
printf 'sheet "Two"\ngame baccarat with 8 decks\n\nwager "Pair" as pair\n  paytable A B\n  player has a pair  pays 11 to 1 # as printed\n  otherwise          loses\n' \
    >"$scratch/two.felt"
design "$scratch/two.felt" --wager pair --edge 15%..20% --column B --write "$scratch/other.felt" >/dev/null
says "a pay of all columns becomes one of each" 0 "pays 11, 10 to 1 # as printed" cat "$scratch/other.felt"
wants "golden-dragon leaves a pay out, which is found" 0 design golden-dragon --wager bad-beat --edge 10%..20% --set side-pays=as-printed
says "on standard output" 0 "pays 66 to 1" bad_beat --edge 5%..8% --write -
wants "CSV has a line for each" 0 test "$(bad_beat --edge 5%..8% --csv | wc -l)" = 407
says "what is asked of a row that is not there is refused" 1 "there is no row 9: the wager has 6" bad_beat --edge 5%..8% --fix 9=1
finish
