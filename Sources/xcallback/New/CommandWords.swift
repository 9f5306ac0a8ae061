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

    /// The first argument that is a sign of a shell as a whole. Here nothing reads it as one.
    static func shellSign(in command: [String]) -> String? {
        command.dropFirst().first { ["|", "|&", "||", "&&", "&", "<", ">", ">>", "2>", "2>&1", "&>"].contains($0) }
    }

    /// Whether the command is a line for a shell.
    static func isShellLine(_ command: [String]) -> Bool {
        let program = command.first?.split(separator: "/").last ?? ""
        return ["sh", "bash", "dash", "zsh"].contains(program) && command.dropFirst().first?.hasPrefix("-") ?? false
    }
}
