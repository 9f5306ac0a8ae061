import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// A notification of the desktop.
enum Notification {
    /// Shows a text, an error or a cancel. A person who pressed a key sees nothing else.
    static func show(_ title: String, _ outcome: Outcome) {
        switch outcome {
        case .success(let output):
            guard let members = output.members, members.count == 1, let text = members[0].value.text else { return }
            show(title, text.allSatisfy(\.isWhitespace) ? "done" : Printable.shown(text, limit: 200), waiting: true)
        case .error(let error):
            show("\(title) failed (\(error.code))", Printable.message(error.sentence, limit: 400), waiting: true)
        case .cancel: show(title, "cancelled", waiting: true)
        }
    }

    /// Shows a notification, if notify-send is installed.
    /// - Parameters:
    ///   - text: The text, in which nothing needs escaping for a person.
    ///   - isWaiting: Whether to wait for notify-send, at most 3 seconds. The end of a program in a systemd unit is the end of
    ///     what it started.
    static func show(_ title: String, _ text: String, waiting isWaiting: Bool = false) {
        guard let program = ProgramSearch.find("notify-send", in: Shell.environment) else { return }
        let body = Printable.markup(Printable.encoded(text, for: Shell.environment))
        // Nothing depends on the notification.
        let child = try? ChildProcess(
            [program, "--app-name=xcallback", "--icon=xcallback", "--", title, body], path: program,
            input: .empty, output: .empty, errors: .empty, isApart: true)
        guard isWaiting, let end = try? child?.openDescriptor() else { return }
        _ = waitUntilReadable(end.number, milliseconds: 3000)
    }
}
