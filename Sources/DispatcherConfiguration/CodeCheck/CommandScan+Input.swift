extension CommandScan {
    /// The effect of a value on standard input, if it would be more than data.
    var inputInjection: Injection? {
        if let itemInjection { return itemInjection }
        if operands.readsInput, argument == nil {
            return Injection(kind: .code, program: program, remedy: .script, isShifted: isShifted)
        }
        return appendedInjection ?? shellInjection
    }

    /// The effect of the items that xargs(1) adds to the command, if they would be more than data.
    private var appendedInjection: Injection? {
        // Without a command, xargs(1) prints the items.
        guard case .lastArguments = input, syntax?.input != .lastArguments else { return nil }
        var scan = self
        let item = Template(pieces: [.request(.url)])
        // A program such as timeout(1) has an operand before its command.
        return scan.read(item) ?? scan.read(item)
    }

    /// The effect of standard input on the first command in the shell code that does more than read the input.
    private var shellInjection: Injection? {
        // A command of xargs(1) has no input; a command of parallel(1) has the items as arguments.
        let runsItems = syntax?.input == .lastArguments
        guard !shellCode.isEmpty, input == .data || runsItems else { return nil }
        let items: CommandSyntax.Input = shellCode.contains("{}") ? .replacing("{}") : .lastArguments
        for command in ShellText(shellCode).commands where !command.contains(where: { $0.role == .input }) {
            let words = command.filter { $0.role == .argument }.drop { $0.isBeforeCommand }
            var scan = CommandScan(input: runsItems ? items : .data)
            // A word that the shell expands counts as data: the author chose to expand it.
            for word in words { _ = scan.read(Template(pieces: [.text(word.literal ?? "x")])) }
            if !words.isEmpty, let injection = scan.inputInjection { return injection }
        }
        return nil
    }
}

extension ShellText.Word {
    /// Whether the name of the command comes after this word.
    var isBeforeCommand: Bool {
        guard case .text(let text)? = pieces.first else { return false }
        return ShellRewriting.prefixes.contains(text) || isAssignment
    }

    /// Whether the word is an assignment if no command is before it.
    var isAssignment: Bool {
        guard case .text(let text)? = pieces.first, text.contains("=") else { return false }
        return NameRules.isVariable(String(text.prefix { $0 != "=" }))
    }
}
