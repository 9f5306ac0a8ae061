/// Splits a text into words as a shell does: removes quotes, backslashes and comments, but expands nothing (POSIX
/// Shell, section 2.2).
package struct ShellWords {
    private enum State {
        case between
        case word
        case single
        case double
        case comment
        indirect case escape(in: State)
    }

    /// The words. An unfinished quotation ends with the text.
    package private(set) var words: [String] = []
    /// Whether each quote is closed, and the last character is no backslash.
    package private(set) var isComplete = true
    /// The characters that mean more to a shell than themselves, each at its first place: of those without quotes the
    /// operators, patterns, comments and backslashes, and a backtick or a `$(` outside of single quotes.
    package private(set) var signs: [Unicode.Scalar] = []

    private var state = State.between
    private var word = ""
    private var previous: Unicode.Scalar = " "

    package init(_ text: String) {
        for scalar in text.unicodeScalars {
            note(scalar)
            read(scalar)
            previous = scalar
        }
        switch state {
        case .between, .comment: return
        case .word: break
        case .single, .double, .escape: isComplete = false
        }
        words.append(word)
    }

    private mutating func note(_ scalar: Unicode.Scalar) {
        let isSign =
            switch state {
            case .between, .word: "|&;<>()*?#!\\`".unicodeScalars.contains(scalar)
            case .double: "\\`".unicodeScalars.contains(scalar) || scalar == "(" && previous == "$"
            case .single, .comment, .escape: false
            }
        if isSign, !signs.contains(scalar) { signs.append(scalar) }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch (state, scalar) {
        case (.comment, _):
            if scalar == "\n" { state = .between }
        case (.between, " "), (.between, "\t"), (.between, "\n"): break
        case (.between, "#"): state = .comment
        case (.word, " "), (.word, "\t"), (.word, "\n"):
            words.append(word)
            word = ""
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

    private mutating func readEscaped(_ scalar: Unicode.Scalar) {
        if scalar == "\n" { return }
        if case .double = state, !"\"\\`$".unicodeScalars.contains(scalar) { word += "\\" }
        word.unicodeScalars.append(scalar)
    }
}
