import UnixSystem

/// The programs that ask the user: how each is given a question, and what its answer means.
enum PromptProgram {
    /// A command of config.yaml: 0 is once, 10 always, 1 no.
    case custom([String])
    /// The path of zenity.
    case zenity(String)
    /// The path of kdialog.
    case kdialog(String)

    private static let title = "xcallbackd"
    /// What a dialog begins with. A web page, an app and a script in a container use the same socket, so nobody knows more.
    private static let introduction = "A web page or a program asks to do this:"
    private static let (once, always, no) = ("Allow once", "Always allow", "Do not allow")
    /// The exit status that we make zenity use for a no. It is not 1, because zenity also exits with 1 when it cannot
    /// reach the display.
    private static let zenityRefusal = 3
    /// The length of a line in a dialog.
    private static let width = 100

    /// Finds the first dialog program on PATH. Nil if PATH has none.
    init?(searching environment: [String: String]) {
        if let path = ProgramSearch.find("zenity", in: environment) {
            self = .zenity(path)
        } else if let path = ProgramSearch.find("kdialog", in: environment) {
            self = .kdialog(path)
        } else {
            return nil
        }
    }

    /// - Parameter remembers: Whether "always" allows more than this request.
    func arguments(asking question: String, remembers: Bool) -> [String] {
        switch self {
        case .custom(let command): command + [question]
        case .zenity(let path):
            [
                path, "--question", "--no-markup", "--no-wrap", "--default-cancel", "--title=\(Self.title)",
                "--ok-label=\(Self.once)", "--cancel-label=\(Self.no)",
                "--timeout=\(Int(Prompt.timeout / .seconds(1)))",
            ] + (remembers ? ["--extra-button=\(Self.always)"] : [])
                + ["--text=\(Self.folded(question).joined(separator: "\n"))"]
        case .kdialog(let path):
            // A list rather than buttons: kdialog ends with the status of a button, 1 or 2, when it fails or is closed.
            [
                path, "--title", Self.title, "--radiolist", Self.richText(question), "no", Self.no, "on", "once",
                Self.once, "off",
            ] + (remembers ? ["always", Self.always, "off"] : [])
        }
    }

    /// The variables that the program needs besides its own.
    var variables: [String: String] {
        guard case .zenity = self else { return [:] }
        let refusal = "\(Self.zenityRefusal)"
        // An extra button counts as ESC in zenity 3.44.
        return ["ZENITY_OK": "0", "ZENITY_CANCEL": refusal, "ZENITY_ESC": refusal, "ZENITY_EXTRA": refusal]
    }

    /// Returns the answer of a program that has ended; nil if its status is not an answer.
    /// - Parameter lines: Its standard output.
    func answer(_ completion: CommandRunner.Completion, _ lines: [String]) -> Prompt.Answer? {
        guard case .exited(let status) = completion.end else { return nil }
        switch self {
        case .custom: return [0: .once, 10: .always, 1: .no][status]
        case .zenity:
            if status == 0 { return .once }
            // Programs in the place of zenity may not know its variables. They end with 1, and report nothing.
            let isRefusal = status == Self.zenityRefusal || status == 1 && completion.lastErrorLine.isEmpty
            let isButton = isRefusal || status == 1
            return isButton && lines.contains(Self.always) ? .always : isRefusal ? .no : nil
        case .kdialog:
            if status == 1 { return .no }
            return status == 0
                ? lines.lazy.compactMap { ["once": .once, "always": .always, "no": .no][$0] }.first : nil
        }
    }

    /// The lines of a dialog, folded where it would fold them. The rest of a folded line is indented, so that it does not look like
    /// another line.
    private static func folded(_ question: String) -> [String] {
        ("\(introduction)\n" + question).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            var pieces: [String] = []
            var rest = line
            while !rest.isEmpty {
                let room = pieces.isEmpty ? width : width - 8
                pieces.append((pieces.isEmpty ? "" : "        ") + rest.prefix(room))
                rest = rest.dropFirst(room)
            }
            return pieces
        }
    }

    /// The text for Qt, which reads some texts as markup, and for kdialog, which reads `\n` and `\\`.
    private static func richText(_ question: String) -> String {
        let lines = folded(question).map { line in
            line.map { character in
                switch character {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                case " ": "&nbsp;"
                case "\\": "\\\\"
                default: String(character)
                }
            }.joined()
        }
        return "<qt>\(lines.joined(separator: "<br>"))</qt>"
    }
}
