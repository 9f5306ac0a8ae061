/// How a text looks on a terminal that shows colours.
enum TextStyle: String {
    case header = "1"
    case dim = "2"
    case bad = "31"
    case good = "32"
    case warning = "33"

    /// Whether standard output is a terminal, and the user has not asked for plain text (no-color.org).
    static let isShown = Shell.isTerminal && Shell.variable("NO_COLOR") ?? "" == "" && Shell.variable("TERM") != "dumb"

    func applied(to text: String) -> String { Self.isShown ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text }
}
