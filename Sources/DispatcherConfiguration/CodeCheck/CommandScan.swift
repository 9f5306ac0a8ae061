/// Reads the words of a command from left to right, as the program would.
struct CommandScan: Hashable {
    /// The program whose arguments come next; empty before the first word.
    private var program = ""
    /// Nil for a program to which all arguments are data.
    private var syntax: CommandSyntax?
    private var operands = CommandSyntax.Operands()
    /// The role of the next word, if it is the argument of an option.
    private var argument: CommandSyntax.Role?
    private var optionsEnded = false
    /// The program that `--command=NAME` gave.
    private var namedCommand: String?
    /// The find(1) whose `-exec` this command belongs to.
    private var enclosing: String?
    /// Whether an earlier word was left out or repeated.
    var isShifted = false

    init() { argument = .command }

    /// Whether the program, as called so far, reads code from its standard input.
    var readsCodeFromInput: Injection? {
        operands.readsInput && argument == nil ? injection(.code) : nil
    }

    /// Reads the next word. Returns the injection if a value in the word would be more than data.
    mutating func read(_ word: Template) -> Injection? {
        if let enclosing, let end = word.literal, end == ";" || end == "+" {
            start(enclosing)
            self.enclosing = nil
            return nil
        }
        if let role = argument {
            argument = nil
            return read(word, as: role)
        }
        guard let syntax else { return nil }
        let text = word.leadingText
        if !optionsEnded {
            if word.literal == "--" {
                optionsEnded = true
                return nil
            }
            if text.hasPrefix("-") || syntax.hasPlusOptions && text.hasPrefix("+"), text != "-" || word.literal == nil {
                return readOption(word, syntax)
            }
            if let literal = word.literal, syntax.options[literal] != nil { return nil }
        }
        if syntax.takesAssignments, text.contains("="), NameRules.isVariable(String(text.prefix { $0 != "=" })) {
            return nil
        }
        return readOperand(word, syntax)
    }

    private mutating func readOperand(_ word: Template, _ syntax: CommandSyntax) -> Injection? {
        if !syntax.permutes { optionsEnded = true }
        if let namedCommand, operands.first.isEmpty || operands.first.first == .command {
            start(namedCommand)
            return read(word)
        }
        let role = operands.first.isEmpty ? operands.rest : operands.first.removeFirst()
        if role != .data, word.literal != "-" { operands.readsInput = false }
        return read(word, as: role)
    }

    private mutating func readOption(_ word: Template, _ syntax: CommandSyntax) -> Injection? {
        let text = word.leadingText
        let name = text.hasPrefix("--") ? String(text.prefix { $0 != "=" }) : text
        let isWhole = word.literal == text || name.utf8.count < text.utf8.count
        if text.hasPrefix("--") || word.literal == text && syntax.options[text] != nil {
            guard isWhole else { return injection(.option) }
            guard let option = syntax.option(name) else { return nil }
            let isGlued = name.utf8.count < text.utf8.count
            return take(option, glued: isGlued ? word.dropping(bytes: name.utf8.count + 1) : nil)
        }
        return readLetters(word, syntax)
    }

    /// Reads a cluster of options of one letter, as in `-lc` or `-n5`.
    private mutating func readLetters(_ word: Template, _ syntax: CommandSyntax) -> Injection? {
        let text = word.leadingText
        guard let sign = text.first else { return nil }
        var position = 1
        for letter in text.dropFirst() {
            position += String(letter).utf8.count
            guard let option = syntax.options["\(sign)\(letter)"] else { continue }
            let isLast = position == text.utf8.count && word.literal != nil
            let injection = take(option, glued: isLast ? nil : word.dropping(bytes: position))
            if option.argument != nil { return injection }
        }
        // A value after letters that take no argument is more letters.
        return word.literal == nil ? injection(.option) : nil
    }

    /// - Parameter glued: The rest of the word, which is the argument if the option takes one.
    private mutating func take(_ option: CommandSyntax.Option, glued: Template?) -> Injection? {
        if let operands = option.operands { self.operands = operands }
        if option.endsOptions { optionsEnded = true }
        guard let role = option.argument else { return nil }
        if let glued { return read(glued, as: role) }
        if !option.isAttachedOnly { argument = role }
        return nil
    }

    private mutating func read(_ word: Template, as role: CommandSyntax.Role) -> Injection? {
        let literal = word.literal
        switch role {
        case .data: return nil
        case .code: return literal == nil ? injection(.code) : nil
        case .program: return literal == nil ? injection(.program) : nil
        case .setting: return Self.takesCommand(word) ? injection(.code) : nil
        case .command, .commandLine, .commandName, .subcommand:
            guard let literal else { return injection(.program) }
            return choose(literal, as: role)
        }
    }

    /// Goes on with the program that a literal word names.
    private mutating func choose(_ word: String, as role: CommandSyntax.Role) -> Injection? {
        switch role {
        case .commandName: namedCommand = word
        case .commandLine:
            argument = nil
            for part in word.split(whereSeparator: \.isWhitespace) {
                _ = read(Template(pieces: [.text(part.filter { $0 != "'" && $0 != "\"" })]))
            }
        case .subcommand:
            let chosen = syntax?.subcommands.first { $0.names.contains(word) }
            program += " \(word)"
            enter(chosen)
        default:
            let isFind = syntax?.names.contains("find") == true
            let parent = program
            start(word)
            if isFind { enclosing = parent }
        }
        return nil
    }

    private mutating func start(_ program: String) {
        self.program = RelativePath.name(of: program)
        enter(CommandSyntax.of(program))
    }

    private mutating func enter(_ syntax: CommandSyntax?) {
        self.syntax = syntax
        operands = syntax?.operands ?? CommandSyntax.Operands()
        optionsEnded = false
        namedCommand = nil
    }

    private func injection(_ kind: Injection.Kind) -> Injection {
        Injection(kind: kind, program: program, remedy: syntax?.remedy ?? .script, isShifted: isShifted)
    }

    /// Whether a value is in a setting that takes a command, or chooses the setting.
    private static func takesCommand(_ word: Template) -> Bool {
        guard word.literal == nil else { return false }
        let key = word.leadingText.prefix { $0 != "=" && $0 != " " }.lowercased()
        guard key.utf8.count < word.leadingText.utf8.count else { return true }
        return key.hasSuffix("command") || key.hasPrefix("exec") || key.hasSuffix("program") || key == "match"
    }
}
