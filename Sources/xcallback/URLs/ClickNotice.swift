import DispatcherMessages
import Glibc
import UnixSystem

/// A desktop notification about a click that reaches no daemon: nobody reads the standard error of what the desktop starts.
/// The daemon shows all others.
enum ClickNotice {
    /// The shortest time between two. A web page may click often.
    private static let interval = 10

    /// Shows it, if there is a program for it. The caller of xdg-open does not wait for it.
    static func show(_ reason: String) {
        guard let program = ProgramSearch.find("notify-send", in: Shell.environment), isDue() else { return }
        let reason = Printable.message(reason, limit: 400, isolated: true)
        let body = Printable.markup(Printable.encoded(reason, for: Shell.environment))
        // Without it the click is lost all the same.
        _ = try? ChildProcess(
            [program, "--app-name=xcallback", "--", "A link was not opened", body], path: program, input: .empty,
            output: .empty, errors: .empty, group: .own)
    }

    /// Whether the last one was long enough ago. Its time is that of a file in XDG_RUNTIME_DIR; without the folder there is
    /// no session that could show one.
    private static func isDue() -> Bool {
        guard let folder = Shell.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return false }
        let path = "\(folder)/xcallback-notice"
        if let age = File.age(of: path), (0..<interval).contains(age) { return false }
        let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return futimens(file, nil) == 0
    }
}
