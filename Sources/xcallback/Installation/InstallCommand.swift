import ArgumentParser
import DesktopEntries
import DispatcherMessages
import Glibc
import ProgramHelp
import UnixSystem

/// `xcallback install`
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Register the schemes of the routes with the desktop, and the daemon with systemd.",
        discussion: """
            Copies the programs to ~/.local/bin and replaces older copies there, unless this program runs from a folder \
            on PATH that is not a build folder. Writes manual pages, completions for bash, zsh and fish, and schemas \
            for editors to ~/.local/share, and creates ~/.config/xcallbackd/routes.d. For zsh, add \
            ~/.local/share/zsh/site-functions to fpath before compinit. A scheme that another app opens stays with \
            that app unless --force is given.

            Prints the steps that were left out or failed, then the faults and hints that the checks of 'xcallback \
            doctor' find, except the round trip. The exit status is 1 if a failed step keeps URLs from working; the \
            checks do not affect the exit status.

            Example:
              xcallback install --dry-run
            """)

    @Option(help: "Folder of config.yaml and routes.d; default: $XDG_CONFIG_HOME/xcallbackd.", completion: .directory)
    var config: String?

    @Flag(help: "Also take schemes that another app opens now; 'uninstall' returns them.")
    var force = false

    @Flag(
        inversion: .prefixedNo,
        help: """
            Whether menus show the entry of each scheme, which Plasma's "Choose Application" needs, or not; default: as in \
            the previous installation, at first not.
            """)
    var visible: Bool?

    @Flag(help: "Change nothing; list the steps that would be done.")
    var dryRun = false

    @Flag(help: "Leave out the checks at the end.")
    var noCheck = false

    @Flag(name: .shortAndLong, help: "Also list each step and each check that succeeds.")
    var verbose = false

    func run() throws {
        let report = try Self.install(config: config, force: force, showsEntries: visible, isRehearsal: dryRun)
        report.show(isWhole: verbose || dryRun, "installed xcallback \(PackageVersion.text) and your schemes")
        if !dryRun, !noCheck {
            // Without a user manager, the table already says so, and how to start the daemon.
            var known: [String] = []
            if !Daemon.hasUserManager {
                known = [DesktopCheckup.userManager] + (Daemon.isServing ? [] : [DaemonCheckup.controlSocket])
            }
            for finding in DoctorCommand.check(config: config).findings
            where !known.contains(finding.subject) && (verbose || finding.grade != .ok) { finding.show() }
        }
        if !dryRun, !report.failed {
            let isFound = ProgramSearch.find("xcallback", in: Shell.environment) != nil
            Shell.print("Next: \(Printable.command([isFound ? "xcallback" : Shell.client, "new"]))")
        }
        try Shell.exit(report.failed ? .errorOutcome : .success)
    }

    /// Installs the programs, and registers the schemes of a configuration.
    static func install(
        config: String?, force: Bool, showsEntries: Bool? = nil, isRehearsal: Bool = false
    ) throws -> InstallationReport {
        guard let schemes = FileCheck.schemes(of: config) else {
            throw Shell.failure("cannot ask '\(Shell.daemonExecutable)' for the configuration", .configuration)
        }
        return try Installation.install(
            schemes: schemes, executable: Shell.executable, support: support(),
            routes: config == nil ? RouteFile.folder : nil, showsEntries: showsEntries, environment: Shell.environment,
            force: force, isRehearsal: isRehearsal, isServing: { Daemon.isServing })
    }

    /// Returns the support files, which the programs print. Pages and schemas that the daemon's program does not print
    /// are left out.
    private static func support() throws -> [SupportFile] {
        func daemon(_ arguments: String...) -> String? { ChildOutput.text(of: [Shell.daemonExecutable] + arguments) }
        let completions = [
            ("bash", "bash-completion/completions/"), ("zsh", "zsh/site-functions/_"),
            ("fish", "fish/vendor_completions.d/"),
        ].flatMap { shell, place -> [(String, String?)] in
            ["xcallback", "xcallbackd"].map { program in
                let script = CompletionScript.text(of: program, for: shell).map { $0 + "\n" }
                return (place + program + (shell == "fish" ? ".fish" : ""), script)
            }
        }
        let texts: [(String, String?)] =
            [
                ("man/man1/xcallback.1", try ManCommand.text()), ("man/man8/xcallbackd.8", daemon("--man")),
                ("man/man5/xcallbackd.yaml.5", daemon("--man", ManCommand.Page.configuration.rawValue)),
            ] + completions + [
                ("xcallbackd/routes.schema.json", daemon("--schema", "routes")),
                ("xcallbackd/config.schema.json", daemon("--schema", "config")),
            ]
        return [.icon] + texts.compactMap { place, text in text.map { SupportFile(place: place, text: $0) } }
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
        case .done: .good
        case .planned: nil
        case .skipped, .left, .packaged: .dim
        }
    }
}
