# tests/flags.sh - options of the program given several times: each of them holds, or the second is refused; none is kept in silence.
. "$(dirname "$0")/tap.sh"

# lines NAME COUNT PATTERN COMMAND...: passes when so many lines of what the command prints fit the pattern.
lines() {
    local name=$1 count=$2 pattern=$3
    shift 3
    "$@" >"$scratch/said" 2>&1 </dev/null
    if [ "$(grep -cE -- "$pattern" "$scratch/said")" = "$count" ]; then pass "$name"; else fail "$name" "$scratch/said"; fi
}

two=(--wager koi-8 --wager "Jin Chan 7")
lines "odds: two wagers, in the sheet's order" 2 '^  (Jin Chan 7|Koi 8) ' "$felt" odds golden-frog "${two[@]}" --decks 8
lines "odds: one wager under two names" 1 '^  Koi 8 ' "$felt" odds golden-frog --wager koi-8 --wager 'Koi 8' --decks 8
lines "odds: a wager and its group" 5 'decks=8' "$felt" odds golden-frog --wager koi-8 --wager side-wagers --decks 8
lines "odds: wagers of two sheets" 2 'decks=8' "$felt" odds golden-frog golden-bacc --wager koi-8 --wager fortune-8 --decks 8
lines "odds: two numbers of decks" 2 '^  Koi 8 ' "$felt" odds golden-frog --wager koi-8 --decks 6 --decks 8
lines "odds: decks by both options" 2 '^  Player ' "$felt" odds baccarat --wager player --decks 1 --set decks=7
lines "odds --together: two wagers" 2 '^ +[12]  (jin-chan-7|koi-8)' "$felt" odds golden-frog "${two[@]}" --decks 8 --together
lines "show: two wagers" 2 '^  (Jin Chan 7|Koi 8) ' "$felt" show golden-frog "${two[@]}"
lines "export: two wagers" 2 '^golden-frog (jin-chan-7|koi-8) - base-bet=any-base ' "$felt" export golden-frog "${two[@]}" --hashes
lines "par: two wagers" 2 '^### Rules' "$felt" par golden-frog "${two[@]}" --decks 8 --markdown -o -
lines "par: two numbers of decks" 2 '^### Rules' "$felt" par golden-frog --wager koi-8 --decks 8 --decks 6 --markdown -o -

# A choice for one sheet alone.
one=(baccarat golden-bacc --wager tie --decks 8)
lines "odds: a choice of every sheet" 2 '^  Tie .*tie-pay=9' "$felt" odds "${one[@]}" --set tie-pay=9
lines "odds: a choice of one sheet" 1 '^  Tie .*tie-pay=9' "$felt" odds "${one[@]}" --set baccarat/tie-pay=9 --set golden-bacc/tie-pay=8
lines "odds: and of the other" 1 '^  Tie .*tie-pay=8' "$felt" odds "${one[@]}" --set baccarat/tie-pay=9 --set golden-bacc/tie-pay=8
lines "odds: decks of one sheet" 1 '^  Tie .*decks=7' "$felt" odds baccarat golden-bacc --wager tie --set tie-pay=8 --set baccarat/decks=7 --set golden-bacc/decks=8
lines "odds --together: a choice of one sheet" 1 '^  tie-pay=9$' "$felt" odds baccarat --together --decks 8 --set baccarat/tie-pay=9
lines "odds: a choice of a sheet that is not there" 1 "found 'craps/vig', expected an option of one of these sheets" "$felt" odds "${one[@]}" --set craps/vig=on-win
lines "odds: a choice that the sheet does not have" 1 "'7' is no choice of 'tie-pay' in baccarat; expected one of 8, 9" "$felt" odds "${one[@]}" --set baccarat/tie-pay=7
lines "odds: an option that no sheet has" 1 "none of these sheets has an option 'tie-pya'; did you mean 'tie-pay'\\?" "$felt" odds "${one[@]}" --set tie-pya=8
lines "odds: an option that the one sheet does not have" 1 "baccarat has no option 'tie-pya'; did you mean 'tie-pay'\\?" "$felt" odds baccarat --set tie-pya=8
lines "odds: a shoe, and decks of one sheet" 1 "--shoe and --decks exclude each other" "$felt" odds baccarat --shoe 8-9 --set baccarat/decks=8
lines "show: a choice of the sheet" 1 '\. +9 to 1' "$felt" show baccarat --wager tie --set baccarat/tie-pay=9
lines "export: a choice of the sheet" 1 '^baccarat tie - tie-pay=9 ' "$felt" export baccarat --wager tie --hashes --set baccarat/tie-pay=9
lines "par: a choice of the sheet" 1 '^### Rules' "$felt" par baccarat --wager tie --decks 8 --set baccarat/tie-pay=9 --markdown -o -

# A name that no wager has is not passed over because another has one.
for verb in odds show export "par --markdown -o -"; do
    # shellcheck disable=SC2086
    lines "${verb%% *}: a second name that is none" 1 "no wager 'koi-9' under these choices" "$felt" $verb golden-frog "${two[@]}" --wager koi-9
done
lines "odds: an empty name is none" 1 "there is no wager '' under these choices" "$felt" odds golden-frog --wager ''
lines "odds: a number of decks that is none" 1 "found --decks '12', expected a number from 1 to 8" "$felt" odds golden-frog --decks 8 --decks 12

# Where there can be one only, the second is refused.
for flag in seed threads decks cut rounds; do
    wants "sim: --$flag twice" 2 "$felt" sim baccarat --rounds 1k "--$flag" 7 "--$flag" 8
    lines "sim: --$flag twice, and says so" 1 "found --$flag a second time, expected it once" "$felt" sim baccarat "--$flag" 7 "--$flag" 8
done
wants "odds: --sort twice" 2 "$felt" odds baccarat --sort edge --sort hit
wants "odds: --explain twice" 2 "$felt" odds baccarat --explain player --explain tie
wants "par: -o and --output" 2 "$felt" par baccarat --markdown -o "$scratch/a" --output "$scratch/b"
printf 'round,player,banker\n1,9S KD,8H QC\n' >"$scratch/rounds.csv"
printf 'round,wager,stake,paid\n1,player,5,10\n' >"$scratch/bets.csv"
files=(--rounds "$scratch/rounds.csv" --bets "$scratch/bets.csv")
for verb in settle audit; do
    lines "$verb: two numbers of decks" 1 "two choices of 'decks' are named; a table has one" "$felt" $verb baccarat "${files[@]}" --decks 6 --decks 8
    wants "$verb: the same number twice" 0 "$felt" $verb baccarat "${files[@]}" --decks 8 --decks 8
    wants "$verb: --bets twice" 2 "$felt" $verb baccarat "${files[@]}" --bets "$scratch/bets.csv"
done
finish
