import UnixSystem

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
    /// Whether menus leave the program out (`NoDisplay`).
    package let isLeftOutOfMenus: Bool
    /// Whether the program runs in a terminal (`Terminal`).
    private let wantsTerminal: Bool
    /// Whether the user deleted the entry (`Hidden`). Openers still start an app that a list names.
    let isHidden: Bool
    /// The programs that must exist for the application to count as installed.
    let neededPrograms: [String]
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

    /// Returns why the app gets no terminal, though it wants one; nil if it gets one, or wants none.
    /// - Parameter opener: The command that opens URLs.
    package func terminalFault(opener: @autoclosure () -> [String], environment: [String: String]) -> String? {
        guard wantsTerminal, let path = ProgramSearch.find(opener().first ?? "", in: environment),
            let fault = AssociationRules.terminalFault(ofOpener: path, in: environment)
        else { return nil }
        return "\(identifier) wants a terminal (Terminal=true): \(fault)"
    }

    /// The sentence that says whose the links are.
    var claim: String { "\(identifier) opens its links (\(reason))" }

    /// Reads a .desktop file (Desktop Entry Specification). Nil if the opener would not accept the file: GLib refuses a
    /// malformed line, another type, and an Exec line that a shell cannot parse; xdg-open needs only a program in `Exec`.
    init?(_ program: Association, file: String, _ bytes: [UInt8], rules: AssociationRules) {
        let keys = KeyFile(bytes, rules: rules)
        identifier = program.identifier
        reason = program.reason
        self.file = file
        name = keys.text("Name") ?? file.split(separator: "/").last.map(String.init) ?? file
        isLeftOutOfMenus = keys.text("NoDisplay") == "true"
        wantsTerminal = keys.text("Terminal") == "true"
        isHidden = keys.text("Hidden") == "true"
        let exec = keys.text("Exec")
        command = ExecLine(exec ?? "", rules: rules)
        let isAccepted =
            rules.readsAsGLib
            ? keys.text("Type") == "Application"
                && keys.entries.first?.group.elementsEqual("Desktop Entry".utf8) == true
                && (exec == nil || command != nil)
            : command != nil
        guard isAccepted else { return nil }
        neededPrograms =
            (rules.readsAsGLib ? [keys.text("TryExec")] : []).compactMap(\.self) + (command.map { [$0.program] } ?? [])
    }
}

extension SchemeEntry {
    /// Whether the program that opens the scheme is `xcallback`.
    package func isRegistered(_ handler: SchemeHandler?) -> Bool {
        handler.map { DesktopEntry.isOurs($0.identifier, for: scheme) } ?? false
    }
}

extension SchemeHandler.Reason: CustomStringConvertible {
    /// A text such as `the default in /home/kim/.config/mimeapps.list:3`.
    package var description: String { "\(kind.rawValue) in \(file):\(line)" }
}
