/// The words of a command line, with the quotes of a shell and nothing else of it: `$name` stays as it is.
struct CommandWords {
    private(set) var words: [String] = []
    /// The first sign of a pipe, a redirection or a list that is not quoted. Here it would be an argument.
    private(set) var shellSign: Unicode.Scalar?

    /// - Parameter text: An unfinished quotation ends with it.
    init(_ text: String) {
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            } else if let open = quote, scalar == open {
                quote = nil
            } else if scalar == "\\", quote != "'" {
                word = word ?? .init()
                isEscaped = true
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                word = word ?? .init()
                quote = scalar
            } else if quote == nil, scalar == " " || scalar == "\t" {
                if let word { words.append(String(word)) }
                word = nil
            } else {
                if quote == nil, shellSign == nil, "|&;<>".unicodeScalars.contains(scalar) { shellSign = scalar }
                word = (word ?? .init()) + [scalar]
            }
        }
        if let word { words.append(String(word)) }
    }
}
