/// What completes a command line in a shell: the script that ArgumentParser prints, without its faults.
package enum CompletionScript {
    /// The option that asks a program for its script.
    package static let flag = "--generate-completion-script"

    /// The shell whose script the words of a command line ask for; nil if they ask for none.
    package static func shell(askedBy arguments: some Collection<String>) -> String? {
        guard arguments.count == 2, arguments.first == flag else { return nil }
        return arguments.dropFirst().first
    }

    /// - Parameter shell: bash, zsh or fish. The script of any other is left as it is.
    package static func mended(_ script: String, for shell: String, of program: String) -> String {
        switch shell {
        case "bash": bash(script, program)
        case "zsh": zsh(script)
        case "fish": fish(script)
        default: script
        }
    }

    /// Readline parts words at '=' and ':' too, and replaces the last part alone. Only the names of files are quoted by it.
    /// `compgen -W` would run the `$(…)` of a value.
    private static func bash(_ script: String, _ program: String) -> String {
        let lines = """
                local completion
                while IFS='' read -r completion; do
                    COMPREPLY+=("${completion}")
                done < <(IFS=$'\\n' compgen "${@}" -- "${cur}")

            """
        let filtered = """
                local completion quoted
                if [[ "${1}" == -W ]]; then
                    while IFS='' read -r completion; do
                        printf -v quoted %q "${completion}"
                        [[ -n "${completion}" && ("${completion}" == "${cur}"* || "${quoted}" == "${cur}"*) ]] \\
                            && COMPREPLY+=("${quoted}")
                    done <<<"${2}"
                    return
                fi
                compopt -o filenames 2>/dev/null
                while IFS='' read -r completion; do
                    COMPREPLY+=("${completion}")
                done < <(IFS=$'\\n' compgen "${@}" -- "${cur}")

            """
        let words = """
            __\(program)_complete() {
                local rest="${COMP_LINE}" part before head='' cur='' prefix previous=''
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
                prefix="${cur%"${2}"}"
                ((index > 0)) && previous="${words[index - 1]}"
                local -a COMP_WORDS=("${words[@]}")
                local -i COMP_CWORD=index
                _\(program) "${1}" "${cur}" "${previous}"
                COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
                if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == *[=:] ]]; then compopt -o nospace; fi
            }

            complete -F __\(program)_complete \(program)
            """
        return script.replacing(lines, with: filtered)
            .replacing("complete -o filenames -F _\(program) \(program)", with: words)
    }

    /// No space follows `name=` or `path:`. A program that has no command but 'help' takes files instead: zsh refuses to read both.
    private static func zsh(_ script: String) -> String {
        let text = script.replacing(
            #"non_empty_completions=("${@:#(|:*)}")"#,
            with: #"non_empty_completions=("${@:#(|:*|*=|*\\:)}") open_completions=("${(M)@:#(*=|*\\:)}")"#
        )
        .replacing(
            "_describe -V '' non_empty_completions -- ",
            with: "_describe -V '' non_empty_completions -- open_completions -S '' -- ")
        guard text.contains("subcommands=(\n            'help:") else { return text }
        return text.replacing("        '(-): :->command'\n        '(-)*:: :->arg'\n", with: "")
    }

    /// Each of two faults makes fish go round for ever at a Tab, because its `argparse` refuses the words and leaves its own
    /// arguments in their place.
    private static func fish(_ script: String) -> String {
        let words = "-- $unparsed_tokens 2> /dev/null\n"
        // An option that is misspelt or not finished.
        let ending = script.replacing(words, with: words.dropLast() + "; or return\n")
        // Without a letter before it, fish takes the 'x' for one, which only one option can have.
        return zip(1..., ["x-success", "x-error", "x-cancel"]).reduce(ending) { text, option in
            text.replacing("'\(option.1)=", with: "'\(option.0)/\(option.1)=")
        }
    }
}
