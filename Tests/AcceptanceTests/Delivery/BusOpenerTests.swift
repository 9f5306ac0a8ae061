import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Apps that D-Bus starts, as the opener of a scheme.
@Suite(
    .enabled(if: SessionBus.absence == nil && has("update-desktop-database"), "\(SessionBus.absence ?? "") NOT TESTED"),
    .timeLimit(.minutes(2)))
struct BusOpenerTests {
    private let sandbox: Sandbox
    private let bus: SessionBus

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [notes]
            routes: [{name: show, path: /show, desktop: allow, input: {text: string?}, open: "paper:$text"}]
            """)
        try sandbox.settings("opener: {paper: dbus}\n")
        bus = try SessionBus(sandbox)
    }

    private func daemon(_ more: [String: String] = [:]) throws -> RunningDaemon {
        try RunningDaemon(sandbox, environment: bus.environment.merging(more) { $1 })
    }

    /// A folder of programs without busctl.
    private func withoutBusctl(_ names: [String]) throws -> [String: String] {
        let folder = "\(sandbox.path)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: find(name, sandbox.environment))
        }
        return ["PATH": folder]
    }

    private static func show(_ text: String, _ token: String?) -> QueryValue {
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let environment: QueryValue = token.map { ["XDG_ACTIVATION_TOKEN": .string($0)] } ?? [:]
        return ["url": .string("notes:///show?text=\(encoded)"), "environment": environment]
    }

    @Test(arguments: ["busctl", "gdbus"])
    func `the app gets the URL and the token of the click`(program: String) throws {
        let app = try BusApp(sandbox, scheme: "paper")
        let daemon = try daemon(program == "busctl" ? [:] : withoutBusctl(["gdbus"]))
        let connection = Connection(try daemon.connect(.desktop))
        for (text, token) in [
            ("plain", "clicked"), ("it's \\ \"'\u{E9}$(id) {}", "--it's\\'<>"), ("none", nil),
            (String(repeating: "a", count: 100_000), "long"),
        ] as [(String, String?)] {
            let reply = try connection.call("dispatch", Self.show(text, token))
            #expect(reply["result"]?["outcome"] == "success", "\(reply.json.prefix(400))")
            var unreserved = CharacterSet.alphanumerics
            unreserved.insert(charactersIn: "-._~")
            let encoded = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
            #expect(app.next() == "\(token ?? "")|\(token ?? "")|paper:\(encoded)")
        }
    }

    @Test func `the reason is reported when the call fails`() throws {
        let url = "notes:///show?x-error=otherapp%3A"
        func message(_ daemon: RunningDaemon) throws -> String {
            try daemon.reply(to: url)["error"]?["message"]?.text ?? ""
        }
        #expect(try message(daemon()) == "no app is registered for paper:")
        _ = try BusApp(sandbox, scheme: "paper", isActivatable: false)
        #expect(
            try message(daemon())
                == "org.example.Pa-per.desktop has no DBusActivatable=true, so D-Bus cannot open it")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/paper.pipe")
        _ = try BusApp(
            sandbox, scheme: "paper", answers: "inv.return_dbus_error('org.example.No', 'this paper is full')")
        #expect(try message(daemon()) == "Call failed: this paper is full")
        #expect(
            try message(daemon(withoutBusctl(["sh"])))
                == "neither busctl nor gdbus is found; opening an app over D-Bus needs one of them")
        #expect(
            try message(daemon(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])).contains("Failed to connect"))
        try FileManager.default.removeItem(
            atPath: "\(sandbox.path)/data/dbus-1/services/\(BusApp.name).service")
        let other = try SessionBus(sandbox)
        #expect(try message(daemon(other.environment)).contains("not provided by any .service files"))
    }

    @Test func `a callback that the app does not confirm in time is uncertain`() throws {
        let app = try BusApp(sandbox, scheme: "paper", answers: "pass")
        let reply = try daemon().reply(to: "xcallback:///ping?x-success=paper%3Adone")
        #expect(app.next() == "||paper:done")
        #expect(
            reply["callback"] == [
                "url": "paper:done", "state": "uncertain",
                "reason": .string("\(BusApp.name) did not accept the URL within 10.0 seconds"),
            ])
    }
}
