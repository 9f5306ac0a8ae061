import Glibc
import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// `xcallback uninstall --purge`, and what it leaves without.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct PurgeTests {
    private let home: Home
    private let before: [String: String]

    init() throws {
        home = try Home()
        _ = try home.programs()
        before = try home.everything().filter { $0.key != "run/xcallbackd" }
        _ = try home.install("notes", executable: "\(home.path)/bin/xcallback")
        try home.write(".config/xcallbackd/routes.d/notes.yaml", "schemes: [notes]\n")
        try home.write(".local/state/xcallbackd/journal.sqlite", "rows")
        try home.write(".local/state/xcallbackd/.hidden", "")
        try home.write("run/xcallbackd/control.sock", "")
    }

    private func purge() throws -> InstallationReport {
        var report = try Installation.uninstall(environment: home.environment, isPurge: true)
        try Installation.purge(environment: home.environment, report: &report)
        return report
    }

    @Test func `uninstall names what it leaves`() throws {
        var report = try home.uninstall()
        try Installation.listLeftovers(environment: home.environment, report: &report) { "rm -r \($0)" }
        #expect(
            report.lines.suffix(3).map(\.description) == [
                "left: \(home.path)/.config/xcallbackd, your routes and settings: "
                    + "'rm -r \(home.path)/.config/xcallbackd' removes it",
                "left: \(home.path)/.local/state/xcallbackd, the history, and what you allowed: "
                    + "'rm -r \(home.path)/.local/state/xcallbackd' removes it",
                "left: \(home.path)/run/xcallbackd, the sockets: 'rm -r \(home.path)/run/xcallbackd' removes it",
            ])
        #expect(home[".config/xcallbackd/routes.d/notes.yaml"] != nil)
    }

    @Test func `a purge leaves nothing of ours`() throws {
        #expect(try !purge().failed)
        let left = try home.everything().filter { before[$0.key] == nil }
        // These were made for the user's own files, not by the installation.
        #expect(left.keys.sorted() == [".config", ".local", ".local/share", ".local/state"].filter { left[$0] != nil })
    }

    @Test func `a purge removes a link in the place of a folder, not the folder that it names`() throws {
        try home.write("dotfiles/config.yaml", "mine")
        try Directory.removeAll("\(home.path)/.config/xcallbackd")
        try home.link(".config/xcallbackd", to: "\(home.path)/dotfiles")
        try home.link(".local/state/xcallbackd/link", to: "\(home.path)/dotfiles")
        #expect(try !purge().failed)
        #expect(!Directory.exists("\(home.path)/.config/xcallbackd"))
        #expect(home["dotfiles/config.yaml"] == "mine")
    }

    @Test(arguments: [false, true])
    func `a list that cannot be written is reported with its lines, and the rest is removed`(isPurge: Bool) throws {
        let adoption = try Adoption(
            scheme: #require(Scheme("cursor")),
            program: ProgramPattern(home.script("Apps/cursor", "exit 0"), home: home.path))
        _ = try adoption.install(
            executable: "\(home.path)/bin/xcallback", besides: [], environment: home.environment, force: false)
        // The variables of a process are a file that nobody can write.
        let text = try #require(home[InstallationTests.defaults])
        let process = try ChildProcess(["sleep", "600"], environment: ["PATH": "/usr/bin:/bin", "TEXT": "\n\(text)"])
        defer {
            process.send(SIGKILL)
            _ = process.wait()
        }
        let list = "\(home.path)/\(InstallationTests.defaults)"
        try File.remove(list)
        try home.link(InstallationTests.defaults, to: "/proc/\(process.identifier)/environ")
        let report = try isPurge ? purge() : home.uninstall()
        #expect(report.failed && File.destination(ofLink: list) != nil)
        let entries = [("notes", "xcallback-notes")] + (isPurge ? [("cursor", "xcallback-adopted-cursor")] : [])
        for (scheme, entry) in entries {
            let line = "in the [Default Applications] there, remove x-scheme-handler/\(scheme)=\(entry).desktop"
            #expect(report.texts(.couldNot).contains { $0.hasSuffix(line) }, "\(report.lines)")
            #expect(home[".local/share/applications/\(entry).desktop"] == nil)
        }
        // What the lines say.
        try File.remove(list)
        #expect(try !home.uninstall().failed)
        #expect(try home.uninstall().lines.first?.text.hasPrefix("nothing is installed") == true)
    }
}
