import UnixSystem

/// The Exec line of a .desktop file: a program and its arguments, with codes for the opened files or URLs (Desktop
/// Entry Specification, section 7).
package struct ExecLine: Sendable, Hashable {
    /// The words of the line, without quotes and with unexpanded codes.
    private let words: [String]
    private let rules: AssociationRules

    /// Splits the line without running anything; nil if a quote is not closed or there is no program.
    ///
    /// - Parameter rules: The rules of the opener: xdg-open splits the line at blanks and ignores quotes; GIO parses
    ///   the line as a shell does.
    init?(_ text: String, rules: AssociationRules) {
        let words: [String]
        if rules.readsAsGLib {
            let line = ShellWords(text)
            guard line.isComplete else { return nil }
            words = line.words
        } else {
            // The shell's `read` and `echo` remove backslashes. The result for two backslashes in a row depends on the
            // shell.
            words = text.unicodeScalars.filter { $0 != "\\" }.split { $0 == " " || $0 == "\t" }.map { String($0) }
        }
        guard let program = words.first, !program.isEmpty else { return nil }
        self.words = words
        self.rules = rules
    }

    /// The program: a path, or a name that is searched on PATH.
    package var program: String { words.first ?? "" }

    /// Returns the program and its arguments for a URL.
    ///
    /// GIO expands `%f` and `%F` to files only, and the URL of an app's scheme is not a file. xdg-open expands them to
    /// the URL, and appends the URL if there is no code. xdg-open recognizes a code only as a separate word.
    package func arguments(opening url: String) -> [String] {
        let isGLib = rules.readsAsGLib
        let arguments = words.dropFirst().flatMap { word -> [String] in
            switch word {
            case "%u", "%U": [url]
            case "%f", "%F": isGLib ? [] : [url]
            // The name, the icon and the file of the entry tell nothing of the URL.
            case "%c", "%i", "%k": []
            default: [isGLib ? expanded(word, url: url) : word]
            }
        }
        let hasCode = words.dropFirst().contains { ["%c", "%f", "%F", "%u", "%U", "%i"].contains($0) }
        return [isGLib ? expanded(program, url: url) : program] + arguments + (isGLib || hasCode ? [] : [url])
    }

    /// Deprecated and unknown codes expand to an empty text.
    private func expanded(_ word: String, url: String) -> String {
        word.replacing(/%./) { ["%u", "%U"].contains($0.output) ? url : $0.output == "%%" ? "%" : "" }
    }
}
