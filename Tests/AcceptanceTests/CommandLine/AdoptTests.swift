import Foundation
import Testing

/// `adopt`, beside what its transcript shows: a program without an entry of its own opens a scheme.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(2)))
struct AdoptTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeFolder("home/Apps")
    }

    private func xcallback(_ arguments: String...) throws -> Ended {
        try run("\(Products.folder)/xcallback", arguments, sandbox.environment)
    }

    /// A version of an app that writes its name and its arguments, and then stays a moment.
    private func app(_ version: String) throws {
        try sandbox.write(
            "#!/bin/sh\nprintf '%s|' \"$0\" \"$#\" \"$@\" >> '\(sandbox.path)/opened'\n",
            to: "home/Apps/Shout-\(version).AppImage", executable: true)
    }

    private func opened(by opener: [String], _ url: String) throws -> String {
        try sandbox.write("", to: "opened")
        let plasma = [
            "XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5",
            "QT_QPA_PLATFORM": "offscreen",
        ]
        let environment = sandbox.environment.merging(opener[0] == "kde-open5" ? plasma : [:]) { $1 }
        _ = try run(opener[0], opener.dropFirst() + [url], environment)
        var text = ""
        try wait(for: "the app of \(url)") {
            text = try sandbox.contents("opened")
            return text.hasSuffix("\(url)|")
        }
        return text.replacing("\(sandbox.path)/home/Apps/", with: "")
    }

    @Test(arguments: [["xdg-open"], ["gio", "open"], ["kde-open5"]])
    func `a link starts the newest version, and the way back leaves no trace`(opener: [String]) throws {
        guard has(opener[0]) else { return print("SKIPPED: needs \(opener[0])") }
        let lists = "config/mimeapps.list"
        try sandbox.write("[Default Applications]\ntext/plain=editor.desktop\n", to: lists)
        let before = try sandbox.contents(lists)
        try app("1.9.0")
        try app("1.10.0")
        let adopted = try xcallback("adopt", "shout", "~/Apps/Shout-*.AppImage")
        #expect(adopted.status == 0, "\(adopted)")
        #expect(adopted.output.contains("shout: links open with \(sandbox.path)/home/Apps/Shout-*.AppImage"))
        // kde-open5 would decode a %20.
        let url = "shout://say?a=b&d=$(id);e"
        #expect(try opened(by: opener, url) == "Shout-1.10.0.AppImage|1|\(url)|")
        // It moves to a new version, without another command.
        try app("2.0.0-beta")
        #expect(try opened(by: opener, url).hasPrefix("Shout-2.0.0-beta.AppImage|1|"))
        // A version that others may write is not started, and neither is a file that is no program.
        #expect(chmod("\(sandbox.path)/home/Apps/Shout-2.0.0-beta.AppImage", 0o777) == 0)
        try sandbox.write("no program", to: "home/Apps/Shout-9.AppImage")
        #expect(try opened(by: opener, url).hasPrefix("Shout-1.10.0.AppImage|1|"))
        let doctor = try xcallback("doctor", "--no-round-trip").output
        let apps = "\(sandbox.path)/home/Apps"
        #expect(
            doctor.contains(
                "hint   adopted shout     its links open with \(apps)/Shout-1.10.0.AppImage: '\(apps)/Shout-9.AppImage' is "
                    + "not executable; run: chmod +x "), "\(doctor)")
        #expect(try xcallback("adopt", "--remove", "shout").status == 0)
        #expect(try sandbox.contents(lists) == before)
        let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path)
        #expect(!names.contains { $0.contains("adopted") }, "\(names)")
    }

    @Test(arguments: [["install", "adopt"], ["adopt", "install"]], [["--purge", "--yes"], []])
    func `an uninstallation leaves nothing of an installation and an adoption`(order: [String], purge: [String]) throws
    {
        try app("1")
        try sandbox.routes("schemes: [notes]\nroutes: [{name: r, path: /r, run: [id]}]\n")
        // A copy of the programs, which an installation copies once more.
        let source = "\(sandbox.path)/source/.build/release"
        try sandbox.copyPrograms(to: source)
        let installed = "\(sandbox.path)/home/.local/bin/xcallback"
        func files() throws -> [String] {
            try ["data", "config"].flatMap { folder in
                try FileManager.default.subpathsOfDirectory(atPath: "\(sandbox.path)/\(folder)").filter {
                    !$0.hasPrefix("xcallbackd") && $0 != "systemd"
                }
            }.sorted()
        }
        let before = try files()
        for step in order {
            let program = step == "install" || order.first == "adopt" ? "\(source)/xcallback" : installed
            let words = step == "install" ? ["install", "--no-check"] : ["adopt", "shout", "~/Apps/Shout-*.AppImage"]
            let ended = try run(program, words, sandbox.environment)
            #expect(ended.status == 0, "\(ended)")
        }
        if purge.isEmpty { try FileManager.default.removeItem(atPath: source) }
        let ended = try run(installed, ["uninstall", "--verbose"] + purge, sandbox.environment)
        #expect(ended.status == 0 && ended.output.contains("for shout: links"), "\(ended)")
        let left = try files().filter { !before.contains($0) }
        #expect(left == [], "\(left.map { (try? sandbox.contents("config/\($0)")) ?? "" })")
    }
}
