import Foundation
import Testing

/// `adopt`: a program without an entry of its own opens a scheme.
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

    @Test func `what is gone or may be written by others is told, and nothing runs`() throws {
        #expect(
            try xcallback("adopt", "shout", "~/Apps/Shout-*.AppImage").errors
                == "xcallback: there is no file '\(sandbox.path)/home/Apps/Shout-*.AppImage'\n")
        try app("1")
        #expect(chmod("\(sandbox.path)/home/Apps/Shout-1.AppImage", 0o777) == 0)
        let writable = try xcallback("adopt", "shout", "~/Apps/Shout-*.AppImage")
        #expect(writable.status == 1 && writable.errors.contains("others may write"), "\(writable)")
        #expect(chmod("\(sandbox.path)/home/Apps/Shout-1.AppImage", 0o755) == 0)
        #expect(try xcallback("adopt", "shout", "~/Apps/Shout-*.AppImage").status == 0)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/home/Apps/Shout-1.AppImage")
        let gone = try xcallback("adopted", "shout", "--", "shout:x")
        #expect(gone.status == 1 && gone.errors.contains("there is no file"), "\(gone)")
        let doctor = try xcallback("doctor", "--no-round-trip")
        #expect(doctor.output.contains("FAULT  adopted shout"), "\(doctor)")
        let purged = try xcallback("uninstall", "-v", "--purge", "--yes")
        #expect(purged.output.contains("for shout: links"), "\(purged)")
        #expect(try xcallback("adopt", "--remove", "shout").errors == "xcallback: no program is adopted for shout:\n")
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

    @Test func `a download that is not executable is named`() throws {
        try sandbox.write("#!/bin/sh\n", to: "home/Apps/Shout-1.AppImage")
        let path = "\(sandbox.path)/home/Apps/Shout-1.AppImage"
        for pattern in ["~/Apps/Shout-*.AppImage", path] {
            let ended = try xcallback("adopt", "shout", pattern)
            #expect(ended.status == 1)
            #expect(ended.errors == "xcallback: '\(path)' is not executable; run: chmod +x '\(path)'\n")
        }
    }

    @Test(arguments: [["a", "b"], ["b", "a"]])
    func `each adoption knows what was there before, in any order`(order: [String]) throws {
        let lists = "config/mimeapps.list"
        try sandbox.write(
            "[Default Applications]\nx-scheme-handler/a=one.desktop\nx-scheme-handler/b=two.desktop\n", to: lists)
        let before = try sandbox.contents(lists)
        try app("1")
        for scheme in ["a", "b"] {
            #expect(try xcallback("adopt", "--force", scheme, "~/Apps/Shout-*.AppImage").status == 0)
        }
        let both = try sandbox.contents(lists)
        for scheme in ["a", "b"] {
            #expect(both.contains("x-scheme-handler/\(scheme)=xcallback-adopted-\(scheme).desktop"))
        }
        // An entry that was edited goes too.
        let entry = "\(sandbox.path)/data/applications/xcallback-adopted-\(order[0]).desktop"
        try sandbox.write(sandbox.contents(entry.replacing("\(sandbox.path)/", with: "")) + "# mine\n", to: entry)
        for scheme in order { #expect(try xcallback("adopt", "--remove", scheme).status == 0) }
        #expect(try sandbox.contents(lists) == before)
        #expect(!FileManager.default.fileExists(atPath: entry))
    }

    @Test(arguments: [
        (["1.2", "1.2.3", "1.10"], "1.10"), (["1.2", "1.2.3"], "1.2.3"), (["2", "10"], "10"),
        (["1.0-x86_64", "1.1-x86_64"], "1.1-x86_64"),
    ])
    func `versions are compared as sort -V does`(versions: [String], newest: String) throws {
        for version in versions { try app(version) }
        #expect(try xcallback("adopt", "shout", "~/Apps/Shout-*.AppImage").status == 0)
        #expect(try xcallback("adopted", "shout", "--", "shout:x").status == 0)
        #expect(try sandbox.contents("opened").contains("/Shout-\(newest).AppImage|1|shout:x|"))
        for words in [["--no-sandbox"], ["other:x"], ["shout:x", "shout:y"]] {
            #expect(
                try run("\(Products.folder)/xcallback", ["adopted", "shout", "--"] + words, sandbox.environment).status
                    == 64)
        }
    }

    @Test func `schemes of others, of our routes and of the desktop stay`() throws {
        try sandbox.routes("schemes: [mine]\nroutes: [{name: a, path: /a, run: [id]}]\n", "mine")
        try app("1")
        let program = "~/Apps/Shout-1.AppImage"
        for scheme in ["http", "https", "file", "xcallback", "mine", "view-source", "chrome"] {
            let refused = try xcallback("adopt", scheme, program)
            #expect(refused.status == 1, "\(refused)")
        }
        let place = try xcallback("adopt", "sftp", program)
        #expect(place.status == 1 && place.errors.contains("no longer open in the file manager; --force"), "\(place)")
        #expect(try xcallback("adopt", "no scheme", program).status == 64)
        #expect(try xcallback("adopt", "shout").status == 64)
        try sandbox.registerApp(scheme: "shout", "#!/bin/sh\n")
        let taken = try xcallback("adopt", "shout", program)
        #expect(taken.status == 1 && taken.errors.contains("--force gives them to the program"), "\(taken)")
        #expect(try xcallback("adopt", "--force", "shout", program).status == 0)
        // The first app is back afterwards.
        #expect(try xcallback("adopt", "--remove", "shout").status == 0)
        let handler = try run("xdg-mime", ["query", "default", "x-scheme-handler/shout"], sandbox.environment).output
        #expect(!handler.contains("adopted") && !handler.isEmpty, "\(handler)")
    }
}
