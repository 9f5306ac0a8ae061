extension CompletionScript {
    var fish: String {
        #"""
        # Completes \#(program) in fish. '\#(program) \#(Self.flag) fish' prints this.

        set -g __\#(program)_commands\#(commands.dropFirst().map { " \(Self.fishQuoted($0.words))" }.joined())

        # Prints the options of a command that take a value.
        function __\#(program)_valued
            switch "$argv"
        \#(commands.compactMap(Self.valuedOptions).joined(separator: "\n"))
            end
        end

        # Whether the words before the cursor name a command: 'run'. Then whether the number of its operands passes a test, as in
        # 'run' operands -eq 0, or whether options are not among the words, as in 'run' without -H --host.
        function __\#(program)_at
            set -l command
            set -l operands 0
            set -l given
            # The option whose value is being completed.
            set -l option
            set -l ended
            for word in (commandline -opc)[2..]
                if test -n "$option"
                    set -a given $option
                    set option
                else if test -z "$ended"; and string match -q -- '-*' "$word"
                    test "$word" = --; and set ended yes
                    if contains -- "$word" (__\#(program)_valued $command)
                        set option $word
                    else
                        set -a given $word
                    end
                else if test $operands -eq 0; and contains -- (string join ' ' -- $command "$word") $__\#(program)_commands
                    set -a command $word
                else
                    set operands (math $operands + 1)
                end
            end
            test "$command" = "$argv[1]"; or return
            switch "$argv[2]"
                case operands
                    test -z "$option"; and test $operands $argv[3..]; or return
                case without
                    for name in $argv[3..]
                        contains -- $name $given; and return 1
                    end
            end
            return 0
        end

        # Prints what the program knows of an argument of a command.
        function __\#(program)_ask
            set -l words (commandline -opc)
            set -l word (commandline -ct)
            command $words[1] \#(Self.question) $argv (count $words) (string length -- "$word") $words "$word" 2>/dev/null
        end

        complete -c \#(program) -f
        \#(commands.flatMap(completions).joined(separator: "\n"))
        """#
    }

    private static func valuedOptions(_ command: Command) -> String? {
        let names = command.definition.options.filter { $0.kind == .option }.flatMap(\.options)
        guard !names.isEmpty else { return nil }
        return "        case \(fishQuoted(command.words))\n            printf '%s\\n' \(names.joined(separator: " "))"
    }

    /// The lines that complete the words after a command.
    private func completions(of command: Command) -> [String] {
        let options = command.definition.options.map { argument in
            let names = argument.options.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
            let values =
                argument.kind == .option ? ["-r"] + values(of: argument, command, question: argument.options[0]) : []
            let repetition = argument.isRepeating ? "" : "without \(argument.options.joined(separator: " "))"
            return line(command, repetition, names + values, argument.abstract)
        }
        let operands = command.definition.operands.filter { $1.completionKind != nil }.map { place, operand in
            line(
                command, "operands \(operand.isRepeating ? "-ge" : "-eq") \(place)",
                values(of: operand, command, question: Self.question(ofOperand: place)), nil)
        }
        let commands = command.definition.shownCommands.map {
            line(command, "operands -eq 0", ["-a \($0.commandName)"], $0.abstract)
        }
        return options + operands + commands
    }

    private func line(_ command: Command, _ condition: String, _ flags: [String], _ meaning: String?) -> String {
        let condition = "-n '__\(program)_at \"\(command.words)\"\(condition.isEmpty ? "" : " ")\(condition)'"
        let description = meaning.map { ["-d \(Self.fishQuoted($0))"] } ?? []
        return (["complete -c \(program)", condition] + flags + description).joined(separator: " ")
    }

    private func values(
        of argument: CommandDefinition.Argument, _ command: Command, question: String
    ) -> [String] {
        switch argument.completionKind {
        case .list(let values): ["-f -k -a \(Self.fishQuoted(values.joined(separator: " ")))"]
        case .file: ["-F"]
        case .directory: ["-f -a '(__fish_complete_directories (commandline -ct))'"]
        case .custom: ["-f -k -a '(__\(program)_ask \(command.words) -- \(question))'"]
        case nil: ["-f"]
        }
    }

    private static func fishQuoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#))'"
    }
}
