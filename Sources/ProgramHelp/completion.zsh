#compdef PROGRAM
# Completes PROGRAM in zsh. 'PROGRAM --generate-completion-script zsh' prints this.

_PROGRAM() {
    local line
    local -a typed=("${(@Q)words[1,CURRENT-1]}") values=() shown=() open=()
    local -a lines=("${(@f)$("${typed[1]/#\~\//$HOME/}" QUESTION "${typed[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
    case "${lines[1]}" in
    file) _files && return ;;
    directory) _files -/ && return ;;
    esac
    for line in "${(@)lines[2,-1]}"; do
        # No space follows 'name=' or 'path:'.
        if [[ "${line%%$'\t'*}" == *[=:] ]]; then
            open+=("${line%%$'\t'*}")
        else
            values+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
        fi
    done
    compadd -V values -S '' -- "${open[@]}"
    compadd -V values -l -d shown -- "${values[@]}"
}

_PROGRAM "$@"
