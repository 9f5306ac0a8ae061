import Foundation
import QueryCoding
import RequestRecord
import Testing

/// A config.yaml with a mistake, while a service manager holds the sockets.
@Suite(.needs(programs: "python3"), .timeLimit(.minutes(1)))
struct MisconfigurationTests {
    /// What the desktop socket learns.
    private static let refusal: QueryValue = ["code": 503, "message": "the daemon cannot complete the request now"]

    private func start(_ settings: String = "limits: {running: 0}\n") throws -> RunningDaemon {
        let sandbox = try Sandbox(
            "schemes: [t]\ndesktop: allow\nroutes: [{name: a, path: /a, run: [touch, ran]}]\n", settings: settings)
        try sandbox.program("echo \"$@\" >> '\(sandbox.path)/shown'", to: "bin/notify-send")
        return try RunningDaemon.activated(sandbox)
    }

    /// Sends a URL until the outcome is another than 503.
    private func mended(_ daemon: RunningDaemon, _ url: String, door: Door = .control) throws -> QueryValue {
        var reply = QueryValue.null
        try wait(for: "another outcome than 503") {
            reply = try daemon.reply(to: url, door: door)
            return reply["error"]?["code"] != 503
        }
        return reply
    }

    @Test func `each request is refused with the place of the mistake, or on the desktop socket without it`() throws {
        let daemon = try start()
        let error = try daemon.reply(to: "t:///a")["error"]
        #expect(error?["code"] == 503)
        let place = "config.yaml:1:19: 'running' must be"
        #expect(error?["message"]?.string?.contains(place) == true, "\(error?.json ?? "")")
        #expect(try daemon.reply(to: "t:///a", door: .desktop)["error"] == Self.refusal)
        let connection = Connection(try daemon.connect())
        for method in ["status", "routes", "reload"] {
            let refused = try connection.call(method)["error"]
            #expect(refused?["code"] == -32000 && refused?["data"]?["code"] == 503)
            #expect(refused?["message"]?.string?.contains("config.yaml:1:19:") == true)
        }
        let dispatched = try connection.call("dispatch", ["url": "t:///a"])["result"]
        #expect(dispatched?["error"]?["code"] == 503)
        let opened = try daemon.xcallback(["open", "t:///a"])
        #expect(opened.status == 1 && opened.errors.contains("config.yaml:1:19:"))
        // Nothing is run and nothing is written down.
        #expect(access("\(daemon.sandbox.path)/state/xcallbackd", F_OK) != 0)
        #expect(access("\(daemon.sandbox.path)/home/ran", F_OK) != 0)
        #expect(daemon.stop() == 0)
        #expect(try daemon.sandbox.contents("shown").split(separator: "\n").count == 1)
    }

    @Test func `the daemon notices the mended file, and serves on the same sockets`() throws {
        let daemon = try start()
        #expect(try daemon.reply(to: "t:///a")["error"]?["code"] == 503)
        // Another mistake in its place.
        try daemon.sandbox.settings("limits:\n  running: -1\n")
        try wait(for: "the place of the other mistake") {
            try daemon.reply(to: "t:///a")["error"]?["message"]?.string?.contains("config.yaml:2:12:") == true
        }
        try daemon.sandbox.settings("limits: {running: 3}\n")
        #expect(try mended(daemon, "t:///a")["outcome"] == "success")
        #expect(try daemon.reply(to: "t:///a", door: .desktop)["outcome"] == "success")
        #expect(access("\(daemon.sandbox.path)/home/ran", F_OK) == 0)
        #expect(try daemon.call("status")["pid"] == .integer(Int(daemon.pid)))
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(daemon.stop() == 0)
    }

    @Test func `edit ends once the daemon has noticed the mended file`() throws {
        let daemon = try start()
        let environment = daemon.sandbox.environment.merging(["EDITOR": "sed -i s/0/3/"]) { $1 }
        let edited = try run("\(Products.folder)/xcallback", ["edit", "config"], environment)
        #expect(edited.status == 0 && edited.errors.isEmpty, "\(edited)")
        #expect(try daemon.reply(to: "t:///a")["outcome"] == "success")
    }

    @Test(arguments: ["remove", "replace", "edit"])
    func `a file that is removed, replaced or edited is noticed`(way: String) throws {
        let daemon = try start()
        let file = "\(daemon.sandbox.path)/config/xcallbackd/config.yaml"
        switch way {
        case "remove": #expect(unlink(file) == 0)
        case "replace":
            try daemon.sandbox.write("journal: off\n", to: "next")
            #expect(rename("\(daemon.sandbox.path)/next", file) == 0)
        default: try run("/bin/sh", ["-c", "echo 'journal: off' > '\(file)'"], daemon.sandbox.environment)
        }
        #expect(try mended(daemon, "t:///a", door: .desktop)["outcome"] == "success")
    }

    @Test(arguments: ["config", "config/xcallbackd/config.yaml", "state/xcallbackd"])
    func `a file that others may change is refused until its permissions are mended`(path: String) throws {
        let sandbox = try Sandbox()
        #expect(mkdir("\(sandbox.path)/state/xcallbackd", 0o700) == 0)
        try sandbox.settings("")
        let place = "\(sandbox.path)/\(path)"
        #expect(chmod(place, 0o777) == 0)
        let daemon = try RunningDaemon.activated(sandbox)
        let message = try daemon.reply(to: "xcallback:///ping")["error"]?["message"]?.string
        #expect(message?.contains("others may write '\(place)'; run: chmod o-w") == true, "\(message ?? "")")
        #expect(try daemon.reply(to: "t:///a", door: .desktop)["error"] == Self.refusal)
        #expect(chmod(place, 0o700) == 0)
        #expect(try mended(daemon, "xcallback:///ping")["outcome"] == "success")
    }

    @Test func `a good file under inherited sockets is served at once`() throws {
        let daemon = try start("")
        #expect(try daemon.reply(to: "t:///a", door: .desktop)["outcome"] == "success")
        #expect(daemon.stop() == 0)
    }
}
