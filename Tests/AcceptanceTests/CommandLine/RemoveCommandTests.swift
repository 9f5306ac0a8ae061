import Foundation
import QueryCoding
import RequestRecord
import Testing

/// `xcallback remove`, beside what its transcript shows.
struct RemoveCommandTests {
    @Test(.needs(programs: "xdg-mime", "update-desktop-database"), .timeLimit(.minutes(1)))
    func `the scheme and the grants of a route go with it`() throws {
        // The user answers "Always".
        let sandbox = try Sandbox(
            "schemes: [desk]\nroutes: [{name: gone, path: /gone, run: [echo, gone]}]\n", as: "desk",
            settings: "prompt: [sh, -c, 'case $1 in Always*) exit 0;; esac; exit 10', sh]\n")
        try sandbox.routes("schemes: [other]\nroutes: [{name: a, path: /a, run: [echo]}]\n", "other")
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "desk:///gone", door: .desktop)["outcome"] == "success")
        #expect(try daemon.call("grants")["grants"]?.elements?.count == 1)
        #expect(try daemon.xcallback(["install", "--no-check"]).status != 64)
        let entry = "\(sandbox.path)/data/applications/xcallback-desk.desktop"
        #expect(FileManager.default.fileExists(atPath: entry))
        let ended = try daemon.xcallback(["remove", "desk.yaml", "--yes"])
        #expect(ended.status == 0, "\(ended)")
        #expect(try daemon.call("grants")["grants"] == [])
        #expect(!FileManager.default.fileExists(atPath: entry), "\(ended)")
        #expect(FileManager.default.fileExists(atPath: entry.replacing("-desk.", with: "-other.")))
    }
}
