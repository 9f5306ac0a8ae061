/// Reads the words of a command from left to right, as the program would.
struct CommandScan: Hashable {
    /// A word of a command as one request may have it.
    struct Word: Hashable {
        /// The text before the first value; the whole word if it is literal.
        var text: String
        var isLiteral = true
        /// Whether the value is the name of an open file.
        var isPath = false

        /// Returns the word without the first characters of its text.
        func dropping(_ count: Int) -> Word {
            Word(text: String(text.dropFirst(count)), isLiteral: isLiteral, isPath: isPath)
        }
    }

    /// The name of the program in the table; its name in the command without a row.
    private var program = ""
    private var operands: [CommandSyntax.Role] = []
    private var rest: CommandSyntax.Role?
    /// The roles of the next words, if they are the arguments of an option.
    private var arguments: [CommandSyntax.Role] = []
    private var isFirstWord = true
    private var optionsEnded = false
    /// Whether a value may begin with `-`, because a literal `--` came before, for this program or for another.
    private var dashesPassed = false
    private var takesInput = false
    private var runsInput = false
    /// Whether standard input becomes arguments, as with xargs(1).
    private var takesItems = false
    /// The first option or subcommand that the row does not have. All values after it are mistakes.
    private var unlisted: String?
    private var place = 0
    /// Scans that begin at the words of an unknown program that are programs of the table.
    private var others: [CommandScan] = []
    /// The places of the values that the program got so far.
    private var places: [Int] = []
    /// The places of ``codes``, without those after a program that has no row.
    private var ownCodes: [Int] = []

    /// The programs and subcommands that the command starts, in their order.
    private(set) var programs: [String] = []

    private var row: CommandSyntax? { CommandSyntax.rows[program] }

    /// The places of the literal words that are programs or program text, also after a program without a row.
    var codes: [Int] { ownCodes + (CommandSyntax.isOwn(program) ? [] : others.flatMap(\.codes)) }

    init(_ name: String) { start(name) }

    /// Begins after the name of a program.
    private mutating func start(_ name: String) {
        program = CommandSyntax.name(of: name) ?? name
        programs.append(name)
        (operands, rest, takesInput) = (row?.operands ?? [], row?.rest, row?.has("stdin") ?? false)
        (arguments, isFirstWord, optionsEnded, runsInput, places) = ([], true, false, false, [])
        // What comes on standard input of an inner xargs(1) is not known.
        if takesItems, row?.has("items") == true { unlisted = name }
        takesItems = takesItems || row?.has("items") ?? false
    }

    /// The values before an option or subcommand that the row does not have: it may change their meaning.
    var refused: [(place: Int, injection: Injection)] {
        (unlisted.map { name in places.map { ($0, injection(.unlisted(name))) } } ?? [])
            + (CommandSyntax.isOwn(program) ? [] : others.flatMap(\.refused))
    }

    /// Reads the next word, which is at a place of the command. Returns the injection if a value in the word may be more
    /// than data.
    mutating func read(_ word: Word, at place: Int) -> Injection? {
        self.place = place
        if !word.isLiteral { places.append(place) }
        let isFirst = isFirstWord
        isFirstWord = false
        defer { dashesPassed = dashesPassed || word == Word(text: "--") }
        if let unlisted { return word.isLiteral ? nil : injection(.unlisted(unlisted)) }
        guard let row else { return readUnknown(word, at: place) }
        // echo(1) and printf(1) print options that they do not have.
        if row.has("plain") { return nil }
        if dashesPassed, !optionsEnded, !word.isLiteral, word.text.isEmpty { return injection(.option) }
        if !arguments.isEmpty { return read(word, as: arguments.removeFirst()) }
        if isFirst, row.has("dashed"), !word.text.hasPrefix("-") {
            return word.isLiteral ? refuse(word, after: word.text) : injection(.place)
        }
        if !optionsEnded {
            if word == Word(text: "--"), !row.has("words") {
                optionsEnded = true
                return nil
            }
            let isOption = word.text.hasPrefix("-") || row.has("plus") && word.text.hasPrefix("+")
            if isOption, word != Word(text: "-") { return readOption(word, row) }
        }
        if operands == row.operands, row.has("assigns"), word.text.contains("=") { return read(word, as: .variable) }
        // A shell ends its options here.
        if word == Word(text: "-"), row.has("plus"), row.runsCode { return refuse(word, after: "-") }
        let role = operands.isEmpty ? rest ?? .word : operands.removeFirst()
        defer { if role == .code, !row.has("permutes") { optionsEnded = true } }
        return read(word, as: role)
    }

    /// The effect of a value on the command's standard input, if it may be more than data.
    var inputInjection: Injection? {
        if let unlisted { return injection(.unlisted(unlisted)) }
        if takesItems {
            guard let row, !row.has("items") else { return row == nil ? injection(.unknown) : nil }
            guard optionsEnded else { return injection(.item) }
            var (scan, item) = (self, Word(text: "", isLiteral: false))
            // The operands of several items may differ.
            return scan.read(item, at: 0) ?? scan.read(item, at: 0)
        }
        guard row != nil else {
            // A program of the author's own may have such a word as any other.
            let found = others.filter { !CommandSyntax.isOwn(program) || $0.row?.runsCode == true }
            return found.lazy.compactMap(\.inputInjection).first ?? injection(.unknown)
        }
        if takesInput, !runsInput { return nil }
        return injection(runsInput || operands.contains(.code) ? .code : .place)
    }

