# tests/complete.sh - what may come next on a command line: the program's own word, and through the scripts of bash, zsh and fish.
. "$(dirname "$0")/tap.sh"

# says NAME WANTED LINE: passes when the candidates are these, in this order.
says() {
    local got
    got=$("$felt" complete --line "$3" 2>"$scratch/errors" | tr '\n' ' ')
    if [ "${got% }" = "$2" ] && [ ! -s "$scratch/errors" ]; then pass "$1"; else
        printf 'wanted %s\ngot    %s\n' "$2" "$got" | cat - "$scratch/errors" >"$scratch/why"
        fail "$1" "$scratch/why"
    fi
}

says "a verb" "odds operator" "felt o"
says "a verb to be helped with" "odds operator" "felt help o"
says "a sheet, or a file" "dice-works :files felt" "felt odds di"
says "an option" "--wager" "felt odds baccarat --w"
says "a wager of the sheet" "player banker tie" "felt odds baccarat --wager "
says "wagers of all sheets" "koi-8" "felt odds --wager koi"
says "a group" "side-wagers" "felt show golden-frog --wager side"
says "an option of the sheet" "ends=" "felt odds dice-works --set e"
says "its choices" "ends=seven-out ends=any-seven" "felt odds dice-works --set ends="
says "its choices, begun" "ends=any-seven" "felt odds dice-works --set ends=a"
says "decks" "6 8" "felt odds golden-frog --decks "
says "decks where there are none" "" "felt odds dice-works --decks "
says "bets" "pass: pass-odds:" "felt sim craps --bets pa"
says "more bets" "pass:10,field:" "felt sim craps --bets pass:10,fi"
says "a side" "big/6: big/8:" "felt sim craps --bets big/"
says "no amount" "" "felt sim craps --bets pass:1"
says "words of the program" "edge hit sd" "felt odds --sort "
says "words of the program behind =" "--sort=edge" "felt odds --sort=e"
says "strategies" "1-3-2-6 :files strategy" "felt sim baccarat --bankroll 500 --strategy 1"
says "more strategies" "martingale :files strategy" "felt sim baccarat --strategy flat --strategy mar"
says "strategies behind =" "--strategy=martingale :files strategy" "felt sim baccarat --strategy=mart"
says "games" "baccarat craps" "felt new my.felt --game "
says "a game, begun" "craps" "felt new my.felt --game c"
says "what files can be broken down by, whatever their columns" "hour day" "felt audit baccarat --by "
says "what a map is about" "stake=" "felt settle baccarat --map st"
says "files" ":files" "felt par baccarat -o "
says "files of records" ":files" "felt settle baccarat --rounds "
says "and no files where a number is wanted" "" "felt sim baccarat --rounds "
says "a second word" "audit" "felt store a"
says "a wager of a sheet in a folder" "player banker tie" "felt odds \"$root/rules/baccarat.felt\" --wager "
says "a sheet that is not there is passed over" "player banker tie" "felt odds no-such-sheet baccarat --wager "
says "a verb that there is not" "" "felt snow --"
says "nothing" "" ""
wants "no line" 2 "$felt" complete
wants "a line that is too long" 2 "$felt" complete --line "$(head -c 70000 /dev/zero | tr '\0' x)"

# What bash offers for a line, one a line. It breaks words at = and : and keeps what stands before.
in_bash() {
    bash -c '
        compopt() { :; }
        . completions/felt.bash
        COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("$1")
        _felt
        printf "%s\n" "${COMPREPLY[@]}"' - "$felt" "$1" 2>&1 | sort | tr '\n' ' '
}
# What zsh adds; what it does with files is its own affair.
in_zsh() {
    zsh -f -c '
        compdef() { :; }
        _files() { print -r -- files "$@"; }
        compadd() { local name=${@[-1]}; (( ${#${(P)name}} )) && print -rl -- "${(@P)name}"; }
        . completions/felt.zsh
        words=("$1" "${(@s: :)2}") CURRENT=${#words} PREFIX=${words[-1]}
        _felt' - "$felt" "$1" 2>&1 | sort | tr '\n' ' '
}
in_fish() {
    PATH=$scratch/bin:$PATH HOME=$scratch fish --no-config -c 'source completions/felt.fish; complete -C "$argv"' "$1" 2>&1 | cut -f 1 | sort | tr '\n' ' '
}
mkdir "$scratch/bin"
ln -s "$felt" "$scratch/bin/felt"
# shell NAME SHELL WANTED LINE
shell() {
    local got
    command -v "$2" >/dev/null || return
    got=$("in_$2" "$4")
    if [ "${got% }" = "$3" ]; then pass "$2: $1"; else
        printf 'wanted %s\ngot    %s\n' "$3" "$got" >"$scratch/why"
        fail "$2: $1" "$scratch/why"
    fi
}

shell "a verb" bash "odds operator" "felt o"
shell "a wager" bash "banker player tie" "felt odds baccarat --wager "
shell "a choice" bash "any-seven" "felt odds dice-works --set ends=a"
shell "an option of a sheet" bash "ends=" "felt odds dice-works --set e"
shell "a second bet" bash "10,field:" "felt sim craps --bets pass:10,fi"
shell "a file" bash "completions/felt.bash completions/felt.fish completions/felt.zsh" "felt test completions/fe"
shell "a sheet as a file" bash "rules/tiger.felt" "felt show rules/ti"
shell "a strategy" bash "martingale" "felt sim baccarat --strategy mart"
shell "a strategy as a file" bash "strategies/martingale.strategy" "felt sim baccarat --strategy strategies/mart"
shell "a verb" zsh "odds operator" "o"
shell "a wager" zsh "banker player tie" "odds baccarat --wager "
shell "a choice" zsh "ends=any-seven" "odds dice-works --set ends=a"
shell "a second bet" zsh "pass:10,field:" "sim craps --bets pass:10,fi"
shell "a file" zsh "files" "test completions/fe"
shell "a sheet" zsh "files -g *.felt(-.) tiger" "show ti"
shell "a strategy" zsh "files -g *.strategy(-.) martingale" "sim baccarat --strategy mart"
shell "a verb" fish "odds operator" "felt o"
shell "a wager" fish "banker player tie" "felt odds baccarat --wager "
shell "a choice" fish "ends=any-seven" "felt odds dice-works --set ends=a"
shell "a second bet" fish "pass:10,field:" "felt sim craps --bets pass:10,fi"
shell "a file" fish "completions/felt.bash completions/felt.fish completions/felt.zsh" "felt test completions/fe"
shell "a strategy" fish "martingale" "felt sim baccarat --strategy mart"
shell "a strategy as a file" fish "strategies/martingale.strategy" "felt sim baccarat --strategy strategies/mart"
finish
