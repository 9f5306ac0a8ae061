import ArgumentParser
import DesktopEntries
import DispatcherMessages
import Glibc
import ProgramHelp
import UnixSystem
import XCallbackURL

/// `xcallback install`
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Register your schemes with the desktop, and the daemon with systemd.",
        discussion: """
            Copies the programs to ~/.local/bin, unless this program runs from a folder on PATH that is not a build folder. \
            Writes manual pages, completions for bash, zsh and fish, and schemas for editors to ~/.local/share. For zsh, add \
            ~/.local/share/zsh/site-functions to fpath before compinit. A scheme that another app opens stays with \
            that app unless --force is given.

            Prints the steps that were left out or failed, then the faults and hints that the checks of 'xcallback \
            doctor' find, except the round trip. The exit status is 1 if a failed step keeps URLs from working.

            Example:
              xcallback install --verbose
            """)

    @Flag(help: "Also take schemes that another app opens now; 'uninstall' returns them.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "Show the entry of each scheme in menus, as Plasma needs; default: as before.")
    var visible: Bool?

    @Flag(help: "Leave out the checks at the end.")
    var noCheck = false

    @Flag(name: .shortAndLong, help: "Also list each step and each check that succeeds.")
    var verbose = false

    @Argument(
        help: "Schemes to register that you declined with --no-install; the others are registered anyway.",
        completion: NameCompletion.schemes)
    var schemes: [Scheme] = []

    func run() throws {
        let report = try Self.install(force: { _ in force }, accepting: schemes, showsEntries: visible)
        report.show(isWhole: verbose, "installed xcallback \(PackageVersion.text) and your schemes")
        if !noCheck {
            // The table already names declined schemes and, without a user manager, how to start the daemon.
            var known = DeclinedSchemes.all(environment: Shell.environment).map { "scheme \($0)" }
            if !Daemon.hasUserManager {
                known += [DesktopCheckup.userManager] + (Daemon.isServing ? [] : [DaemonCheckup.controlSocket])
            }
            for finding in DoctorCommand.check().findings.byGrade
            where !known.contains(finding.subject) && (verbose || finding.grade != .ok) { finding.show() }
        }
        if !report.failed, RouteFile.names.isEmpty {
            let isFound = ProgramSearch.find("xcallback", in: Shell.environment) != nil
            Shell.print("Next: \(Printable.command([isFound ? "xcallback" : Shell.client, "new"]))")
        }
        try Shell.exit(report.failed ? .errorOutcome : .success)
    }

    /// Installs the programs, and registers the schemes of the configuration that are not declined.
    /// - Parameters:
    ///   - force: Returns whether to take a scheme that another app opens now.
    ///   - accepted: The schemes that are not declined any more.
    static func install(
        force: (Scheme) -> Bool = { _ in false }, accepting accepted: [Scheme] = [], showsEntries: Bool? = nil
    ) throws -> InstallationReport {
        guard let schemes = FileCheck.schemes else {
            throw Shell.failure("cannot ask '\(Shell.daemonExecutable)' for the configuration", .configuration)
        }
        if let unknown = accepted.first(where: { scheme in !schemes.contains { $0.scheme == scheme } }) {
            throw Shell.failure("no route that clicks may run has the scheme \(unknown):", .usage)
        }
        let names = accepted.map(\.text)
        try DeclinedSchemes.set(names, isDeclined: false, environment: Shell.environment)
        let declined = DeclinedSchemes.all(environment: Shell.environment).subtracting(names)
        let wanted = schemes.filter { !declined.contains($0.scheme.text) }
        var report = try Installation.install(
            schemes: wanted, executable: Shell.executable,
            support: support(), routes: RouteFile.folder, showsEntries: showsEntries, environment: Shell.environment,
            force: force, isServing: { Daemon.isServing })
        for scheme in RememberedApps.forget(wanted.map(\.scheme).filter(force)) {
            report.add(.done, "\(scheme): the portal does not open another app unasked any more")
        }
        for scheme in schemes.map(\.scheme.text) where declined.contains(scheme) {
            report.add(.skipped, "\(scheme): you declined it; 'xcallback install \(scheme)' registers it")
        }
        return report
    }

    /// Registers the schemes of files that were loaded, and reports the steps about these schemes, and the schemes without a
    /// step.
    /// - Parameters:
    ///   - isPermitted: Whether to register anything.
    ///   - force: Whether to take these schemes if another app opens them now.
    ///   - warns: Whether warnings about no scheme are reported too.
    static func register(
        _ schemes: [String], if isPermitted: Bool = true, force: Bool = false, warns: Bool = false
    ) throws {
        let lines = isPermitted ? try install(force: { force && schemes.contains($0.text) }).lines : []
        // An installation has some twenty steps.
        let verdicts: [InstallationReport.Verdict] = warns ? [.couldNot, .warning] : [.couldNot]
        for line in lines where schemes.contains(where: line.names) || verdicts.contains(line.verdict) {
            Shell.report("\(line)")
        }
        for scheme in schemes where !lines.contains(where: { $0.names(scheme) }) {
            Shell.report("the desktop does not open \(scheme): with xcallbackd; run 'xcallback install'")
        }
    }

    /// Whether a command that loads files may register their schemes: for clicks the desktop starts this very program, and
    /// the daemon's sockets are in their default folder.
    static var isInstalled: Bool {
        guard Shell.variable(SocketDirectory.variable) == nil, let scheme = Scheme(SchemeCheckup.answers),
            let handler = try? SchemeHandlers(environment: Shell.environment).handler(of: scheme),
            DesktopEntry.isOurs(handler.identifier, for: scheme), let program = handler.command?.program
        else { return false }
        return File.resolved(program) == File.resolved(Shell.executable)
    }

    /// Returns the support files, which the programs print. Pages and schemas that the daemon's program does not print
    /// are left out.
    private static func support() throws -> [SupportFile] {
        func daemon(_ arguments: String...) -> String? { ChildOutput.text(of: [Shell.daemonExecutable] + arguments) }
        var texts: [(String, String?)] = [
            ("man/man1/xcallback.1", try ManCommand.text()), ("man/man8/xcallbackd.8", daemon("--man")),
            ("man/man5/xcallbackd.yaml.5", daemon("--man", ManCommand.Page.configuration.rawValue)),
            ("xcallbackd/routes.schema.json", daemon("--schema", "routes")),
            ("xcallbackd/config.schema.json", daemon("--schema", "config")),
        ]
        for program in ["xcallback", "xcallbackd"] {
            let places: KeyValuePairs = [
                "bash": "bash-completion/completions/\(program)", "zsh": "zsh/site-functions/_\(program)",
                "fish": "fish/vendor_completions.d/\(program).fish",
            ]
            texts += places.map { ($1, CompletionScript.text(of: program, for: $0).map { $0 + "\n" }) }
        }
        return [.icon, .dialogSettings]
            + texts.compactMap { place, text in text.map { SupportFile(place: place, text: $0) } }
    }
}

