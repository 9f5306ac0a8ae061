extension CompletionScript {
    var zsh: String {
        #"""
        #compdef \#(program)
        # Completes \#(program) in zsh. '\#(program) \#(Self.flag) zsh' prints this.

        # Offers what the program knows of an argument of the command.
        _\#(program)_ask() {
            local -a line=("${(@)typed[1,-2]}" "${(Q)PREFIX}")
            local -a offered=("${(@f)$("${line[1]}" \#(Self.question) ${=command} -- "$1" $(($#line - 1)) ${#PREFIX} "${line[@]}" 2>/dev/null)}")
            # No space follows 'name=' or 'path:'.
            compadd -V values -S '' -- ${(M)offered:#*[=:]}
            compadd -V values -- ${offered:#*[=:]}
        }

        # Completes the words after a command.
        _\#(program)_command() {
            local command="$1" context state state_descr line
            local -A opt_args
            local -a commands arguments
            case "$command" in
        \#(commands.map { definition(of: $0) }.joined(separator: "\n"))
            esac
            (($#commands)) && arguments+=('(-): :->command' '(-)*:: :->argument')
            local -i result=1
            _arguments -w -s -S : "${arguments[@]}" && result=0
            case "$state" in
            command) _describe -V command commands && result=0 ;;
            argument) _\#(program)_command "${command:+$command }${words[1]}" && result=0 ;;
            esac
            return $result
        }

        _\#(program)() {
            local -a typed=("${(@)words[1,CURRENT]}")
            _\#(program)_command ''
        }

        _\#(program) "$@"
        """#
    }

    private func definition(of command: Command) -> String {
        let commands = command.definition.shownCommands.map { Self.quoted("\($0.commandName):\($0.abstract ?? "")") }
        let arguments =
            command.definition.options.map(option)
            + command.definition.operands.map { place, operand in
                let value = value(of: operand, question: Self.question(ofOperand: place))
                return Self.quoted((operand.isRepeating ? "*" : "") + value)
            }
        let lines = [("commands", commands), ("arguments", arguments)].filter { !$1.isEmpty }.map { name, elements in
            "        \(name)=(\n" + elements.map { "            \($0)\n" }.joined() + "        )"
        }
        return (["    \(Self.quoted(command.words)))"] + lines + ["        ;;"]).joined(separator: "\n")
    }

    /// The specification of an option, as `_arguments` reads it.
    private func option(_ argument: CommandDefinition.Argument) -> String {
        let names = argument.options
        let meaning = "[\(Self.escaped(argument.abstract ?? ""))]"
        let end = meaning + (argument.kind == .option ? value(of: argument, question: names[0]) : "")
        guard names.count > 1 else { return Self.quoted((argument.isRepeating ? "*" : "") + names[0] + end) }
        let start = argument.isRepeating ? "*" : "(\(names.joined(separator: " ")))"
        return "\(Self.quoted(start)){\(names.joined(separator: ","))}\(Self.quoted(end))"
    }

    private func value(of argument: CommandDefinition.Argument, question: String) -> String {
        let action =
            switch argument.completionKind {
            case .list(let values): "{compadd -V values -- \(values.joined(separator: " "))}"
            case .file: "_files"
            case .directory: "_files -/"
            case .custom: "{_\(program)_ask \(question)}"
            case nil: ""
            }
        return ":\(Self.escaped(argument.valueName)):\(action)"
    }

    /// A text in a specification.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if #"\:[]"#.contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
