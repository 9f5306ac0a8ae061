/// The words of a command line, split by the quoting rules of a shell. No other syntax of a shell is read: `$name`
/// stays as it is.
struct CommandWords {
    private(set) var words: [String] = []
    /// The first unquoted sign of a pipe, a redirection or a list. Without a shell, the sign would be an argument.
    private(set) var shellSign: Unicode.Scalar?

    /// - Parameter text: The command line. An unfinished quotation ends with the text.
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

    /// Returns the first argument that is only a sign of a shell, such as `|`. The daemon passes the sign on as an
    /// argument.
    static func shellSign(in command: [String]) -> String? {
        command.dropFirst().first { ["|", "|&", "||", "&&", "&", "<", ">", ">>", "2>", "2>&1", "&>"].contains($0) }
    }

    /// Whether the command is a line for a shell.
    static func isShellLine(_ command: [String]) -> Bool {
        let program = command.first?.split(separator: "/").last ?? ""
        return ["sh", "bash", "dash", "zsh"].contains(program) && command.dropFirst().first?.hasPrefix("-") ?? false
    }
}
