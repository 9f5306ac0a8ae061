/// Reads the words of a command from left to right, as the program would.
struct CommandScan: Hashable {
    /// The program whose arguments come next; empty before the first word.
    var program = ""
    /// The rules of the program; nil for a program that the table does not list.
    var syntax: CommandSyntax?
    var operands = CommandSyntax.Operands()
    /// The role of the next word, if the word is the first or the argument of an option.
    var argument: CommandSyntax.Role? = .command
    var optionsEnded = false
    /// The program that `--command=NAME` specified.
    var namedCommand: String?
    /// The find(1) command whose `-exec` contains this command.
    var enclosing: String?
    /// Whether the program's words are plain text, so that an interpreter's name among them means nothing.
    var isPlain = false
    /// Whether the syntax is a guess: an interpreter's name was among the words of a program without rules.
    var isGuess = false
    /// The last two literal words.
    private var previous: [String] = []
    /// The literal code for a shell.
    var shellCode = ""
    /// The way in which standard input becomes arguments of the command.
    var input: CommandSyntax.Input
    /// The effect of an item of standard input that is an argument of the command.
    private(set) var itemInjection: Injection?
    /// The inputs whose values are whole numbers.
    let numbers: Set<String>
    /// Whether an earlier word was left out or repeated.
    var isShifted = false

    init(numbers: Set<String> = [], input: CommandSyntax.Input = .data) {
        self.numbers = numbers
        self.input = input
    }

    /// Reads the next word. Returns the injection if a value in the word would be more than data.
    mutating func read(_ word: Template) -> Injection? {
        readItem(word)
        let variable = settingVariable(word)
        previous = [previous.last ?? "", word.literal ?? ""]
        if let variable {
            return Injection(kind: .variable, program: variable, remedy: .script, isShifted: isShifted)
        }
        let wasGuess = isGuess
        guard let injection = readPart(word) else { return nil }
        return wasGuess && injection.kind != .code ? nil : injection
    }

    /// Reads a word in which standard input replaces a text. The rest of the word decides the effect of an item there.
    private mutating func readItem(_ word: Template) {
        guard case .replacing(let mark) = input, let literal = word.literal, let place = literal.firstRange(of: mark)
        else { return }
        var other = self
        other.input = .data
        let pieces: [Template.Piece] = [
            .text(String(literal[..<place.lowerBound])), .request(.url), .text(String(literal[place.upperBound...])),
        ]
        itemInjection = itemInjection ?? other.read(Template(pieces: pieces.filter { $0 != .text("") }))
    }

    /// Returns the variable that a value in this word sets, if the variable chooses programs.
    private func settingVariable(_ word: Template) -> String? {
        guard !isPlain, word.literal == nil else { return nil }
        if let name = CodeVariable.set(by: word) { return name }
        guard let name = previous.last, CodeVariable.contains(name) else { return nil }
        return previous.first.map(CodeVariable.setters.contains) == true ? name : nil
    }

    private mutating func readPart(_ word: Template) -> Injection? {
        if let enclosing, let end = word.literal, end == ";" || end == "+" {
            start(enclosing)
            self.enclosing = nil
            return nil
        }
        if let role = argument {
            argument = nil
            return read(word, as: role)
        }
        guard let syntax else {
            readUnknown(word)
            return nil
        }
        let text = word.leadingText
        if !optionsEnded {
            if word.literal == "--" {
                optionsEnded = true
                return nil
            }
            if text.hasPrefix("-") || syntax.hasPlusOptions && text.hasPrefix("+"), text != "-" || word.literal == nil {
                return readOption(word, syntax)
            }
        }
        if let literal = word.literal, syntax.options[literal] != nil, !optionsEnded || !literal.hasPrefix("-") {
            return readOption(word, syntax)
        }
        if syntax.takesAssignments, text.contains("="), NameRules.isVariable(String(text.prefix { $0 != "=" })) {
            return nil
        }
        return readOperand(word, syntax)
    }

    /// Reads a word of a program without rules. The word may start another program: an interpreter anywhere, any
    /// program after `--`.
    private mutating func readUnknown(_ word: Template) {
        guard !isPlain, let literal = word.literal else { return }
        if previous.first == "--", CommandSyntax.of(literal) != nil {
            start(literal)
        } else if CommandSyntax.isLanguage(literal) {
            start(literal)
            isGuess = true
            // Only an option shows that the word is more than a name.
            operands = CommandSyntax.Operands()
        }
    }

    private mutating func readOperand(_ word: Template, _ syntax: CommandSyntax) -> Injection? {
        if !syntax.permutes { optionsEnded = true }
        if let namedCommand, operands.first.isEmpty || operands.first.first == .command {
            start(namedCommand)
            return readPart(word)
        }
        let role = operands.first.isEmpty ? operands.rest : operands.first.removeFirst()
        if role != .data, word.literal != "-" { operands.readsInput = false }
        let injection = read(word, as: role)
        let isScript = role == .program && !operands.readsInput && operands.first.isEmpty && namedCommand == nil
        // The words after the name of a script are for that script.
        if isScript || isGuess && role == .data { start("") }
        return injection
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
        if text.hasPrefix("+"), let option = syntax.options["+"] {
            return take(option, glued: word.dropping(bytes: 1))
        }
        return readLetters(word, syntax)
    }

    /// Reads a group of one-letter options, as in `-lc` or `-n5`.
    private mutating func readLetters(_ word: Template, _ syntax: CommandSyntax) -> Injection? {
        let text = word.leadingText
        guard let sign = text.first else { return nil }
        var position = 1
        for letter in text.dropFirst() {
            position += String(letter).utf8.count
            guard let option = syntax.options["\(sign)\(letter)"] else { continue }
            let isLast = position == text.utf8.count && word.literal != nil
            let glued = isLast || option.argument == nil ? nil : word.dropping(bytes: position)
            let injection = take(option, glued: glued)
            if option.argument != nil { return injection }
        }
        // A value after letters that accept no argument is read as more letters.
        return word.literal == nil ? injection(.option) : nil
    }

    /// - Parameter glued: The rest of the word; the argument if the option accepts one.
    private mutating func take(_ option: CommandSyntax.Option, glued: Template?) -> Injection? {
        if var operands = option.operands {
            if option.keepsRest { operands.rest = self.operands.rest }
            self.operands = operands
        }
        if option.endsOptions { optionsEnded = true }
        guard let role = option.argument else {
            // In `--eval=…`, the code may also be in the words after `--eval`.
            guard let glued, let operands = option.operands else { return nil }
            return read(glued, as: operands.first.first ?? operands.rest)
        }
        if let glued { return read(glued, as: role) }
        if !option.isAttachedOnly {
            argument = role
        } else if role == .placeholder {
            input = .replacing("{}")
        }
        return nil
    }
}
