# completions/felt.fish - completion for fish. The program itself says what may come next: `felt complete`.

function __felt_candidates
    set -l program (commandline -opc)[1]
    set -l typed (commandline -ct)
    for candidate in ($program complete --line (commandline -cp | string collect) 2>/dev/null)
        switch $candidate
            case ':files *'
                __fish_complete_suffix .(string replace ':files ' '' -- $candidate)
            case ':files'
                __fish_complete_path $typed
            case '*'
                echo $candidate
        end
    end
end

complete -c felt -f -a '(__felt_candidates)'
