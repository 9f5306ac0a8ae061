# Completes PROGRAM in bash. 'PROGRAM --generate-completion-script bash' prints this.

_PROGRAM() {
    local IFS=$' \t\n'
    # Readline also splits words at '=' and ':', and replaces only the last part.
    local rest="${COMP_LINE}" part before head='' cur='' kind='' word quoted
    local -a words=() offered=()
    local -i index=0 i
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        part="${COMP_WORDS[i]}"
        before="${rest}"
        rest="${rest#"${rest%%[![:space:]]*}"}"
        if ((i == 0)) || [[ "${before}" != "${rest}" ]]; then
            head=''
            words+=("${part}")
        else
            head="${words[-1]}"
            words[-1]+="${part}"
        fi
        if ((i == COMP_CWORD)); then
            index=$((${#words[@]} - 1))
            # After '=' or ':' the last part is empty.
            [[ -z "${2}" && "${part}" == [=:]* ]] && cur="${head}${part}" || cur="${head}${2}"
        fi
        rest="${rest#"${part}"}"
    done
    ((index > 0)) || return
    {
        IFS= read -r kind
        mapfile -t offered
    } < <("${words[0]/#\~\//${HOME}/}" QUESTION "${words[@]:0:index}" "${cur}" 2>/dev/null)
    if [[ "${kind}" == file || "${kind}" == directory ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -A "${kind}" -- "${cur}")
    fi
    local prefix="${cur%"${2}"}"
    COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
    # `compgen -W` would run the `$(…)` of a value.
    for word in "${offered[@]}"; do
        word="${word%%$'\t'*}"
        printf -v quoted %q "${word}"
        [[ -n "${word}" && ("${word}" == "${cur}"* || "${quoted}" == "${cur}"*) ]] || continue
        printf -v quoted %q "${word#"${prefix}"}"
        # In an open quote, a word such as $'…' would end the quote, and the shell would run the rest.
        [[ "${quoted}" == \$\'* ]] || COMPREPLY+=("${quoted}")
    done
    # No space follows 'name=' or 'path:'.
    if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == *[=:] ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _PROGRAM PROGRAM
