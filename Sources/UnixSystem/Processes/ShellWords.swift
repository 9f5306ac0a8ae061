/// Splits a text into words as a shell does: removes quotes, backslashes and comments, but expands nothing (POSIX
/// Shell, section 2.2).
package struct ShellWords {
    /// The words. An unfinished quotation ends with the text.
    package private(set) var words: [String] = []
    /// Whether each quote is closed, and the last character is no backslash.
    package private(set) var isComplete = true
    /// The characters that mean more to a shell than themselves, each at its first place: of those without quotes the
    /// operators, patterns, comments and backslashes, and a backtick or a `$(` outside of single quotes.
    package private(set) var signs: [Unicode.Scalar] = []

    package init(_ text: String) {
        var rest = text.unicodeScalars[...]
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var previous: Unicode.Scalar = " "
        func extend(by scalars: [Unicode.Scalar]) {
            word = word ?? .init()
            word?.append(contentsOf: scalars)
        }
        while let scalar = rest.popFirst() {
            note(scalar, quote, after: previous)
            previous = scalar
            switch (quote, scalar) {
            case (nil, " "), (nil, "\t"), (nil, "\n"):
                if let word { words.append(String(word)) }
                word = nil
            case (nil, "#") where word == nil: rest = rest.drop { $0 != "\n" }
            case (nil, "'"), (nil, "\""):
                quote = scalar
                extend(by: [])
            case ("'", "'"), ("\"", "\""): quote = nil
            case (nil, "\\"), ("\"", "\\"):
                extend(by: [])
                guard let escaped = rest.popFirst() else {
                    isComplete = false
                    break
                }
                let isKept = quote != nil && !"\"\\`$\n".unicodeScalars.contains(escaped)
                extend(by: (isKept ? [scalar] : []) + (escaped == "\n" ? [] : [escaped]))
                previous = escaped
            default: extend(by: [scalar])
            }
        }
        if quote != nil { isComplete = false }
        if let word { words.append(String(word)) }
    }

    private mutating func note(
        _ scalar: Unicode.Scalar, _ quote: Unicode.Scalar?, after previous: Unicode.Scalar
    ) {
        let isSign =
            switch quote {
            case nil: "|&;<>()*?#!\\`".unicodeScalars.contains(scalar)
            case "\"": "\\`".unicodeScalars.contains(scalar) || scalar == "(" && previous == "$"
            default: false
            }
        if isSign, !signs.contains(scalar) { signs.append(scalar) }
    }
}
