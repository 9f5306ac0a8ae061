import DesktopEntries
import DispatcherMessages
import RequestRecord
import UnixSystem

/// The programs that ask the user: the arguments and variables that show a dialog, and the meaning of the exit status.
enum PromptProgram {
    /// A command of config.yaml. Status 0 is yes, 10 is the third choice, 1 is no.
    case custom([String])
    /// The path of zenity.
    case zenity(String)
    /// The path of kdialog.
    case kdialog(String)

    /// The content of a dialog.
    struct Dialog {
        var text: String
        /// The socket of the request.
        var door = Door.desktop
        /// Whether the dialog asks about a request, rather than about the answer "always".
        var isQuestion: Bool
        /// Whether the dialog has the third choice, "Always …".
        var offersAlways: Bool
        /// Whether the last answer came too early.
        var isAgain = false
        /// Whether the dialog shows our icon. Without the icon's file, the dialog would show that a picture is missing.
        var hasIcon = false
        /// Whether the locale can show all letters.
        var isUTF8 = true
        /// The time in which the user has to answer.
        var timeout = Prompt.timeout

        fileprivate var yes: String { isQuestion ? "Allow once" : "Always allow" }
        fileprivate var no: String { isQuestion ? "Do not allow" : "Back" }

        /// The title of the window, which differs for the questions of agents and of clicks.
        fileprivate var title: String { door == .agent ? "xcallbackd: an agent asks" : "xcallbackd" }
    }

    enum Answer: Sendable, Hashable {
        case yes, no
        /// The third choice.
        case always
        /// The time was up.
        case none
    }

    private static let always = "Always"
    /// The exit statuses that zenity is configured to use for a no and for a timeout. No is not 1, because zenity also
    /// exits with 1 if it cannot reach the display.
    private static let (zenityRefusal, zenityTimeout) = (3, 5)
    /// The text that kdialog prints when its window exists.
    private static let windowMark = "winId:"

    var isCustom: Bool { if case .custom = self { true } else { false } }

    /// Finds the first dialog program on PATH. Nil if PATH has no such program.
    init?(searching environment: [String: String]) {
        for name in SessionVariables.dialogPrograms(environment) {
            guard let path = ProgramSearch.find(name, in: environment) else { continue }
            self = name == "zenity" ? .zenity(path) : .kdialog(path)
            return
        }
        return nil
    }

    /// Returns the arguments that show a dialog. Keys that might be meant for another window do not allow a request:
    /// Enter, the space bar and Escape choose no or, in kdialog, the third choice, which opens a separate dialog.
    func arguments(showing dialog: Dialog) -> [String] {
        let always = dialog.isUTF8 ? "\(Self.always) …" : "\(Self.always) ..."
        switch self {
        case .custom(let command):
            let text = dialog.isUTF8 ? dialog.text : Printable.ascii(dialog.text)
            // The program must not read the text as an option.
            return command + [text.hasPrefix("-") ? " \(text)" : text]
        case .zenity(let path):
            return [
                path, "--question", "--no-wrap", "--default-cancel", "--title=\(dialog.title)",
                "--ok-label=\(dialog.yes)", "--cancel-label=\(dialog.no)",
                "--timeout=\(max(1, Int(dialog.timeout / .seconds(1))))",
            ] + (dialog.offersAlways ? ["--extra-button=\(always)"] : [])
                // The versions before 4 do not know the option's new name, `--icon`.
                + (dialog.hasIcon ? ["--icon-name=\(SupportFile.iconName)"] : []) + ["--text=\(dialog.pango)"]
        case .kdialog(let path):
            // Enter and the space bar press the button that kdialog calls "yes".
            return [
                path, "--title", dialog.title, "--print-winid", "--yes-label", dialog.no, "--no-label", dialog.yes,
            ] + (dialog.hasIcon ? ["--icon", SupportFile.iconName] : [])
                + (dialog.offersAlways ? ["--cancel-label", always, "--warningyesnocancel"] : ["--warningyesno"])
                + [dialog.richText]
        }
    }

    /// Returns the variables that the program needs in addition to its environment.
    func variables(over environment: [String: String]) -> [String: String] {
        switch self {
        case .custom: return [:]
        case .zenity:
            let refusal = "\(Self.zenityRefusal)"
            // zenity 3.44 treats an extra button as ESC.
            return [
                "ZENITY_OK": "0", "ZENITY_CANCEL": refusal, "ZENITY_ESC": refusal, "ZENITY_EXTRA": refusal,
                "ZENITY_TIMEOUT": "\(Self.zenityTimeout)",
            ]
        case .kdialog:
            let folders = (try? BaseDirectories(environment: environment)).map(SupportFile.dialogFolders)
            // Qt reports a lost connection to the display on standard error, regardless of its configuration files.
            return [
                "QT_FORCE_STDERR_LOGGING": "1", "QT_LOGGING_RULES": "*.warning=true", "XDG_CONFIG_DIRS": folders,
            ].compactMapValues { $0 }
        }
    }

