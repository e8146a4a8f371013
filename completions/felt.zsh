#compdef felt
# completions/felt.zsh - completion for zsh, installed as _felt. The program itself says what may come next: `felt complete`.

_felt()
{
    local -a lines ready open
    local line ending

    lines=("${(@f)$("${words[1]}" complete --line "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)}")
    for line in "${lines[@]}"; do
        case "$line" in
        '') ;;
        :files*)
            ending=${line#:files}
            ending=${ending# }
            _files ${ending:+-g "*.$ending(-.)"}
            ;;
        *[=:/]) open+=("$line") ;;
        *) ready+=("$line") ;;
        esac
    done
    compadd -S '' -a open
    compadd -a ready
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _felt "$@"
else
    compdef _felt felt
fi
