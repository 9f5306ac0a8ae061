/// The Exec line of a .desktop file: a program and its arguments, with codes for what is opened (Desktop Entry
/// Specification §7).
package struct ExecLine: Sendable, Hashable {
    /// What stands for `%c`, `%i` and `%k`.
    struct Subject: Sendable, Hashable {
        let name: String
        let icon: String?
        /// The .desktop file.
        let file: String
    }

    /// A word as it stands in the line, its quotes undone and its codes not yet.
    private let words: [String]
    private let subject: Subject
    private let rules: AssociationRules

    /// Takes the line apart without running anything; nil if a quote is not closed or there is no program.
    ///
    /// - Parameter rules: xdg-open breaks it at blanks and knows no quotes; GIO reads it as a shell does.
    init?(_ text: String, subject: Subject, rules: AssociationRules) {
        let words =
            switch rules {
            case .gio, .kde: ShellWords.split(text)
            case .xdgMime: text.split { $0 == " " || $0 == "\t" }.map(String.init)
            }
        guard let words, let program = words.first, !program.isEmpty else { return nil }
        self.words = words
        self.subject = subject
        self.rules = rules
    }

    /// The program: a path, or a name that is looked up in PATH.
    package var program: String { words.first ?? "" }

    /// The program and its arguments for a URL.
    ///
    /// To GIO `%f` and `%F` ask for files, which a URL of an app's scheme is none of. xdg-open puts the URL there too,
    /// and last if there is no code; but it knows a code only as a word of its own.
    package func arguments(opening url: String) -> [String] {
        switch rules {
        case .gio, .kde: words.flatMap { argumentsOfGIO($0, url: url) }
        case .xdgMime: argumentsOfXDGOpen(url)
        }
    }

    private func argumentsOfXDGOpen(_ url: String) -> [String] {
        let isReplaced = words.dropFirst().contains { ["%c", "%f", "%F", "%u", "%U", "%i"].contains($0) }
        let arguments = words.dropFirst().flatMap { word -> [String] in
            switch word {
            case "%f", "%F", "%u", "%U": [url]
            case "%c": [subject.name]
            case "%i": ["--icon", subject.icon ?? ""]
            default: [word]
            }
        }
        return [program] + arguments + (isReplaced ? [] : [url])
    }

    private func argumentsOfGIO(_ word: String, url: String) -> [String] {
        switch word {
        case "%f", "%F": []
        case "%i": subject.icon.map { ["--icon", $0] } ?? []
        default: [expanded(word, url: url)]
        }
    }

    private func expanded(_ word: String, url: String) -> String {
        var text = ""
        var afterPercent = false
        for scalar in word.unicodeScalars {
            switch (afterPercent, scalar) {
            case (false, "%"):
                afterPercent = true
                continue
            case (false, _), (true, "%"): text.unicodeScalars.append(scalar)
            case (true, "u"), (true, "U"): text += url
            case (true, "c"): text += subject.name
            case (true, "k"): text += subject.file
            // Those of old, and those that there are not, stand for nothing.
            case (true, _): break
            }
            afterPercent = false
        }
        return text
    }
}
