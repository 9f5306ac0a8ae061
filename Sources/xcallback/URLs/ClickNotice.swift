import DispatcherMessages
import UnixSystem

/// A desktop notification about a click that reaches no daemon or adopted program. A notification is needed because a user
/// does not see the standard error of a program that the desktop starts. The daemon shows all other notifications.
enum ClickNotice {
    /// The shortest time between two notifications, in seconds. A web page may click often.
    private static let interval = 10

    /// Shows a notification, if notify-send is installed. The caller of xdg-open does not wait for notify-send.
    static func show(_ reason: String) {
        guard isDue() else { return }
        Notification.show(
            "A link was not opened", Printable.message("\(reason) (xcallback doctor)", limit: 400, isolated: true))
    }

    /// Returns whether the last notification was long enough ago, and if so records the present time. The record is the
    /// time of a file in XDG_RUNTIME_DIR; without this folder there is no session that could show a notification.
    private static func isDue() -> Bool {
        guard let folder = Shell.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return false }
        // 'uninstall --purge' removes this folder.
        guard (try? Directory.make("\(folder)/xcallbackd")) != nil else { return false }
        let path = "\(folder)/xcallbackd/notice"
        if let age = File.age(of: path), (0..<interval).contains(age) { return false }
        return (try? File.replace(path, with: [], permissions: 0o600, followsLinks: false)) != nil
    }
}
