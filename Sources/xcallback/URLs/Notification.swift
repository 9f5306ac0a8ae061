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
            show(title, Printable.shown(text, limit: 200))
        case .error(let error): show(title, Printable.message(error.description, limit: 400))
        case .cancel: show(title, "cancelled")
        }
    }

    /// Shows a notification, if notify-send is installed, and does not wait for it.
    /// - Parameter text: The text, in which nothing needs escaping for a person.
    static func show(_ title: String, _ text: String) {
        guard let program = ProgramSearch.find("notify-send", in: Shell.environment) else { return }
        let body = Printable.markup(Printable.encoded(text, for: Shell.environment))
        // Nothing depends on the notification.
        _ = try? ChildProcess(
            [program, "--app-name=xcallback", "--", title, body], path: program, input: .empty, output: .empty,
            errors: .empty, isApart: true)
    }
}
