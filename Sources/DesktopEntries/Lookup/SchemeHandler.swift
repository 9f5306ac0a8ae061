/// The program that opens the URLs of a scheme, and the reason for that choice.
package struct SchemeHandler: Sendable, Hashable {
    /// The desktop file id, such as `org.example.Notes.desktop` (Desktop Entry Specification).
    package let identifier: String
    /// The .desktop file of the program.
    package let file: String
    /// The name for people: the Name in the file, not translated.
    package let name: String
    /// The command that starts the program; nil if only D-Bus starts it.
    package let command: ExecLine?
    /// Whether the desktop passes an activation token to the program (`StartupNotify`).
    package let announcesWindow: Bool
    /// The reason why the program is the handler.
    package let reason: Reason

    /// The line of a file that decided.
    package struct Reason: Sendable, Hashable {
        /// The meaning of the line.
        package enum Kind: String, Sendable, Hashable {
            /// The line makes the program the default: `[Default Applications]`.
            case `default` = "the default"
            /// The line adds the scheme to the program: `[Added Associations]`.
            case added
            /// The program's .desktop file names the scheme.
            case declared
        }

        package let kind: Kind
        /// The list, cache or .desktop file.
        package let file: String
        /// The number of the line, counted from 1.
        package let line: Int
    }
}

extension SchemeHandler {
    /// The sentence that says whose the links are.
    var claim: String { "\(identifier) opens its links (\(reason))" }

    init(_ identifier: String, file: String, entry: ApplicationEntry, reason: Reason) {
        self.init(
            identifier: identifier, file: file, name: entry.name, command: entry.command,
            announcesWindow: entry.announcesWindow, reason: reason)
    }
}

extension SchemeHandler.Reason: CustomStringConvertible {
    /// A text such as `the default in /home/kim/.config/mimeapps.list:3`.
    package var description: String { "\(kind.rawValue) in \(file):\(line)" }
}
