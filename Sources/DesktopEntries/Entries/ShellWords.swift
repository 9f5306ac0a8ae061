/// Splits a text into words as a shell does: removes quotes, backslashes and comments, but expands nothing (POSIX
/// Shell, section 2.2).
struct ShellWords {
    private enum State {
        case between
        case word
        case single
        case double
        case comment
        indirect case escape(in: State)
    }

    /// Returns the words; nil if a quote is not closed or the last character is a backslash.
    static func split(_ text: String) -> [String]? {
        var reader = Self()
        for scalar in text.unicodeScalars { reader.read(scalar) }
        return reader.end()
    }

    private var state = State.between
    private var words: [String] = []
    private var word = ""

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch (state, scalar) {
        case (.comment, _):
            if scalar == "\n" { state = .between }
        case (.between, " "), (.between, "\t"), (.between, "\n"): break
        case (.between, "#"): state = .comment
        case (.word, " "), (.word, "\t"), (.word, "\n"):
            finishWord()
            state = .between
        case (.between, "'"), (.word, "'"): state = .single
        case (.between, "\""), (.word, "\""): state = .double
        case (.between, "\\"), (.word, "\\"): state = .escape(in: .word)
        case (.double, "\\"): state = .escape(in: .double)
        case (.single, "'"), (.double, "\""): state = .word
        case (.escape(let outer), _):
            state = outer
            readEscaped(scalar)
        case (.between, _):
            state = .word
            word.unicodeScalars.append(scalar)
        case (.word, _), (.single, _), (.double, _): word.unicodeScalars.append(scalar)
        }
    }

    private consuming func end() -> [String]? {
        switch state {
        case .between, .comment: return words
        case .word:
            finishWord()
            return words
        case .single, .double, .escape: return nil
        }
    }

    private mutating func readEscaped(_ scalar: Unicode.Scalar) {
        if scalar == "\n" { return }
        if case .double = state, !"\"\\`$".unicodeScalars.contains(scalar) { word += "\\" }
        word.unicodeScalars.append(scalar)
    }

    private mutating func finishWord() {
        words.append(word)
        word = ""
    }
}