extension InstallationReport.Line {
    /// Whether the step is about the scheme or its desktop entry.
    func names(_ scheme: String) -> Bool {
        text.hasPrefix("\(scheme):") || text.hasSuffix("/xcallback-\(scheme).desktop")
    }
}

extension InstallationReport {
    /// Prints the steps as a table.
    /// - Parameters:
    ///   - isWhole: Whether to print all steps, not only those that a person may have to act on.
    ///   - deed: What the steps have done, which is printed instead of the steps that succeeded.
    func show(isWhole: Bool = true, _ deed: String = "") {
        if !isWhole, !failed, unchanged > 0 || lines.contains(where: { $0.verdict == .done }) { Shell.print(deed) }
        let lines = lines.filter { isWhole || ![.done, .packaged].contains($0.verdict) }
        if isWhole, unchanged > 0 { Shell.print("files in place, unchanged: \(unchanged)") }
        let rows = lines.map { [[$0.verdict.rawValue], $0.text.split(separator: " ").map(String.init)] }
        let styles = lines.map { style(of: $0.verdict) }
        let printed = TextTable(rows).lines(within: Shell.width) { row, column in column == 0 ? styles[row] : nil }
        for line in printed { Shell.print(line) }
    }

    private func style(of verdict: Verdict) -> TextStyle? {
        switch verdict {
        case .couldNot: .bad
        case .warning: .warning
        case .done, .removed: .good
        case .skipped, .left, .packaged: .dim
        }
    }
}
