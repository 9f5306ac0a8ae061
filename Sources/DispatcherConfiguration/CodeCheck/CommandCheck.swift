/// Finds the values in a command that the command would not treat as plain data.
struct CommandCheck {
    let fields: [InputField]

    /// Each word in which a value would be more than data, keyed by the word's index in the command.
    private(set) var injections: [Int: Injection] = [:]
    /// The first argument that a POSIX shell runs as code, if the argument is literal, with its index in the command.
    private(set) var shellCode: (place: Int, text: String)?
    /// The effect of a value on the command's standard input, if it would be more than data.
    private(set) var inputInjection: Injection?

    init(_ arguments: [Argument], fields: [InputField]) {
        self.fields = fields
        // Absent optional arguments and repeated arrays move later words, so each possible command line is checked.
        let numbers = fields.lazy.filter { if case .int = $0.type { !$0.isArray } else { false } }
        var scans = [CommandScan(numbers: Set(numbers.map(\.name)))]
        var place = 0
        for argument in arguments {
            let counts = counts(of: argument)
            if counts == [1], scans.count == 1 {
                // Nearly all commands. A scan is a large value, and is not copied here.
                read(argument, at: place, &scans[0])
            } else {
                scans = read(argument, counts, at: place, scans)
            }
            place += argument.templates.count
        }
        inputInjection = scans.lazy.compactMap(\.inputInjection).first
    }

    /// The effect of a value as the last argument of a command; nil if it would be data.
    static func injection(appendingTo words: [String]) -> Injection? {
        let arguments = [Argument](literals: words) + [.element(Template(pieces: [.request(.url)]))]
        return CommandCheck(arguments, fields: []).injections[words.count]
    }

    /// Reads an argument in each scan, as many times as each of the counts. Returns the scans that differ.
    private mutating func read(_ argument: Argument, _ counts: [Int], at place: Int, _ scans: [CommandScan])
        -> [CommandScan]
    {
        var next: [CommandScan] = []
        for scan in scans {
            for count in counts {
                var scan = scan
                if count != 1 { scan.isShifted = true }
                for _ in 0..<count { read(argument, at: place, &scan) }
                if !next.contains(scan) { next.append(scan) }
            }
        }
        return next
    }

    private mutating func read(_ argument: Argument, at place: Int, _ scan: inout CommandScan) {
        for (offset, template) in argument.templates.enumerated() {
            let found = scan.read(template)
            if shellCode == nil, scan.isInShell, !scan.shellCode.isEmpty {
                shellCode = (place + offset, scan.shellCode)
            }
            guard let injection = found, injections[place + offset] == nil else { continue }
            injections[place + offset] = injection
        }
    }

    /// Returns the numbers of times that an argument may appear; the usual number comes first.
    private func counts(of argument: Argument) -> [Int] {
        let isRepeated = fields.contains { field in
            field.isArray && argument.templates.contains { $0.parameterNames.contains(field.name) }
        }
        if isRepeated { return [1, 0, 2] }
        return argument.mayBeAbsent(fields) ? [1, 0] : [1]
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

    /// Returns the template without the first bytes of its leading text.
    func dropping(bytes count: Int) -> Template {
        let rest = String(decoding: leadingText.utf8.dropFirst(count), as: UTF8.self)
        return Template(pieces: (rest.isEmpty ? [] : [.text(rest)]) + pieces.dropFirst())
    }
}
