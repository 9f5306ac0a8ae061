import QueryCoding

/// Finds the values in a command that its program may not treat as plain data.
struct CommandCheck {
    let fields: [InputField]

    /// Each word in which a value may be more than data, keyed by the word's index in the command.
    private(set) var injections: [Int: Injection] = [:]
    /// The effect of a value on the command's standard input, if it may be more than data.
    private(set) var inputInjection: Injection?
    /// The programs and subcommands that the command starts, also behind programs such as env(1), as the command names them.
    private(set) var programs: [String] = []
    /// The places of the words that are programs or program text.
    private(set) var codes: [Int] = []

    /// The program of `xcallback start`, which goes on when the command has ended; nil without such a program.
    var started: String? { programs.drop { $0 != "xcallback start" }.dropFirst().first }

    init(_ arguments: [Argument], fields: [InputField]) {
        self.fields = fields
        guard case .element(let first)? = arguments.first, let program = first.literal else { return }
        // Absent optional arguments and repeated arrays move later words, so each possible command line is checked.
        var scans = [CommandScan(program)]
        var (place, absent) = (1, [Int]())
        for argument in arguments.dropFirst() {
            if counts(of: argument) != [1] {
                absent += argument.templates.indices.filter { argument.templates[$0].literal == nil }.map { place + $0 }
            }
            let ends = scans.flatMap { scan in
                counts(of: argument).flatMap { read(argument, times: $0, at: place, scan) }
            }
            scans = ends.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            place += argument.templates.count
        }
        // An absent value must not change which word is a program or its text.
        if Set(scans.map(\.codes)).count > 1 {
            for place in absent { injections[place].note(Injection(kind: .program, program: program)) }
            inputInjection = Injection(kind: .code, program: program)
        }
        programs = scans.first?.programs ?? []
        codes = [0] + (scans.first?.codes ?? [])
        for scan in scans {
            for (place, injection) in scan.refused { injections[place].note(injection) }
            inputInjection.note(scan.inputInjection)
        }
    }

    /// Reads an argument some times, with each text that its values can have. Returns the scans that follow.
    private mutating func read(_ argument: Argument, times count: Int, at place: Int, _ scan: CommandScan)
        -> [CommandScan]
    {
        var scans = [scan]
        for (offset, template) in repeatElement(argument.templates.enumerated(), count: count).joined() {
            let words = words(template)
            scans = scans.flatMap { scan in
                words.map { word in
                    var scan = scan
                    injections[place + offset].note(scan.read(word, at: place + offset))
                    return scan
                }
            }
        }
        return scans
    }

    /// Returns the words that a template can become. A value of a type that cannot be code is replaced by its texts.
    private func words(_ template: Template) -> [CommandScan.Word] {
        var texts = [""]
        for piece in template.pieces {
            let (plain, beginning) = self.texts(of: piece)
            guard let plain, plain.count * texts.count <= 32 else {
                let isPath = template.pieces.count == 1 && field(of: piece)?.type.kind == .path
                return texts.map { CommandScan.Word(text: $0 + beginning, isLiteral: false, isPath: isPath) }
            }
            texts = texts.flatMap { text in plain.map { text + $0 } }
        }
        return texts.map { CommandScan.Word(text: $0) }
    }

    /// Returns all texts that a piece can become, or the text with which each of them begins.
    private func texts(of piece: Template.Piece) -> (all: [String]?, beginning: String) {
        switch piece {
        case .text(let text): return ([text], "")
        // It begins with a scheme of the route.
        case .request(let value): return (nil, value == .url ? "https://" : "")
        case .parameter:
            let field = field(of: piece)
            // A URL of a stranger is a web link.
            let isLink = if case .url? = field?.type { field?.schemes == .standard } else { false }
            return (field?.type.plainTexts, isLink ? "https://" : field?.type.kind == .path ? "/" : "")
        }
    }

    private func field(of piece: Template.Piece) -> InputField? {
        if case .parameter(let name) = piece { fields.first { $0.name == name } } else { nil }
    }

    /// Returns the numbers of times that an argument may appear.
    private func counts(of argument: Argument) -> [Int] {
        let pieces = argument.templates.flatMap(\.pieces)
        let used = pieces.compactMap(field)
        if used.contains(where: \.isArray) { return [1, 0, 2] }
        let mayBeAbsent = used.contains { $0.isOptional && $0.defaultValue == nil }
        let isCallers = pieces.contains(.request(.source)) || pieces.contains(.request(.fragment))
        return mayBeAbsent || isCallers ? [1, 0] : [1]
    }
}

extension Injection? {
    /// Notes an injection. An unknown program is a mistake on some routes alone, so any other injection replaces it.
    fileprivate mutating func note(_ injection: Injection?) {
        if let injection, self?.kind ?? .unknown == .unknown { self = injection }
    }
}

extension InputType {
    /// Texts that stand for all texts of the type; nil for a type whose texts may be code.
    fileprivate var plainTexts: [String]? {
        switch self {
        case .int, .number, .date, .uuid: ["1"]
        case .bool: ["true", "false"]
        case .oneOf(let texts): texts
        case .string, .line, .matching, .path, .url, .base64: nil
        }
    }
}
