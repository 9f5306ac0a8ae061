import Foundation
import TestSupport
import Testing

/// The table of all files in the manual, compared with what a run leaves.
@Suite(.needs(programs: "xdg-mime", "update-desktop-database"), .timeLimit(.minutes(1)))
struct FileTableTests {
    /// What a plain run does not leave, with the reason.
    private static let absent = [
        "config.yaml": "optional", ".edit-*": "removed at once", "/usr/share": "of packages",
        "journal.suspended": "needs a disk that fails", "grants.json": "needs an answer",
        "RoundTrip": "removed at once",
        "adopted": "needs a program to adopt", "script-": "removed at once",
        "xcallbackd/notice": "needs a click without a daemon",
        "sockets.target.wants": "needs a user manager",
    ]

    /// The patterns of the first column, in the folders of a sandbox.
    private static func patterns(_ sandbox: Sandbox) throws -> [(written: String, path: String)] {
        let page = "Sources/DispatcherService/DispatcherService.docc/FilesAndFolders.md"
        let folders = [
            ("~/.config/", "config"), ("~/.local/share/", "data"), ("~/.local/state/", "state"),
            ("~/.local/bin/", "home/.local/bin"), ("$XDG_RUNTIME_DIR/", "run"),
        ]
        return try Repository.text(page).split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^\| `([^`]+)` \|/) else { return nil }
            let written = String(match.1)
            guard let (folder, place) = folders.first(where: { written.hasPrefix($0.0) }) else {
                return (written, written)
            }
            return (written, "\(sandbox.path)/\(place)/\(written.dropFirst(folder.count))")
        }
    }

    @Test func `the table has every file that a run leaves, and no other`() throws {
        let sandbox = try Sandbox(
            "schemes: [notes]\nroutes: [{name: say, path: /say, desktop: ask, script: 'echo hi', output: text}]\n",
            as: "notes")
        // Programs that the run starts, of which only the call counts.
        for name in ["xdg-open", "systemctl"] {
            try sandbox.write("#!/bin/sh\nexit 0\n", to: name, executable: true)
        }
        var environment = sandbox.environment
        environment["PATH"] = "\(sandbox.path):\(environment["PATH"] ?? "")"
        let source = "\(sandbox.path)/source/.build/release"
        try sandbox.copyPrograms(to: source)
        let daemon = try RunningDaemon(sandbox)
        let commands = [
            ["install", "--no-check"], ["new", "more/route", "--no-install", "--", "echo", "hi"], ["pause", "more"],
            ["pause", "1h"], ["send", "notes:///say"], ["page", "--open"], ["doctor", "--no-round-trip"],
        ]
        for command in commands {
            let ended = try run("\(source)/xcallback", command, environment)
            #expect(ended.status == 0 || command[0] == "doctor", "\(command) \(ended)")
        }
        let folders = ["home", "config", "data", "state", "run"]
        var left: [String] = []
        for folder in folders {
            for name in try FileManager.default.subpathsOfDirectory(atPath: "\(sandbox.path)/\(folder)") {
                let path = "\(sandbox.path)/\(folder)/\(name)"
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { continue }
                left.append(path)
            }
        }
        #expect(daemon.stop() == 0)
        let patterns = try Self.patterns(sandbox)
        #expect(patterns.count > Self.absent.count)
        for path in left {
            #expect(patterns.contains { fnmatch($0.path, path, FNM_PATHNAME) == 0 }, "\(path) is not in the table")
        }
        for (written, pattern) in patterns where !Self.absent.keys.contains(where: written.contains) {
            #expect(left.contains { fnmatch(pattern, $0, FNM_PATHNAME) == 0 }, "nothing writes \(written)")
        }
    }
}
