/// How a text looks on a terminal that shows colours.
enum TextStyle: String {
    case header = "1"
    case failure = "31"
    case cancel = "33"

    /// Whether standard output is a terminal, and the user has not asked for plain text (no-color.org).
    static let isShown = Shell.isTerminal && Shell.variable("NO_COLOR") ?? "" == "" && Shell.variable("TERM") != "dumb"

    func applied(to text: String) -> String { Self.isShown ? "\u{1b}[\(rawValue)m\(text)\u{1b}[0m" : text }
}
