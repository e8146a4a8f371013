# completions/felt.bash - completion for bash. The program itself says what may come next: `felt complete`.

_felt()
{
    local line=${COMP_LINE:0:COMP_POINT} candidate typed broken ending

    COMPREPLY=()
    # Bash breaks words at = and :, and replaces what is behind the last of them.
    typed=${line##*[[:space:]]}
    broken=${typed%"${typed##*[=:]}"}
    while IFS= read -r candidate; do
        case "$candidate" in
        :files*)
            ending=${candidate#:files}
            ending=${ending# }
            typed=${typed##*[=:]}
            while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(
                compgen -f ${ending:+-X "!*.$ending"} -- "$typed"
                compgen -d -S / -- "$typed"
            )
            compopt -o filenames
            ;;
        *) COMPREPLY+=("${candidate#"$broken"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete --line "$line" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/] ]]; then compopt -o nospace; fi
}

complete -F _felt felt
