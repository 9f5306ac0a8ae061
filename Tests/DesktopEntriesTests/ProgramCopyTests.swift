import Foundation
import Glibc
import Testing
import UnixSystem

@testable import DesktopEntries

/// Which programs `xcallback install` copies, and what the entry and the unit name.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct ProgramCopyTests {
    static let client = ".local/bin/xcallback"
    static let daemon = ".local/bin/xcallbackd"
    private static let unit = ".config/systemd/user/xcallbackd.service"
    private let home: Home

    init() throws { home = try Home() }

    /// A systemctl that knows a running service, and records its arguments.
    private func plantManager(_ home: Home) throws {
        try home.script("bin/systemctl", #"echo "$*" >> "$HOME/log"; case "$*" in *is-active*) echo active ;; esac"#)
    }

    private func copies(_ report: InstallationReport) -> [String] {
        report.lines.map(\.description).filter { $0.hasPrefix("done: copied") }
    }

    @Test func `copies programs of a build folder, and names nothing of it`() throws {
        let source = try home.build(client: "echo client")
        let report = try home.install("notes", executable: source)
        #expect(!report.failed)
        #expect(
            copies(report) == [
                "done: copied \(source) to \(home.path)/\(Self.client)",
                "done: copied \(source)d to \(home.path)/\(Self.daemon)",
            ])
        #expect(home[Self.client] == home["source/.build/release/xcallback"])
        #expect(home[Self.daemon] == home["source/.build/release/xcallbackd"])
        #expect(try home.run(["\(home.path)/\(Self.client)"]).output == "client\n")
        #expect(home[InstallationTests.entry("notes")]?.contains("\nExec=\(home.path)/\(Self.client) open") == true)
        #expect(home[Self.unit]?.contains("\nExecStart=\(home.path)/\(Self.daemon)\n") == true)
        for (name, text) in try home.everything() where name.hasSuffix(".desktop") || name.contains("systemd/") {
            #expect(!text.contains("/.build/"), "\(name)")
        }
    }

    @Test func `copies programs whose folder is not on PATH`() throws {
        let home = try Home(folder: "elsewhere")
        let report = try home.install("notes", executable: home.programs())
        #expect(copies(report).count == 2)
        #expect(home[Self.client] == home["bin/xcallback"])
    }

    @Test func `copies programs of a build folder that is on PATH`() throws {
        let home = try Home(folder: "source/.build/release")
        _ = try home.install("notes", executable: home.build())
        #expect(home[InstallationTests.entry("notes")]?.contains("\nExec=\(home.path)/\(Self.client) open") == true)
    }

    /// The folder of `swift build --scratch-path` may have any name.
    @Test func `knows a build folder by what the linker left in it`() throws {
        let source = try home.programs()
        #expect(!InstalledPrograms.isBuildFolder("\(home.path)/bin"))
        try home.write("bin/xcallback.product/Objects.LinkFileList", "")
        #expect(InstalledPrograms.isBuildFolder("\(home.path)/bin"))
        #expect(try copies(home.install("notes", executable: source)).count == 2)
    }

    @Test(arguments: ["bin", "linked"])
    func `leaves programs where a shell finds them`(folder: String) throws {
        let home = try Home(folder: folder)
        try home.link("linked", to: "bin")
        let report = try home.install("notes", executable: home.programs())
        #expect(copies(report).isEmpty && !report.lines.contains { $0.verdict == .warning })
        #expect(!File.exists("\(home.path)/.local/bin"))
        #expect(home[InstallationTests.entry("notes")]?.contains("\nExec=\(home.path)/bin/xcallback open") == true)
        #expect(home[Self.unit]?.contains("\nExecStart=\(home.path)/bin/xcallbackd\n") == true)
    }

    @Test func `leaves programs in a folder that a link on PATH leads to`() throws {
        let home = try Home(folder: ".local/bin")
        try home.script("opt/xcallbackd", "exit 0")
        let source = try home.script("opt/xcallback", "exit 0")
        try home.link(Self.client, to: source)
        #expect(try copies(home.install("notes", executable: source)).isEmpty)
        #expect(home[Self.unit]?.contains("\nExecStart=\(home.path)/opt/xcallbackd\n") == true)
    }

    @Test func `programs that run from the folder of the copies are not copied onto themselves`() throws {
        _ = try home.install("notes", executable: home.build())
        let report = try home.install("notes", executable: "\(home.path)/\(Self.client)")
        #expect(copies(report).isEmpty)
        #expect(home[InstallationTests.entry("notes")]?.contains("\nExec=\(home.path)/\(Self.client) open") == true)
        _ = try home.uninstall()
        #expect(!File.exists("\(home.path)/.local"))
    }

    @Test func `takes a daemon from PATH if none is beside the client, and copies it from a build folder`() throws {
        let home = try Home(folder: "source/.build/release")
        try home.script("source/.build/release/xcallbackd", "exit 0")
        let report = try home.install("notes", executable: home.script("elsewhere/xcallback", "exit 0"))
        #expect(copies(report).count == 2)
        #expect(home[Self.unit]?.contains("\nExecStart=\(home.path)/\(Self.daemon)\n") == true)
    }

    @Test func `replaces older copies, also while they run`() throws {
        let source = try home.build()
        _ = try home.install("notes", executable: source)
        try Data(contentsOf: URL(filePath: "/bin/sleep")).write(
            to: URL(filePath: "\(home.path)/source/.build/release/xcallbackd"))
        _ = try home.install("notes", executable: source)
        let running = try Process.run(URL(filePath: "\(home.path)/\(Self.daemon)"), arguments: ["60"])
        // A test of signals may have blocked SIGTERM in the thread, and the child inherits that.
        defer { kill(running.processIdentifier, SIGKILL) }
        try home.build(client: "echo newer")
        let report = try home.install("notes", executable: source)
        #expect(copies(report).allSatisfy { $0.hasSuffix(", replacing an older copy") })
        #expect(home[Self.client] == "#!/bin/sh\necho newer\n")
        #expect(home[Self.daemon] == "#!/bin/sh\necho daemon\n")
        #expect(running.isRunning)
        _ = try home.uninstall()
        #expect(!File.exists("\(home.path)/.local/bin"))
    }

    @Test func `restarts a service whose program was replaced, and no other`() throws {
        try plantManager(home)
        let source = try home.build()
        #expect(try !home.install("notes", executable: source).lines.contains { $0.text.contains("restarted") })
        #expect(home["log"]?.contains("restart") == false)
        let report = try home.install("notes", executable: source)
        #expect(report.lines.last?.description == "done: restarted xcallbackd.service")
        #expect(
            home["log"]?.hasSuffix("--user is-active xcallbackd.service\n--user try-restart xcallbackd.service\n")
                == true)
    }

    @Test func `restarts a service whose unit was replaced`() throws {
        try plantManager(home)
        _ = try home.install("notes")
        #expect(try !home.install("notes").lines.contains { $0.text.contains("restarted") })
        let report = try home.install("notes", executable: home.build())
        #expect(report.says("done: restarted xcallbackd.service"))
    }

    @Test func `says that the folder is not on PATH, and what to do`() throws {
        let report = try home.install("notes", executable: home.build())
        #expect(
            report.texts(.warning) == [
                """
                \(home.path)/.local/bin is not on PATH: \
                add the line 'export PATH="\(home.path)/.local/bin:$PATH"' to ~/.profile and log in again
                """
            ])
    }

    @Test(arguments: [("PATH=\"$HOME/.local/bin:$PATH\"", "log in again"), ("PATH=/opt", "add the line 'export PATH=")])
    func `a folder that the profile names needs no further line`(profile: String, step: String) throws {
        try profile.write(toFile: "\(home.path)/.profile", atomically: true, encoding: .utf8)
        let warnings = try home.install("notes", executable: home.build()).texts(.warning)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("\(home.path)/.local/bin is not on PATH: \(step)") == true)
    }

    @Test func `says which other client a shell starts`() throws {
        let home = try Home(tools: "/usr/bin:/bin")
        let other = try home.programs()
        let path = try #require(home.environment["PATH"])
        let report = try Installation.install(
            schemes: [], executable: home.build(),
            environment: home.environment.merging(["PATH": "\(path):\(home.path)/.local/bin"]) { $1 })
        #expect(
            report.texts(.warning).first
                == "a shell starts \(other), because its folder is before \(home.path)/.local/bin on PATH")
    }

    @Test func `copies need a HOME`() throws {
        var environment = home.environment
        environment["HOME"] = nil
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] { environment[name] = home.path }
        let source = try home.build()
        let before = try home.everything()
        #expect(throws: InstallationError.noProgramDirectory) {
            try Installation.install(schemes: [], executable: source, environment: environment)
        }
        #expect(try home.everything() == before)
    }
}
