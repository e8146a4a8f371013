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

_felt_records()
{
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
    compopt -o filenames
}

_felt()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]:-} options what
    local verbs="check show list look fmt odds count design par export settle audit history verify sim serve store tables operator test help"
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
        if [[ $verb == settle || $verb == export || $verb == history ]]; then _felt_records "$cur"; else _felt_files "$cur" pdf; fi
        return
        ;;
    --rounding | --vig-rounding)
        mapfile -t COMPREPLY < <(compgen -W "floor nearest-half-up up" -- "$cur")
        return
        ;;
    --format)
        mapfile -t COMPREPLY < <(compgen -W "csv ndjson" -- "$cur")
        return
        ;;
    --bets)
        if [[ $verb != sim ]]; then _felt_records "$cur"; fi
        return
        ;;
    --svg)
        _felt_files "$cur" svg
        return
        ;;
    --cut-rule)
        mapfile -t COMPREPLY < <(compgen -W "one-more always-one-more last-round" -- "$cur")
        return
        ;;
    --burn)
        mapfile -t COMPREPLY < <(compgen -W "value one none" -- "$cur")
        return
        ;;
    --time | --seed | --threads | --cut | --bankroll | --sessions) return ;;
    --rounds)
        if [[ $verb == settle || $verb == audit ]]; then _felt_records "$cur"; fi
        return
        ;;
    --separator)
        mapfile -t COMPREPLY < <(compgen -W "comma semicolon tab pipe" -- "$cur")
        return
        ;;
    --decimal)
        mapfile -t COMPREPLY < <(compgen -W "point comma" -- "$cur")
        return
        ;;
    --dice)
        mapfile -t COMPREPLY < <(compgen -W "faces plain" -- "$cur")
        return
        ;;
    --map-file)
        _felt_files "$cur" map
        return
        ;;
    --by-csv)
        _felt_files "$cur" csv
        return
        ;;
    --html)
        _felt_files "$cur" html
        return
        ;;
    --map | --by) return ;;
    --min | --max | --vig-min | --vig-unit | --currency-decimals) return ;;
    --prefer)
        mapfile -t COMPREPLY < <(compgen -W "edge= low-sd high-top near-printed" -- "$cur")
        return
        ;;
    --pays)
        mapfile -t COMPREPLY < <(compgen -W "casino whole" -- "$cur")
        return
        ;;
    --edge | --hit | --sd | --top | --exposure | --max-pay | --row | --fix | --free | --column | --work | --limit | --pick) return ;;
    --set | --wager | --decks | --shoe | --explain | --at | --table | --store | --before) return ;;
    esac

    case "$verb" in
    check)
        options="--json --all --name --color= --help"
        what=sheets
        ;;
    show)
        options="--set --wager --markdown --json --color= --help"
        what=sheets
        ;;
    list)
        options="--json --names --color= --help"
        what=sheets
        ;;
    look)
        options="--at --color= --help"
        what=sheets
        ;;
    fmt)
        options="--check --write --color= --help"
        what=felt
        ;;
    odds)
        options="--wager --decks --set --shoe --sort --explain --together --rounds --name --json --csv --markdown --color= --help"
        what=sheets
        ;;
    count)
        options="--wager --decks --set --shoe --tags --trigger --perfect --second-order --known-card --known-last --picture --plot --shoes --cut --cut-rule --burn --true-count --seed --threads
            --checkpoint --device --groups --safe --name --json --color= --help"
        what=sheets
        ;;
    design)
        options="--wager --edge --hit --sd --top --exposure --cut --shoes --seed --cut-rule --burn --max-pay --pays --row --fix --free --any-order --column --prefer --decks --set --work
            --limit --pick --write --name --json --csv --color= --help"
        what=sheets
        ;;
    par)
        options="--wager --decks --set --rounds --sample --seed --fractions --cover --title --number --revision --jurisdiction --requester
            --laboratory --received --issued --output --name --markdown --xlsx --color= --help"
        what=sheets
        ;;
    export)
        options="--wager --set --hashes --lookup --decks --format --scale --output --color= --help"
        what=sheets
        ;;
    settle)
        options="--rounds --bets --set --decks --rounding --min --max --vig-min --vig-unit --vig-rounding --currency-decimals --map --map-file --separator --decimal --dice --sort
            --strict --format --output --color= --help"
        what=sheets
        ;;
    audit)
        options="--rounds --bets --set --decks --rounding --min --max --vig-min --vig-unit --vig-rounding --currency-decimals --map --map-file --separator --decimal --dice --sort
            --strict --json --by --csv --by-csv --html --color= --help"
        what=sheets
        ;;
    sim)
        options="--rounds --time --seed --threads --decks --cut --cut-rule --burn --set --json --bankroll --bets --sessions --svg --currency-decimals
            --color= --help"
        what=sheets
        ;;
    history)
        if [[ $COMP_CWORD -eq 2 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "export verify" -- "$cur")
            return
        fi
        options="--store --table --output --color= --help"
        what=jsonl
        ;;
    verify)
        options="--json --color= --help"
        what=jsonl
        ;;
    serve)
        options="--listen --store --tables --key --owner --certificate --certificate-key --trust-proxy --guest --guest-cap --large-win --drift-alarm --audit-every --rate --private-idle --backups --web --color= --help"
        what=tables
        ;;
    store)
        if [[ $COMP_CWORD -eq 2 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "audit holds backup restore retire" -- "$cur")
            return
        fi
        options="--store --before --output --json --color= --help"
        what=jsonl
        ;;
    tables)
        options="--table --check --json --sheet-at --private --beside --set --color= --help"
        what=tables
        ;;
    operator)
        options="--store --color= --help"
        what=operator
        ;;
    test)
        options="--filter --tap --coverage --color= --help"
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
    elif [[ $what == operator ]]; then
        if [[ $prev == operator ]]; then mapfile -t COMPREPLY < <(compgen -W "add reset remove list" -- "$cur"); fi
    elif [[ $what == sheets ]]; then
        _felt_sheets "$cur"
    else
        _felt_files "$cur" "$what"
    fi
}

complete -F _felt felt
