/// The program that opens the URLs of a scheme, and why it is that one.
package struct SchemeHandler: Sendable, Hashable {
    /// The desktop file id, as in `org.example.Notes.desktop` (Desktop Entry Specification).
    package let identifier: String
    /// Its .desktop file.
    package let file: String
    /// Its name for people: the file's Name, not translated.
    package let name: String
    /// The command that starts it; nil if it is started by D-Bus only.
    package let command: ExecLine?
    /// Whether the session's bus starts it (`DBusActivatable`).
    package let isBusActivatable: Bool
    /// Whether the desktop hands it an activation token (`StartupNotify`).
    package let announcesWindow: Bool
    /// The reason why it is the handler.
    package let reason: Reason

    /// The line that decided.
    package struct Reason: Sendable, Hashable {
        /// The meaning of the line.
        package enum Kind: Sendable, Hashable {
            /// It is the default: `[Default Applications]`.
            case `default`
            /// The scheme was added to it: `[Added Associations]`.
            case added
            /// Its .desktop file names the scheme.
            case declared
        }

        package let kind: Kind
        /// The list, cache or .desktop file.
        package let file: String
        /// Counted from 1.
        package let line: Int
    }
}

extension SchemeHandler {
    init(_ identifier: String, file: String, entry: ApplicationEntry, reason: Reason) {
        self.init(
            identifier: identifier, file: file, name: entry.name, command: entry.command,
            isBusActivatable: entry.isBusActivatable, announcesWindow: entry.announcesWindow, reason: reason)
    }
}

extension SchemeHandler.Reason: CustomStringConvertible {
    /// As in `the default in /home/kim/.config/mimeapps.list:3`.
    package var description: String {
        switch kind {
        case .default: "the default in \(file):\(line)"
        case .added: "added in \(file):\(line)"
        case .declared: "declared in \(file):\(line)"
        }
    }
}
