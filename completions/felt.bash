# completions/felt.bash - completion for bash: verbs, options, the names of shipped sheets, files.

_felt_sheets()
{
    local cur=$1
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" list --names 2>/dev/null)" -- "$cur"; compgen -f -X '!*.felt' -- "$cur"
        compgen -d -S / -- "$cur")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}

_felt_files()
{
    local cur=$1 ending=$2
    mapfile -t COMPREPLY < <(compgen -f -X "!*.$ending" -- "$cur"; compgen -d -S / -- "$cur")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}

_felt()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]:-} options what
    local verbs="check show list fmt odds par test help"
    COMPREPLY=()

    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$verbs --version --help" -- "$cur")
        return
    fi
    # Bash splits --color=auto into three words.
    if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
    case "$prev" in
    --color)
        mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$cur")
        return
        ;;
    --sort)
        mapfile -t COMPREPLY < <(compgen -W "edge hit sd" -- "$cur")
        return
        ;;
    -o | --output)
        _felt_files "$cur" pdf
        return
        ;;
    --set | --wager | --decks | --shoe | --explain | --rounds) return ;;
    esac

    case "$verb" in
    check)
        options="--json --all --color= --help"
        what=sheets
        ;;
    show)
        options="--set --wager --markdown --color= --help"
        what=sheets
        ;;
    list)
        options="--json --names --color= --help"
        what=sheets
        ;;
    fmt)
        options="--check --write --color= --help"
        what=felt
        ;;
    odds)
        options="--wager --decks --set --shoe --sort --explain --together --json --csv --markdown --color= --help"
        what=sheets
        ;;
    par)
        options="--wager --decks --set --rounds --output --markdown --color= --help"
        what=sheets
        ;;
    test)
        options="--tap --coverage --color= --help"
        what=case
        ;;
    help)
        mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$cur")
        return
        ;;
    *) return ;;
    esac

    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        if [[ ${COMPREPLY[0]:-} == *= ]]; then compopt -o nospace; fi
    elif [[ $what == sheets ]]; then
        _felt_sheets "$cur"
    else
        _felt_files "$cur" "$what"
    fi
}

complete -F _felt felt
