/// The effect of a word in its role.
extension CommandScan {
    mutating func read(_ word: Template, as role: CommandSyntax.Role) -> Injection? {
        let literal = word.literal
        // The program opens its standard input under this name. An operand `-` has not changed `readsInput`.
        if let literal, Self.isInput(literal), role == .program || role == .code && literal != "-" {
            operands.readsInput = true
        }
        switch role {
        case .data: return nil
        case .code:
            if let literal, syntax?.runsShell == true { shellCode += (shellCode.isEmpty ? "" : " ") + literal }
            return literal == nil ? injection(.code) : nil
        case .program: return literal == nil ? injection(.program) : nil
        case .written: return literal == nil ? injection(.written) : nil
        case .line: return literal == nil && !isNumber(word) ? injection(.code) : nil
        case .setting: return takesCommand(word) ? injection(.code) : nil
        case .settingName:
            let runsNothing = literal.map { isHarmless(setting: $0) } ?? false
            if operands.first.isEmpty { operands.first = [runsNothing ? .data : .code] }
            return nil
        case .placeholder:
            input = literal.map { .replacing($0) } ?? .data
            return literal == nil ? injection(.option) : nil
        case .inputFile:
            input = .data
            return nil
        case .command, .commandLine, .commandName, .subcommand:
            guard let literal else { return injection(.program) }
            return choose(literal, as: role)
        }
    }

    /// Whether the program is a shell with `$1`, `$2` and so on.
    var isInShell: Bool { syntax?.isPOSIXShell ?? false }

    private static func isInput(_ name: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name)
    }

    private func isNumber(_ word: Template) -> Bool {
        guard case .parameter(let name)? = word.pieces.first else { return false }
        return word.pieces.count == 1 && numbers.contains(name)
    }

    /// Continues the scan with the program that a literal word names.
    private mutating func choose(_ word: String, as role: CommandSyntax.Role) -> Injection? {
        switch role {
        case .commandName: namedCommand = word
        case .commandLine:
            argument = nil
            for part in word.split(whereSeparator: \.isWhitespace) {
                _ = read(Template(pieces: [.text(part.filter { $0 != "'" && $0 != "\"" })]))
            }
        case .subcommand:
            let all = syntax?.subcommands ?? []
            let chosen = all.first { $0.names.contains(word) } ?? all.first { $0.names == ["*"] }
            let settings = syntax?.harmlessSettings
            program += " \(word)"
            enter(chosen)
            self.syntax?.harmlessSettings = settings
        default:
            let isFind = syntax?.names.contains("find") == true
            let parent = program
            start(word)
            if isFind { enclosing = parent }
        }
        return nil
    }

    mutating func start(_ program: String) {
        self.program = RelativePath.name(of: program)
        enter(CommandSyntax.of(program))
        isPlain = CommandSyntax.isPlain(program)
        if let syntax, syntax.input != .data { input = syntax.input }
    }

    private mutating func enter(_ syntax: CommandSyntax?) {
        self.syntax = syntax
        operands = syntax?.operands ?? CommandSyntax.Operands()
        optionsEnded = false
        namedCommand = nil
        isGuess = false
    }

    func injection(_ kind: Injection.Kind) -> Injection {
        Injection(kind: kind, program: program, remedy: syntax?.remedy ?? .script, isShifted: isShifted)
    }

    /// Whether a value chooses a setting, or is in a setting that accepts a command.
    private func takesCommand(_ word: Template) -> Bool {
        guard word.literal == nil else { return false }
        let key = word.leadingText.prefix { $0 != "=" && $0 != " " }
        return key.utf8.count == word.leadingText.utf8.count || !isHarmless(setting: String(key))
    }

    private func isHarmless(setting: String) -> Bool {
        let name = setting.lowercased()
        if let harmless = syntax?.harmlessSettings { return harmless.contains(where: name.hasPrefix) }
        return !name.hasSuffix("command") && !name.hasPrefix("exec") && !name.hasSuffix("program") && name != "match"
    }
}