    /// Returns the answer of a program that has ended; nil if its status is not an answer.
    /// - Parameter lines: The standard output of the program.
    func answer(_ completion: CommandRunner.Completion, _ lines: [String], to dialog: Dialog) -> Answer? {
        if case .timedOut = completion.end { return Answer.none }
        guard case .exited(let status) = completion.end else { return nil }
        switch self {
        case .custom: return [0: .yes, 10: .always, 1: .no][status]
        case .zenity:
            if status == 0 { return .yes }
            if status == Self.zenityTimeout { return Answer.none }
            // Replacements of zenity may ignore its variables. For a no, they exit with 1 and report nothing.
            let isRefusal = status == Self.zenityRefusal || status == 1 && completion.lastErrorLine.isEmpty
            let isButton = dialog.offersAlways && (isRefusal || status == 1)
            return isButton && lines.contains { $0.hasPrefix(Self.always) } ? .always : isRefusal ? .no : nil
        case .kdialog:
            // kdialog also exits with 1 for an unknown option, and without a display.
            guard lines.contains(where: { $0.hasPrefix(Self.windowMark) }) else { return nil }
            return switch status {
            case 0: .no
            // Qt exits with 1 after "The X11 connection broke" or "The Wayland connection experienced a fatal error".
            case 1: completion.lastErrorLine.contains(" connection ") ? nil : .yes
            case 2: dialog.offersAlways ? .always : .no
            default: nil
            }
        }
    }

    /// The time for which the user saw the dialog, if known; nil for a program that itself decides which answers count.
    func readingTime(_ completion: CommandRunner.Completion) -> Duration? {
        switch self {
        case .custom: nil
        case .zenity: completion.duration
        case .kdialog: completion.durationAfterOutput ?? .zero
        }
    }
}

/// The text of a dialog. A dialog may need several rows for one line. The later rows of a line are indented, so that no
/// value looks like another line.
extension PromptProgram.Dialog {
    /// The length of a row, in columns.
    private static let width = 100
    /// The distance from the end of a row in which a blank is searched.
    private static let wordLimit = 20
    private static let indent = "        "
    private static let (isolate, endOfIsolate): (Unicode.Scalar, Unicode.Scalar) = ("\u{2068}", "\u{2069}")

    /// The lines of the dialog: its heading, then its text, which begins with bold lines.
    private var lines: [(text: String, isBold: Bool)] {
        var heading: [String] = []
        if isAgain { heading.append("Answered too quickly. Please read:") }
        // A web page, an app and a script in a container use the same socket, so the daemon cannot be more
        // specific. The text of an agent's question itself begins with the agent.
        if isQuestion, door != .agent { heading.append("A web page or a program asks to do this:") }
        let boldCount = door == .agent ? 2 : 1
        let rest = (isUTF8 ? text : Printable.ascii(text)).split(separator: "\n", omittingEmptySubsequences: false)
        return heading.map { ($0, false) }
            + rest.enumerated().map { index, line in (String(line), index < boldCount) }
    }

    private static func folded(_ line: String) -> [String] {
        var pieces: [String] = []
        var rest = line[...]
        var isIsolated = false
        repeat {
            let piece = rest.prefix(length(of: rest, in: pieces.isEmpty ? width : width - indent.count))
            rest = rest.dropFirst(piece.count)
            // Each row is a paragraph, and an isolate ends at the end of its paragraph. Without a mark, Pango derives
            // the direction of a paragraph from its first letter, even from an isolated letter.
            var row = (isIsolated ? String(isolate) : "") + piece
            for scalar in piece.unicodeScalars where scalar == isolate || scalar == endOfIsolate {
                isIsolated = scalar == isolate
            }
            if isIsolated { row.unicodeScalars.append(endOfIsolate) }
            if row.unicodeScalars.contains(isolate) { row = "\u{200E}\(row)" }
            pieces.append((pieces.isEmpty ? "" : indent) + row)
        } while !rest.isEmpty
        return pieces
    }

    /// Returns the number of characters that fit into some columns, up to the last blank if a blank is near the end. A
    /// backslash stays with the character that it escapes, or a row would begin with an apparent escape.
    private static func length(of text: Substring, in columns: Int) -> Int {
        var (length, blank, room, escapes) = (0, 0, columns, false)
        for character in text {
            room -= self.columns(of: character)
            guard room >= 0 else { return blank > 0 ? blank : max(1, escapes ? length - 1 : length) }
            length += 1
            escapes = character == "\\" && !escapes
            if character == " ", room < wordLimit { blank = length }
        }
        return length
    }

    /// Returns the columns that a character may need. Few fonts give all letters one width, and a character without a
    /// glyph is shown as a box with its number.
    private static func columns(of character: Character) -> Int {
        switch character.unicodeScalars.first ?? " " {
        case "M", "W", "m", "w", "@", "%": 2
        // Dashes of several letters, words that are one character, and cuneiform.
        case "\u{2E3A}"..."\u{2E3B}", "\u{FDF0}"..."\u{FDFF}", "\u{12000}"..."\u{1254F}": 10
        case "\u{1100}"...: 2
        default: 1
        }
    }

    /// The text for zenity, which does not indent folded lines.
    fileprivate var pango: String {
        lines.flatMap { line in
            Self.folded(line.text).map { row in
                let text = Printable.markup(row)
                return line.isBold ? "<b>\(text)</b>" : text
            }
        }.joined(separator: "\n")
    }

    /// The text for kdialog, whose Qt folds the lines. Qt shows nothing of a text that it cannot make narrower than the
    /// screen.
    fileprivate var richText: String {
        let style = "margin:0 0 0 40px;text-indent:-40px;white-space:pre-wrap"
        let paragraphs = lines.map { line in
            let text = Self.breakable(line.text)
            return "<p style='\(style)'>\(line.isBold ? "<b>\(text)</b>" : text)</p>"
        }
        return "<qt>\(paragraphs.joined())</qt>"
    }

    /// Returns the markup of a line with zero-width spaces in long words, at which Qt can fold the line.
    private static func breakable(_ line: String) -> String {
        var pieces: [String] = [""]
        var room = wordLimit
        for character in line {
            room = character == " " ? wordLimit : room - columns(of: character)
            if room < 0 {
                pieces.append("")
                room = wordLimit - columns(of: character)
            }
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map { Printable.markup($0) }.joined(separator: "&#8203;")
    }
}
