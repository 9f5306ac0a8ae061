import TestSupport
import Testing
import UnixSystem

@testable import DesktopEntries

/// The units of the systemd user manager.
@Suite(.timeLimit(.minutes(5)))
struct UserUnitTests {
    /// The units that are enabled, as a report and a command name them.
    static let sockets = "xcallbackd-desktop.socket, xcallbackd-control.socket and xcallbackd-agent.socket"
    private static let names = "xcallbackd-desktop.socket xcallbackd-control.socket xcallbackd-agent.socket"
    private let home: Home

    init() throws { home = try Home() }

    @Test(arguments: UserUnit.all)
    func `the shipped unit is the compiled-in one`(unit: UserUnit) throws {
        #expect(try Repository.text("systemd/\(unit.name)") == unit.template)
    }

    @Test(DesktopTools.analyze)
    func `systemd finds no fault with the shipped units`() throws {
        try home.script(".local/bin/xcallbackd", "exit 0")
        try verify(home, directory: "\(Repository.root)/systemd")
    }

    @Test(DesktopTools.analyze)
    func `systemd finds no fault with the installed units`() throws {
        _ = try home.install("notes")
        #expect(
            home[".config/systemd/user/xcallbackd.service"]?.contains("\nExecStart=\(home.path)/bin/xcallbackd\n")
                == true)
        try verify(home, directory: "\(home.path)/.config/systemd/user")
    }

    @Test func `enables the sockets, and disables them before they go`() throws {
        try home.script(
            "bin/systemctl",
            #"ls "$HOME/.config/systemd/user" | wc -l | tr '\n' ' ' >> "$HOME/log"; echo "$*" >> "$HOME/log""#)
        #expect(try home.install("notes").lines.last?.description == "done: enabled \(Self.sockets)")
        _ = try home.uninstall()
        #expect(
            home["log"] == """
                4 --user daemon-reload
                4 --user reset-failed xcallbackd*
                4 --user enable --now \(Self.names)
                4 --user disable --now \(Self.names)
                4 --user stop xcallbackd.service
                0 --user daemon-reload

                """)
    }

    @Test(DesktopTools.mime)
    func `the rest is installed without a user manager, and that is not a failure`() throws {
        try home.script("bin/systemctl", "echo 'Failed to connect to bus: No medium found' >&2; exit 1")
        let report = try home.install("notes")
        #expect(!report.failed)
        let line = try #require(report.lines.last)
        #expect(
            line.description == """
                skipped: enable \(Self.sockets): \
                no user manager; start the daemon yourself: xcallbackd &
                """)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        #expect(try home.everything().keys.filter { $0.contains("user/xcallbackd") }.count == 4)
        #expect(try home.uninstall().lines.first?.description == "skipped: stop the units: no user manager")
    }

    @Test(DesktopTools.mime) func `a user manager that refuses to enable the sockets is reported with its reason`()
        throws
    {
        try home.script("bin/systemctl", #"[ "$2" = show-environment ] || { echo 'Unit is masked' >&2; exit 1; }"#)
        let report = try home.install("notes")
        #expect(
            report.lines.last?.description == """
                could not: enable \(Self.sockets): \
                'systemctl --user daemon-reload' ended with status 1: Unit is masked
                """)
    }

    @Test func `units are not written without a daemon, and that is a failure`() throws {
        let report = try home.install("notes", executable: home.script("bin/xcallback", "exit 0"))
        #expect(report.failed)
        #expect(
            report.lines.last?.text
                == "write the systemd units: xcallbackd is neither beside \(home.path)/bin/xcallback nor on PATH")
    }

    @Test func `a unit that was there before comes back`() throws {
        try home.write(".config/systemd/user/xcallbackd.service", "mine")
        _ = try home.install("notes")
        _ = try home.install("notes")
        _ = try home.uninstall()
        #expect(home[".config/systemd/user/xcallbackd.service"] == "mine")
    }

    @Test func `units of the system are enabled, and none are written`() throws {
        try home.script("bin/systemctl", #"echo "$*" >> "$HOME/log""#)
        for unit in UserUnit.all { try home.write("share/systemd/user/\(unit.name)", unit.template) }
        let report = try home.install("notes")
        #expect(
            report.lines.suffix(2).map(\.description) == [
                "package: units: \(home.path)/share/systemd/user contains them",
                "done: enabled \(Self.sockets)",
            ])
        #expect(!File.exists("\(home.path)/.config/systemd"))
        _ = try home.uninstall()
        #expect(home["log"]?.contains("--user disable --now \(Self.names)\n") == true)
        #expect(home["share/systemd/user/xcallbackd.service"] == UserUnit.service.template)
    }

    @Test func `units that a package has enabled for all are started, and outlive uninstall`() throws {
        try home.script(
            "bin/systemctl",
            #"echo "$*" >> "$HOME/log"; [ "$2" != is-enabled ] || printf 'enabled\nenabled\nenabled\n'"#)
        for unit in UserUnit.all { try home.write("share/systemd/user/\(unit.name)", unit.template) }
        let executable = try home.programs()
        #expect(
            try home.install("notes", executable: executable).lines.last?.description
                == "done: started \(Self.sockets)")
        _ = try home.uninstall()
        let log = try #require(home["log"])
        #expect(log.hasSuffix("--user start \(Self.names)\n"), "\(log)")
        #expect(!log.contains("--user enable") && !log.contains("--user disable"))
        #expect(try !home.everything().keys.contains { $0.hasPrefix(".config/systemd") || $0.hasPrefix(".local/bin") })
    }

    @Test func `a folder of the system that lacks a unit does not count`() throws {
        for unit in UserUnit.sockets { try home.write("share/systemd/user/\(unit.name)", unit.template) }
        _ = try home.install("notes")
        #expect(home[".config/systemd/user/xcallbackd.service"] != nil)
    }

    @Test func `units that were written go when the system has its own, but for those that were changed`() throws {
        _ = try home.install("notes")
        for unit in UserUnit.all { try home.write("share/systemd/user/\(unit.name)", unit.template) }
        try home.write(".config/systemd/user/xcallbackd.service", "mine")
        let report = try home.install("notes")
        let folder = "\(home.path)/.config/systemd/user"
        #expect(report.says("done: removed \(folder)/xcallbackd-desktop.socket"))
        #expect(report.says("skipped: \(folder)/xcallbackd.service: it was changed since it was installed"))
        #expect(
            try home.everything().keys.filter { $0.contains(".config/systemd/user/") } == [
                ".config/systemd/user/xcallbackd.service"
            ])
    }

    private func verify(_ home: Home, directory: String) throws {
        let files = UserUnit.all.map { "\(directory)/\($0.name)" }
        let check = try home.run(["systemd-analyze", "verify", "--user"] + files)
        #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty, "\(check.output)\(check.errors)")
    }
}
