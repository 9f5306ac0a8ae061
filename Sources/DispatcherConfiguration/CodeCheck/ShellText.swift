/// The simple commands in a script of a POSIX shell, including the commands in command substitutions.
///
/// The commands are used for warnings, and to refuse a command that would run its standard input. Where the effect of
/// the text is unclear, a command is left out.
struct ShellText {
    private(set) var commands: [[Word]] = []

    private let scalars: [Unicode.Scalar]
    private var position = 0
    /// The command that is being read.
    private var words: [Word] = []
    private var word: Word?
    /// The role of the next word, after `>` or `<`.
    private var redirection: Word.Role?
    /// The last lines of the here-documents that begin after this line.
    private var delimiters: [String] = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        while position < scalars.count { read(until: nil) }
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func has(_ text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

    private mutating func pass(_ count: Int = 1) { position = min(position + count, scalars.count) }

    /// Advances while a condition holds, and returns the skipped text.
    @discardableResult
    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        while let scalar = next, condition(scalar) { pass() }
        return String(String.UnicodeScalarView(scalars[start..<position]))
    }

    /// Reads commands up to the end of the text or of a substitution.
    private mutating func read(until end: Unicode.Scalar?) {
        while let scalar = next {
            pass()
            if scalar == end { break }
            switch scalar {
            case "\n":
                endCommand()
                skipDocuments()
            case ";", "&", "|", "(", ")": endCommand()
            case " ", "\t": endWord()
            case "#" where word == nil: skip { $0 != "\n" }
            case "<", ">": readRedirection(scalar)
            case "'":
                append(.text(skip { $0 != "'" }))
                pass()
            case "\"": readQuoted()
            default: readPart(scalar, isQuoted: false)
            }
        }
        endCommand()
    }

    /// Reads up to the closing double quote.
    private mutating func readQuoted() {
        append(.text(""))
        while let scalar = next {
            pass()
            if scalar == "\"" { return }
            readPart(scalar, isQuoted: true)
        }
    }

    private mutating func readPart(_ scalar: Unicode.Scalar, isQuoted: Bool) {
        switch scalar {
        case "\\":
            if let escaped = next, escaped != "\n" { append(.text(String(escaped))) }
            pass()
        case "`": readSubstitution(until: "`")
        case "$": readDollar(isQuoted: isQuoted)
        default: append(.text(String(scalar)))
        }
    }

    private mutating func readDollar(isQuoted: Bool) {
        if has("((") {
            // Arithmetic contains only numbers.
            while next != nil, !has("))") { pass() }
            pass(2)
            append(.text("0"))
        } else if has("(") {
            pass()
            readSubstitution(until: ")")
        } else if has("{") {
            pass()
            let name = skip(while: Self.isName)
            let operation = skipBraces()
            append(name.isEmpty ? .text("0") : .value(name, operation: operation, isQuoted: isQuoted))
        } else if let scalar = next, "@*0123456789".unicodeScalars.contains(scalar) {
            pass()
            append(.value(String(scalar), operation: "", isQuoted: isQuoted))
        } else {
            let name = skip(while: Self.isName)
            append(name.isEmpty ? .text("$") : .value(name, operation: "", isQuoted: isQuoted))
        }
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && NameRules.isWord(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// Returns the text up to the brace that closes an expansion.
    private mutating func skipBraces() -> String {
        var depth = 1
        let text = skip { scalar in
            if scalar == "{" { depth += 1 }
            if scalar == "}" { depth -= 1 }
            return depth > 0
        }
        pass()
        return text
    }

    /// Reads the commands of a substitution. The output of a substitution counts as an unknown text.
    private mutating func readSubstitution(until end: Unicode.Scalar) {
        let outer = (words, word, redirection)
        (words, word, redirection) = ([], nil, nil)
        read(until: end)
        (words, word, redirection) = outer
        append(.output)
    }

    private mutating func readRedirection(_ sign: Unicode.Scalar) {
        // The number of a descriptor, as in `2>`.
        if let text = word?.literal, !text.isEmpty, text.utf8.allSatisfy(NameRules.isDigit) { word = nil }
        endWord()
        if sign == "<", has("<") {
            pass()
            if has("-") { pass() }
            skip { $0 == " " || $0 == "\t" }
            delimiters.append(skip { !" \t\n;&|()<>".unicodeScalars.contains($0) }.filter { !"'\"\\".contains($0) })
            words.append(Word(role: .input))
            return
        }
        skip { $0 == ">" || $0 == "|" }
        redirection = sign == "<" ? .input : .output
        // `>&2` copies a descriptor.
        if has("&") {
            pass()
            skip { $0 == "-" || ("0"..."9").contains($0) }
            redirection = nil
        }
    }

    /// Skips the here-documents that begin on this line.
    private mutating func skipDocuments() {
        for delimiter in delimiters {
            while position < scalars.count {
                let line = skip { $0 != "\n" }
                pass()
                if line.drop(while: { $0 == "\t" }) == delimiter { break }
            }
        }
        delimiters = []
    }

    private mutating func append(_ piece: Piece) {
        if word == nil { word = Word(role: redirection ?? .argument) }
        redirection = nil
        word?.append(piece)
    }

    private mutating func endWord() {
        guard let ended = word else { return }
        words.append(ended)
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
        redirection = nil
    }
}

extension ShellText {
    struct Word: Hashable {
        private(set) var pieces: [Piece] = []
        let role: Role

        enum Role: Hashable {
            case argument
            /// The file that the command reads, or a here-document.
            case input
            /// The file that the command writes.
            case output
        }

        init(role: Role) { self.role = role }

        mutating func append(_ piece: Piece) {
            if case .text(let text) = piece, case .text(let before)? = pieces.last {
                pieces[pieces.count - 1] = .text(before + text)
            } else {
                pieces.append(piece)
            }
        }

        /// The whole word, if the shell expands no part of it.
        var literal: String? {
            if pieces.count == 1, case .text(let text)? = pieces.first { text } else { nil }
        }
    }

    /// A part of a word, without its quotes.
    enum Piece: Hashable {
        case text(String)
        /// A variable or positional parameter, with what follows its name in `${…}`.
        case value(String, operation: String, isQuoted: Bool)
        /// The output of a command.
        case output
    }
}
