/// The words of a command line, with the quotes of a shell and nothing else of it: `$name` stays as it is.
enum CommandWords {
    /// Returns the words; an unfinished quotation ends with the text.
    static func split(_ text: String) -> [String] {
        var words: [String] = []
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
                word = (word ?? .init()) + [scalar]
            }
        }
        if let word { words.append(String(word)) }
        return words
    }
}
