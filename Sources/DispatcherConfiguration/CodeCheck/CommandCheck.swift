/// Finds the values in a command that its program may not treat as plain data.
struct CommandCheck {
    let fields: [InputField]

    /// Each word in which a value may be more than data, keyed by the word's index in the command.
    private(set) var injections: [Int: Injection] = [:]
    /// The effect of a value on the command's standard input, if it may be more than data.
    private(set) var inputInjection: Injection?

    init(_ arguments: [Argument], fields: [InputField]) {
        self.fields = fields
        guard case .element(let first)? = arguments.first, let program = first.literal else { return }
        // Absent optional arguments and repeated arrays move later words, so each possible command line is checked.
        var scans = [CommandScan(program)]
        var place = 1
        for argument in arguments.dropFirst() {
            var next: [CommandScan] = []
            for scan in scans {
                for count in counts(of: argument) {
                    for end in read(argument, times: count, at: place, scan) where !next.contains(end) {
                        next.append(end)
                    }
                }
            }
            scans = next
            place += argument.templates.count
        }
        for (place, injection) in scans.flatMap(\.refused) {
            injections[place] = Self.worst(of: [injections[place], injection].compactMap(\.self))
        }
        inputInjection = Self.worst(of: scans.compactMap(\.inputInjection))
    }

    /// The effect of a value as the last argument of a command, if it would certainly be more than data.
    static func injection(appendingTo words: [String]) -> Injection? {
        let arguments = [Argument](literals: words) + [.element(Template(pieces: [.request(.url)]))]
        let found = CommandCheck(arguments, fields: []).injections[words.count]
        return [.code, .program].contains(found?.kind) ? found : nil
    }

    /// Reads an argument some times, with each text that its values can have. Returns the scans that follow.
    private mutating func read(_ argument: Argument, times count: Int, at place: Int, _ scan: CommandScan)
        -> [CommandScan]
    {
        var scans = [scan]
        for _ in 0..<count {
            for (offset, template) in argument.templates.enumerated() {
                let words = words(template)
                scans = scans.flatMap { scan in
                    words.map { word in
                        var scan = scan
                        let found = scan.read(word, at: place + offset)
                        injections[place + offset] = Self.worst(
                            of: [injections[place + offset], found].compactMap(\.self))
                        return scan
                    }
                }
            }
        }
        return scans
    }

    /// An unknown program is a mistake on some routes alone.
    private static func worst(of injections: [Injection]) -> Injection? {
        injections.first { $0.kind != .unknown } ?? injections.first
    }

    /// Returns the words that a template can become. A value of a type that cannot be code is replaced by its texts.
    private func words(_ template: Template) -> [CommandScan.Word] {
        var texts = [""]
        for piece in template.pieces {
            switch piece {
            case .text(let text): texts = texts.map { $0 + text }
            // It begins with a scheme of the route.
            case .request(.url): return texts.map { CommandScan.Word(text: $0 + "https://", isLiteral: false) }
            case .request: return texts.map { CommandScan.Word(text: $0, isLiteral: false) }
            case .parameter(let name):
                let field = fields.first { $0.name == name }
                // A URL of a stranger is a web link.
                if case .url? = field?.type, field?.schemes == .standard {
                    return texts.map { CommandScan.Word(text: $0 + "https://", isLiteral: false) }
                }
                guard let plain = field?.type.plainTexts, plain.count * texts.count <= 32 else {
                    let isPath = if case .path? = field?.type { template.pieces.count == 1 } else { false }
                    return texts.map { CommandScan.Word(text: $0, isLiteral: false, isPath: isPath) }
                }
                texts = texts.flatMap { text in plain.map { text + $0 } }
            }
        }
        return texts.map { CommandScan.Word(text: $0) }
    }

    /// Returns the numbers of times that an argument may appear.
    private func counts(of argument: Argument) -> [Int] {
        let isRepeated = fields.contains { field in
            field.isArray && argument.templates.contains { $0.parameterNames.contains(field.name) }
        }
        if isRepeated { return [1, 0, 2] }
        return argument.mayBeAbsent(fields) ? [1, 0] : [1]
    }
}

extension InputType {
    /// Texts of which each text of the type has the form; nil for a type whose texts may be code.
    fileprivate var plainTexts: [String]? {
        switch self {
        case .int, .number: ["1"]
        case .bool: ["true", "false"]
        case .date: ["2027-01-31"]
        case .uuid: ["00000000-0000-0000-0000-000000000000"]
        case .oneOf(let texts): texts
        case .string, .line, .matching, .truthy, .path, .url, .base64: nil
        }
    }
}
extension [Argument] {
    /// Makes arguments without values.
    init(literals words: [String]) { self = words.map { .element(Template(pieces: [.text($0)])) } }
}

extension Argument {
    /// Whether a request may leave the argument out.
    func mayBeAbsent(_ fields: [InputField]) -> Bool {
        templates.contains { template in
            template.pieces.contains { piece in
                switch piece {
                case .text: false
                case .parameter(let name): fields.contains { $0.name == name && $0.mayBeAbsent }
                case .request(let value): value == .source || value == .fragment
                }
            }
        }
    }
}

extension InputField {
    /// Whether a request may leave the parameter without a value or, for an array, without items.
    var mayBeAbsent: Bool { isArray || isOptional && defaultValue == nil }
}

extension Template {
    /// The author's text before the first value.
    var leadingText: String {
        if case .text(let text)? = pieces.first { text } else { "" }
    }
}
