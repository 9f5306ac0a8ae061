import DispatcherMessages
import UnixSystem

/// A notification of the desktop.
enum Notification {
    /// Shows a notification, if notify-send is installed, and does not wait for it.
    /// - Parameter text: The text, in which nothing needs escaping for a person.
    static func show(_ title: String, _ text: String) {
        guard let program = ProgramSearch.find("notify-send", in: Shell.environment) else { return }
        let body = Printable.markup(Printable.encoded(text, for: Shell.environment))
        // Nothing depends on the notification.
        _ = try? ChildProcess(
            [program, "--app-name=xcallback", "--", title, body], path: program, input: .empty, output: .empty,
            errors: .empty, group: .own)
    }
}
