extension CompletionScript {
    var bash: String {
        #"""
        # Completes \#(program) in bash. '\#(program) \#(Self.flag) bash' prints this.

        # Sets the commands below a command, its options, and what completes their values and the operands. The key of an
        # operand is its number, and 'more' for one that may be repeated. A '*' ends the name of such an option.
        _\#(program)_define() {
            commands=() options=() values=()
            case "${1}" in
        \#(commands.map(Self.bashDefinition).joined(separator: "\n"))
            esac
        }

        _\#(program)() {
            local IFS=$' \t\n'
            # Readline parts words at '=' and ':' too, and replaces the last part alone.
            local rest="${COMP_LINE}" part before head='' cur=''
            local -a words=()
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
                    # After a sign the last part is empty.
                    [[ -z "${2}" && "${part}" == [=:]* ]] && cur="${head}${part}" || cur="${head}${2}"
                fi
                rest="${rest#"${part}"}"
            done
            ((index > 0)) || return
            words=("${words[@]:0:index}")

            # The command that the words name, the number of its operands, and the option whose value follows.
            local command='' option='' isEnded='' word
            local -a commands options offered=()
            local -A values
            local -i operands=0
            _\#(program)_define ''
            for word in "${words[@]:1}"; do
                if [[ -n "${option}" ]]; then
                    option=''
                elif [[ -z "${isEnded}" && "${word}" == -* ]]; then
                    [[ "${word}" == -- ]] && isEnded=yes
                    [[ -n "${values["${word}"]+set}" ]] && option="${word}"
                elif ((operands == 0)) && [[ -n "${word}" && " ${commands[*]} " == *" ${word} "* ]]; then
                    command="${command:+${command} }${word}"
                    _\#(program)_define "${command}"
                else
                    operands+=1
                fi
            done

            local key="${option:-${operands}}"
            [[ -n "${values["${key}"]+set}" ]] || key=more
            local value="${values["${key}"]}"
            if [[ -z "${option}${isEnded}" && ("${cur}" == -* || -z "${cur}${values["${key}"]+set}") ]]; then
                for word in "${options[@]}"; do
                    [[ "${word}" == *\* || " ${words[*]} " != *" ${word} "* ]] && offered+=("${word%\*}")
                done
            fi
            [[ -z "${option}" ]] && ((operands == 0)) && offered+=("${commands[@]}")
            case "${value}" in
            words\ *) offered+=(${value#words }) ;;
            ask\ *)
                mapfile -t -O "${#offered[@]}" offered < <("${words[0]}" \#(Self.question) ${command} -- ${value#ask } \
                    "${index}" "${#cur}" "${words[@]}" "${cur}" 2>/dev/null)
                ;;
            file | directory)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -A "${value}" -- "${cur}")
                ;;
            esac

            # `compgen -W` would run the `$(…)` of a value.
            local prefix="${cur%"${2}"}" quoted
            for word in "${offered[@]}"; do
                printf -v quoted %q "${word}"
                if [[ -n "${word}" && ("${word}" == "${cur}"* || "${quoted}" == "${cur}"*) ]]; then
                    COMPREPLY+=("${quoted#"${prefix}"}")
                fi
            done
            # No space follows 'name=' or 'path:'.
            if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == *[=:] ]]; then compopt -o nospace 2>/dev/null; fi
        }

        complete -F _\#(program) \#(program)
        """#
    }

    private static func bashDefinition(_ command: Command) -> String {
        let definition = command.definition
        let options = definition.options.flatMap { argument in
            argument.options.map { argument.isRepeating ? quoted($0 + "*") : $0 }
        }
        let values =
            definition.options.filter { $0.kind == .option }.flatMap { argument in
                argument.options.map { "[\($0)]=\(bashValue(argument, question: $0))" }
            }
            + definition.operands.map { place, operand in
                let key = operand.isRepeating ? "more" : "\(place)"
                return "[\(key)]=\(bashValue(operand, question: question(ofOperand: place)))"
            }
        let lines = [("commands", command.names), ("options", options), ("values", values)]
            .filter { !$1.isEmpty }.map { "        \($0)=(\($1.joined(separator: " ")))" }
        return (["    \(quoted(command.words)))"] + lines + ["        ;;"]).joined(separator: "\n")
    }

    private static func bashValue(_ argument: CommandDefinition.Argument, question: String) -> String {
        switch argument.completionKind {
        case .list(let values): quoted("words " + values.joined(separator: " "))
        case .file: "file"
        case .directory: "directory"
        case .custom: quoted("ask \(question)")
        case nil: "''"
        }
    }
}
