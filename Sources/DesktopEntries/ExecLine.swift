/// The Exec line of a .desktop file: a program and its arguments, with codes for what is opened (Desktop Entry
/// Specification §7).
package struct ExecLine: Sendable, Hashable {
    /// A word as it stands in the line, its quotes undone and its codes not yet.
    private let words: [String]
    private let name: String
    private let icon: String?
    private let file: String

    /// Takes the line apart as a shell does, without running anything; nil if a quote is not closed or there is no
    /// program.
    ///
    /// - Parameters:
    ///   - name: what `%c` stands for.
    ///   - icon: what `%i` stands for.
    ///   - file: the .desktop file, `%k`.
    init?(_ text: String, name: String, icon: String?, file: String) {
        guard let words = Self.split(text), let program = words.first, !program.isEmpty else { return nil }
        self.init(words: words, name: name, icon: icon, file: file)
    }

    /// Takes the line apart at blanks alone, as xdg-open does: quotes stay in their words.
    init?(unquoted text: String, name: String, icon: String?, file: String) {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard !words.isEmpty else { return nil }
        self.init(words: words, name: name, icon: icon, file: file)
    }

    private init(words: [String], name: String, icon: String?, file: String) {
        self.words = words
        self.name = name
        self.icon = icon
        self.file = file
    }

    /// The program: a path, or a name that is looked up in PATH.
    package var program: String { words.first ?? "" }

    /// The program and its arguments for a URL. `%f` and `%F` ask for files, which a URL of an app's scheme is none of.
    package func arguments(opening url: String) -> [String] {
        words.flatMap { word -> [String] in
            switch word {
            case "%f", "%F": []
            case "%i": icon.map { ["--icon", $0] } ?? []
            default: [expanded(word, url: url)]
            }
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
            case (true, "c"): text += name
            case (true, "k"): text += file
            // Those of old, and those that there are not, stand for nothing.
            case (true, _): break
            }
            afterPercent = false
        }
        return text
    }

    private static func split(_ text: String) -> [String]? {
        var splitter = ShellWords()
        for scalar in text.unicodeScalars { splitter.read(scalar) }
        return splitter.end()
    }
}
