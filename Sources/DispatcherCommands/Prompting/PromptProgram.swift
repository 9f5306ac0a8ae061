import DispatcherMessages
import UnixSystem

/// The programs that ask the user: how each is given a dialog, and what its end means.
enum PromptProgram {
    /// A command of config.yaml: 0 is yes, 10 the third choice, 1 no.
    case custom([String])
    /// The path of zenity.
    case zenity(String)
    /// The path of kdialog.
    case kdialog(String)

    /// What is asked.
    struct Dialog {
        var text: String
        /// Whether it asks about a request, rather than about the choice of "always".
        var isQuestion: Bool
        /// Whether it has the third choice, "Always …".
        var offersAlways: Bool
        /// Whether the last answer came too quickly.
        var isAgain = false
        /// Whether the locale has all letters.
        var isUTF8 = true
        /// How long the user has to answer.
        var timeout = Prompt.timeout

        fileprivate var yes: String { isQuestion ? "Allow once" : "Always allow" }

        fileprivate var layout: DialogText {
            var heading: [String] = []
            if isAgain { heading.append("Answered too quickly. Please read:") }
            // A web page, an app and a script in a container use the same socket, so nobody knows more.
            if isQuestion { heading.append("A web page or a program asks to do this:") }
            return DialogText(heading: heading, isUTF8 ? text : Printable.ascii(text))
        }
    }

    enum Answer: Sendable, Hashable {
        case yes, no
        /// The third choice.
        case always
        /// The time was over.
        case none
    }

    private static let title = "xcallbackd"
    private static let (no, always) = ("Do not allow", "Always")
    /// The exit statuses that we make zenity use for a no, and for the end of its time. No is not 1, because zenity also exits
    /// with 1 when it cannot reach the display.
    private static let (zenityRefusal, zenityTimeout) = (3, 5)
    /// What kdialog prints once its window is there.
    private static let windowMark = "winId:"

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

    /// No answer is on a key that might be meant for something else: Enter, the space bar and Escape choose no or, in kdialog,
    /// the third choice, which has a dialog of its own.
    func arguments(showing dialog: Dialog) -> [String] {
        let always = dialog.isUTF8 ? "\(Self.always) …" : "\(Self.always) ..."
        switch self {
        case .custom(let command):
            let text = dialog.isUTF8 ? dialog.text : Printable.ascii(dialog.text)
            // The program must not take the text for an option.
            return command + [text.hasPrefix("-") ? " \(text)" : text]
        case .zenity(let path):
            return [
                path, "--question", "--no-wrap", "--default-cancel", "--title=\(Self.title)",
                "--ok-label=\(dialog.yes)", "--cancel-label=\(Self.no)",
                "--timeout=\(max(1, Int(dialog.timeout / .seconds(1))))",
            ] + (dialog.offersAlways ? ["--extra-button=\(always)"] : []) + ["--text=\(dialog.layout.pango)"]
        case .kdialog(let path):
            // Enter presses the button of "yes", and so does the space bar.
            return [
                path, "--title", Self.title, "--print-winid", "--yes-label", Self.no, "--no-label", dialog.yes,
            ] + (dialog.offersAlways ? ["--cancel-label", always, "--warningyesnocancel"] : ["--warningyesno"])
                + [dialog.layout.richText]
        }
    }

    /// The variables that the program needs besides its own.
    var variables: [String: String] {
        switch self {
        case .custom: return [:]
        case .zenity:
            let refusal = "\(Self.zenityRefusal)"
            // An extra button counts as ESC in zenity 3.44.
            return [
                "ZENITY_OK": "0", "ZENITY_CANCEL": refusal, "ZENITY_ESC": refusal, "ZENITY_EXTRA": refusal,
                "ZENITY_TIMEOUT": "\(Self.zenityTimeout)",
            ]
        // Qt tells of a lost connection to the display on standard error, whatever its files of settings say.
        case .kdialog: return ["QT_FORCE_STDERR_LOGGING": "1", "QT_LOGGING_RULES": "*.warning=true"]
        }
    }

    /// Returns the answer of a program that has ended; nil if its status is not an answer.
    /// - Parameter lines: Its standard output.
    func answer(_ completion: CommandRunner.Completion, _ lines: [String], to dialog: Dialog) -> Answer? {
        if case .timedOut = completion.end { return Answer.none }
        guard case .exited(let status) = completion.end else { return nil }
        switch self {
        case .custom: return [0: .yes, 10: .always, 1: .no][status]
        case .zenity:
            if status == 0 { return .yes }
            if status == Self.zenityTimeout { return Answer.none }
            // Programs in the place of zenity may not know its variables. They end with 1, and report nothing.
            let isRefusal = status == Self.zenityRefusal || status == 1 && completion.lastErrorLine.isEmpty
            let isButton = dialog.offersAlways && (isRefusal || status == 1)
            return isButton && lines.contains { $0.hasPrefix(Self.always) } ? .always : isRefusal ? .no : nil
        case .kdialog:
            // It ends with 1, too, for an option that it does not know, and without a display.
            guard lines.contains(where: { $0.hasPrefix(Self.windowMark) }) else { return nil }
            return switch status {
            case 0: .no
            // Qt ends with 1 after "The X11 connection broke" or "The Wayland connection experienced a fatal error".
            case 1: completion.lastErrorLine.contains(" connection ") ? nil : .yes
            case 2: dialog.offersAlways ? .always : .no
            default: nil
            }
        }
    }

    /// How long the user saw the dialog, as far as that is known; nil for a program that decides itself what counts.
    func readingTime(_ completion: CommandRunner.Completion) -> Duration? {
        switch self {
        case .custom: nil
        case .zenity: completion.duration
        case .kdialog: completion.durationAfterOutput ?? .zero
        }
    }
}
