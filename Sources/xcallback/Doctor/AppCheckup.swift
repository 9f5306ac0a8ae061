import DesktopEntries
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// Checks the apps of other schemes, which calls and callbacks open: whether their desktop entries pass the URL on.
struct AppCheckup {
    private(set) var findings: [Finding] = []
    private let environment = Shell.environment

    /// The command that opens URLs.
    private let opener: [String]

    /// The grade of a scheme that no app opens.
    private let absence: Finding.Grade

    /// - Parameter opener: The command by which the daemon opens URLs; nil without a daemon.
    init(schemes: [Scheme], absence: Finding.Grade, opener: [String]?) {
        (self.absence, self.opener) = (absence, opener ?? ["xdg-open"])
        do {
            for scheme in schemes { try check(scheme) }
        } catch {
            findings.add(.fault, "apps", "\(error)")
        }
    }

    private mutating func check(_ scheme: Scheme) throws(InstallationError) {
        let subject = "app of \(scheme)"
        let handlers = try SchemeHandlers(environment: environment)
        guard let handler = handlers.handler(of: scheme) else {
            if let (file, program) = handlers.broken(for: scheme) {
                return findings.add(
                    absence, subject, "the program '\(program)' is missing or not executable",
                    remedy: "install it again, or in \(file) write \(Self.form)")
            }
            return findings.add(
                absence, subject, "no app is found",
                remedy: "install the app, whose entry needs MimeType=x-scheme-handler/\(scheme); and \(Self.form)")
        }
        if DesktopEntry.isOurs(handler.identifier, for: scheme) {
            return findings.add(
                .fault, subject, "no file that is loaded has \(scheme):",
                remedy: "mend the file that should have it, or remove the scheme with 'xcallback install'")
        }
        if let flaw = flaw(handler) {
            return findings.add(.fault, subject, flaw, remedy: "in \(handler.file) write \(Self.form)")
        }
        findings.add(.ok, subject, "\(handler.name) (\(handler.identifier), \(handler.reason))")
        if let lack = handler.terminalFault(opener: opener, environment: environment) {
            findings.add(
                .hint, subject, lack, remedy: "in \(handler.file) write Terminal=false, and start a terminal in Exec")
        }
        for (opener, rules) in [("xdg-open", AssociationRules.xdgMime), ("gio", .gio)] {
            let other = try SchemeHandlers(environment: environment, rules: rules).handler(of: scheme)
            if let other, let flaw = flaw(other) {
                findings.add(.hint, subject, "with \(opener), \(flaw)", remedy: "in \(other.file) write \(Self.form)")
            } else if let other, other.identifier != handler.identifier {
                findings.add(.hint, subject, "\(opener) opens \(other.identifier) (\(other.reason))")
            } else if other == nil {
                findings.add(
                    .hint, subject, "\(opener) does not find the app",
                    remedy:
                        "update-desktop-database ~/.local/share/applications; write the entry's Exec without quotes")
            }
        }
    }

    private static let form = "Exec=PROGRAM %u, without quotes and with %u as a separate word"

    /// Returns the flaw of the command that an opener starts; nil if the URL is one whole word of the command.
    private func flaw(_ handler: SchemeHandler) -> String? {
        guard let words = handler.command?.arguments(opening: "x:URL") else { return nil }
        let codes = words.dropFirst().filter { $0.contains("%") || $0.contains("\"") }
        guard words.filter({ $0 == "x:URL" }).count != 1 || !codes.isEmpty else { return nil }
        return "\(handler.name) would not get the URL as one argument; its command is \(Printable.command(words))"
    }
}
