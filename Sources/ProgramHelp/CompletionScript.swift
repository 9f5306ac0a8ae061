/// A shell script that completes the command lines of a program. To complete a word, the script runs the program, which
/// prints the possible words as the lines of a ``CompletionOffer``.
package struct CompletionScript {
    /// The option that asks a program for its script.
    package static let flag = "--generate-completion-script"

    let program: String

    package init(ofProgram program: String) { self.program = program }

    /// Returns the shell whose script a command line asks for; nil if the command line does not ask for a script.
    package static func shell(askedBy arguments: some Collection<String>) -> String? {
        guard arguments.count == 2, arguments.first == flag else { return nil }
        return arguments.dropFirst().first
    }

    /// Returns the script for bash, zsh or fish; nil for any other shell.
    package func text(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private var bash: String {
        #"""
        # Completes \#(program) in bash. '\#(program) \#(Self.flag) bash' prints this.

        _\#(program)() {
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
            } < <("${words[0]/#\~\//${HOME}/}" \#(CompletionOffer.question) "${words[@]:0:index}" "${cur}" 2>/dev/null)
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

        complete -F _\#(program) \#(program)
        """#
    }

    private var zsh: String {
        #"""
        #compdef \#(program)
        # Completes \#(program) in zsh. '\#(program) \#(Self.flag) zsh' prints this.

        _\#(program)() {
            local line
            local -a typed=("${(@Q)words[1,CURRENT-1]}") values=() shown=() open=()
            local -a lines=("${(@f)$("${typed[1]/#\~\//$HOME/}" \#(CompletionOffer.question) "${typed[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
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

        _\#(program) "$@"
        """#
    }

    private var fish: String {
        #"""
        # Completes \#(program) in fish. '\#(program) \#(Self.flag) fish' prints this.

        function __\#(program)_complete
            set -l words (commandline -opc)
            set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
            command -q $program; or return
            set -l lines (command $program \#(CompletionOffer.question) $words (commandline -ct) 2>/dev/null)
            switch "$lines[1]"
                case file
                    __fish_complete_path (commandline -ct)
                case directory
                    __fish_complete_directories (commandline -ct) ''
                case '*'
                    string join \n -- $lines[2..]
            end
        end

        complete -c \#(program) -f -k -a '(__\#(program)_complete)'
        """#
    }
}
