/// Replaces the values in a POSIX shell's command line by `"$1"`, `"$2"` and so on.
///
/// The rewriting fails unless each value certainly becomes one argument of data: it fails if a value is the name of a
/// command, or if another program could read the text as code again.
struct ShellRewriting {
    /// The line with positional parameters.
    private(set) var line = ""
    /// The values of the positional parameters, in order.
    private(set) var values: [Template.Piece] = []

    private enum Quotes { case none, single, double }
    private var quotes = Quotes.none
    /// Whether the next word is the name of a command.
    private var isAtCommand = true
    private var word = ""
    /// The number of the first new parameter.
    private let first: Int

    /// Fails if the result would not be certain.
    init?(_ template: Template, firstParameter: Int) {
        first = firstParameter
        for piece in template.pieces {
            switch piece {
            case .text(let text): guard read(text) else { return nil }
            case .parameter, .request: guard insert(piece) else { return nil }
            }
        }
        guard quotes == .none else { return nil }
    }

    private mutating func read(_ text: String) -> Bool {
        guard !Self.mayRunCode(text) else { return false }
        for character in text {
            switch (quotes, character) {
            case (.none, "'"): quotes = .single
            case (.none, "\""): quotes = .double
            case (.single, "'"), (.double, "\""): quotes = .none
            case (.none, "<"), (.none, ">"), (.none, "#"):
                if isAtCommand || character == "#" { return false }
            case (.none, " "), (.none, "\t"): endWord()
            case (.none, ";"), (.none, "&"), (.none, "|"), (.none, "("), (.none, ")"), (.none, "\n"):
                isAtCommand = true
                word = ""
            default: break
            }
            if quotes != .none || !" \t;&|()\n".contains(character) { word.append(character) }
            line.append(character)
        }
        return true
    }

    /// After these words, and after an assignment, the next word is still the name of a command.
    static let prefixes: Set = ["if", "then", "else", "elif", "while", "until", "do", "!", "{"]

    private var isAssignment: Bool { word.contains("=") && NameRules.isVariable(String(word.prefix { $0 != "=" })) }

    private mutating func endWord() {
        guard !word.isEmpty else { return }
        if !Self.prefixes.contains(word), !isAssignment { isAtCommand = false }
        word = ""
    }

    private mutating func insert(_ value: Template.Piece) -> Bool {
        guard !isAtCommand || isAssignment else { return false }
        let index = values.firstIndex(of: value) ?? values.endIndex
        if index == values.endIndex { values.append(value) }
        let number = first + index
        let parameter = number < 10 ? "$\(number)" : "${\(number)}"
        switch quotes {
        case .none: line += "\"\(parameter)\""
        case .double: line += parameter
        case .single: line += "'\"\(parameter)\"'"
        }
        word += "x"
        return true
    }

    /// Whether a text contains something that reads its words as code again, that changes how quotes are read, or that
    /// uses all positional parameters.
    private static func mayRunCode(_ text: String) -> Bool {
        if ["`", "$(", "${", "$@", "$*", "<<", "[[", "\\"].contains(where: text.contains) { return true }
        if text.hasSuffix("$") { return true }
        let words = text.split { !($0.isLetter || $0.isNumber || "-_.+".contains($0)) }
        return words.contains { word in
            codeWords.contains(String(word)) || CommandSyntax.of(String(word)) != nil
        }
    }

    private static let codeWords: Set = [
        "source", ".", "trap", "exec", "command", "builtin", "alias", "let", "declare", "export", "read", "unset",
        "set",
        "shift",
    ]
}