    /// Reads a word of a program without a row, which may start a program of the table.
    private mutating func readUnknown(_ word: Word, at place: Int) -> Injection? {
        var found = word.isLiteral ? nil : injection(.unknown)
        for index in others.indices {
            let inner = others[index].read(word, at: place)
            // A program of the author's own may have such a word as any other.
            if let inner, !CommandSyntax.isOwn(program) || inner.kind == .code { found = inner }
        }
        if word.isLiteral, CommandSyntax.of(word.text) != nil {
            var other = CommandScan(word.text)
            other.dashesPassed = dashesPassed
            others.append(other)
        }
        return found
    }

    private mutating func readOption(_ word: Word, _ row: CommandSyntax) -> Injection? {
        let isLong = word.text.hasPrefix("--") || row.has("words")
        let name = isLong ? String(word.text.prefix { $0 != "=" }) : word.text
        if isLong || word.isLiteral && row.options[name] != nil {
            let isGlued = name.count < word.text.count
            guard word.isLiteral || isGlued else { return injection(.option) }
            let own = isGlued ? row.options[name + "="] : nil
            guard let role = own ?? row.options[name] else { return refuse(word, after: name) }
            if role == .sub { return read(word, as: .sub) }
            return take(role, isGlued ? word.dropping(name.count + 1) : nil)
        }
        for (index, letter) in word.text.enumerated().dropFirst() {
            let name = "\(word.text.prefix(1))\(letter)"
            guard let role = row.options[name] else { return refuse(word, after: word.text) }
            let rest = word.dropping(index + 1)
            if role == .flag { continue }
            // Without the value, the option would take the next word.
            if !rest.isLiteral, rest.text.isEmpty { return injection(.place) }
            return take(role, rest == Word(text: "") ? nil : rest)
        }
        return word.isLiteral ? nil : injection(.option)
    }

    /// - Parameter glued: The rest of the word, if it belongs to the option.
    private mutating func take(_ role: CommandSyntax.Role, _ glued: Word?) -> Injection? {
        switch role {
        case .flag, .glued: return glued.flatMap { $0.isLiteral ? nil : injection(.option) }
        case .run:
            (operands, rest, optionsEnded) = ([.command], nil, true)
            return glued.flatMap { read($0, as: .command) }
        case .pair:
            arguments = [.word, .data]
            return glued.flatMap { _ in injection(.option) }
        default:
            if let glued { return read(glued, as: role) }
            arguments = [role]
            return nil
        }
    }

    /// Reads a word at the place of a role.
    private mutating func read(_ word: Word, as role: CommandSyntax.Role) -> Injection? {
        switch role {
        case .data: return nil
        case .folder where word.isPath: return nil
        case .link where word.isPath: return row?.has("launches") == true ? injection(.place) : nil
        case .link where word.text.contains("://") && !word.text.lowercased().hasPrefix("file:"): return nil
        case .web where word.isPath || word.text.hasPrefix("https://") || word.text.hasPrefix("http://"): return nil
        case .body where !word.text.isEmpty && !word.text.hasPrefix("@"): return nil
        case .field where word.text.contains("="): return nil
        case .file where word.isPath || word.text.contains { "/=".contains($0) } || optionsEnded: return nil
        case .variable:
            guard let end = word.text.firstIndex(of: "=") else { return word.isLiteral ? nil : injection(.program) }
            if word.isLiteral || Self.plain.contains(where: word.text.hasPrefix) { return nil }
            return injection(.variable(String(word.text[..<end])))
        default: break
        }
        guard word.isLiteral else {
            return injection(role == .code ? .code : role == .command || role == .sub ? .program : .place)
        }
        if role == .code || role == .word {
            let isInput = word.text.contains("/stdin") || word.text.contains("/fd/")
            runsInput = runsInput || word.text == "-" || isInput && !word.text.contains(" ")
        }
        // curl(1) replaces `#1` by a part of the URL.
        if role == .folder, word.text.contains("#") { return refuse(word, after: word.text) }
        if role == .code || role == .command { ownCodes.append(place) }
        switch role {
        // A few words in place of a program's file are subcommands.
        case .code where CommandSyntax.rows["\(program) \(word.text)"] != nil, .sub:
            let name = "\(program) \(word.text)"
            guard CommandSyntax.rows[name] != nil else { return refuse(word, after: word.text) }
            start(name)
        case .code: (operands, rest, takesInput, optionsEnded) = ([], .data, true, row?.has("ends") ?? false)
        case .command: start(word.text)
        default: break
        }
        return nil
    }

    /// The beginnings of assignments to variables whose value is only data to each program.
    private static let plain = "LANG= TZ= TERM= COLUMNS= LINES= LC_ GIT_AUTHOR_ GIT_COMMITTER_ MY_".split { $0 == " " }

    /// Refuses all values from a word on, because the row does not have this option or subcommand.
    private mutating func refuse(_ word: Word, after name: String) -> Injection? {
        unlisted = name
        return word.isLiteral ? nil : injection(.unlisted(name))
    }

    private func injection(_ kind: Injection.Kind) -> Injection { Injection(kind: kind, program: program) }
}
