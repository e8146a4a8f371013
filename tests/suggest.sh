# tests/suggest.sh - a misspelt name is answered with the one that was meant: wagers, options, choices, sheets, verbs, flags.
. "$(dirname "$0")/tap.sh"

# says NAME TEXT ARGUMENT...: passes when the program refuses the arguments as misuse and says TEXT.
says() {
    local name=$1 text=$2
    shift 2
    "$felt" "$@" >"$scratch/said" 2>&1 </dev/null
    if [ $? = 2 ] && grep -qF -- "$text" "$scratch/said"; then pass "$name"; else fail "$name" "$scratch/said"; fi
}

for verb in odds show export "par --markdown" "count --shoes 0"; do
    # shellcheck disable=SC2086
    says "${verb%% *}: a wager" "there is no wager 'plyer' under these choices; did you mean 'player'?" $verb baccarat --wager plyer
done
says "a wager of all sheets" "did you mean 'player'?" odds --wager plyer
says "letters of another size" "did you mean 'player'?" odds baccarat --wager PLYER
for name in PLAYER 'phoenix bonus' Phoenix_Bonus 'side wagers'; do
    sheet=golden-bacc
    [ "$name" != 'side wagers' ] || sheet=golden-frog
    wants "a name in any case is taken: $name" 0 "$felt" odds $sheet --wager "$name"
done
says "a printed name" "did you mean 'Pass Line'?" odds craps --wager 'Pas Line'
says "a group" "did you mean 'side-wagers'?" odds golden-frog --wager side-wager
says "odds --explain" "did you mean 'banker'?" odds baccarat --explain bankr
says "design" "there is no wager 'bad-bet'; did you mean 'bad-beat'?" design golden-bacc --wager bad-bet --edge 5%..8%
says "a bet of a session" "baccarat has no wager 'bankr'; did you mean 'banker'?" sim baccarat --bankroll 500 --bets bankr:10
says "a side" "'pair' has no side 'bankr', expected player or banker" sim golden-bacc --bankroll 500 --bets pair/bankr:10
says "a wager like none" "'felt list baccarat' names them" odds baccarat --wager snowball
says "a wager like none, of several sheets" "'felt list' names them" odds baccarat craps --wager snowball
says "an option" "dice-works has no option 'end'; did you mean 'ends'?" odds dice-works --set end=any-seven
says "a choice" "expected one of seven-out, any-seven; did you mean 'any-seven'?" odds dice-works --set ends=any-sevn
says "a number is like no other" "'12' is no choice of 'decks' in baccarat; expected one of" odds baccarat --set decks=12
wants "a number is like no other, and none is proposed" 1 grep -q 'did you mean' "$scratch/said"
says "decks in a game of dice" "dice-works has no decks: craps is played without cards" odds dice-works --decks 8
wants "decks in a game of dice: nothing is proposed" 1 grep -q 'did you mean' "$scratch/said"
says "decks in several games of dice" "none of these sheets has decks: their games are played without cards" odds dice-works high-roller --decks 8
says "a sheet" "did you mean 'baccarat'?" odds bacarat
says "a verb" "did you mean 'odds'?" odss
says "a verb to be helped with" "did you mean 'odds'?" help odss
says "a flag" "did you mean '--wager'?" odds baccarat --wger player
says "a table" "did you mean 'baccarat'?" tables --table bacarat
finish
