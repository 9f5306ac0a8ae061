import QueryCoding
import Testing

/// The whole way: a URL in, a command run, a callback out through the real xdg-open.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct MainJobTests {
    private static let notes = """
        schemes: [notes]
        desktop: allow
        routes:
          - name: create
            path: /create
            input: {title: line, body: string?, tags: [line]}
            run: [printf, --, '{"id":7,"title":"%s"}', $title]
            output: json
          - {name: fail, path: /fail, run: [sh, -c, "echo nothing to be done >&2; exit 3"]}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
          - {name: web, path: "/web/{id:int}", open: "otherapp://web/$id?from=notes"}
        """

    private let daemon: RunningDaemon
    private let app: ReceivingApp

    init() throws {
        daemon = try RunningDaemon(Self.notes, as: "notes", settings: "callbacks: {allow: [otherapp]}\n")
        app = try ReceivingApp(daemon.sandbox, scheme: "otherapp")
    }

    @Test func `a line on the socket is answered, and its x-success reaches the registered app byte for byte`() throws {
        let url = "notes:///create?title=Hi%20there&x-success=otherapp%3A%2F%2Fdone%3Fa%3D1%23f"
        let reply = try daemon.reply(to: url)
        #expect(reply["outcome"] == "success" && reply["route"] == "notes.create")
        #expect(reply["output"] == ["id": 7, "title": "Hi there"])
        let callback = "otherapp://done?a=1&id=7&title=Hi%20there#f"
        #expect(reply["callback"] == ["url": .string(callback), "state": "opened"])
        #expect(app.next() == callback)
    }

    @Test func `an error goes to x-error with the command's status and its last line`() throws {
        let reply = try daemon.reply(to: "notes:///fail?x-success=otherapp%3Ayes&x-error=OTHERAPP%3A%2F%2Fno")
        #expect(reply["error"] == ["code": 3, "message": "nothing to be done"])
        // xdg-open knows no upper-case scheme.
        #expect(app.next() == "otherapp://no?errorCode=3&errorMessage=nothing%20to%20be%20done")
        #expect(app.isQuiet)
    }

    @Test func `status 130 is a cancel, and x-cancel is opened as it is`() throws {
        let reply = try daemon.reply(to: "notes:///cancel?x-cancel=otherapp%3A%2F%2Fcancelled%3Fa%3Db%3Bc")
        #expect(reply["outcome"] == "cancel")
        #expect(app.next() == "otherapp://cancelled?a=b;c")
    }

    @Test func `an open route hands its URL to the desktop`() throws {
        #expect(try daemon.reply(to: "notes:///web/42")["outcome"] == "success")
        #expect(app.next() == "otherapp://web/42?from=notes")
    }

    @Test func `a callback to our own scheme stays in the process`() throws {
        let reply = try daemon.reply(to: "xcallback:///ping?x-success=notes:///web/1")
        #expect(reply["callback"] == ["url": "notes:///web/1", "state": "dispatched"])
        #expect(app.next() == "otherapp://web/1?from=notes")
    }

    @Test func `a click goes through xdg-open, our entry and the desktop socket, and back to the app`() throws {
        let installed = try daemon.xcallback(["install"])
        #expect(installed.status == 0, "\(installed.output)\(installed.errors)")
        let url = "notes:///create?title=Clicked&x-success=otherapp%3A%2F%2Fdone"
        #expect(try run("xdg-open", [url], daemon.sandbox.environment).status == 0)
        #expect(app.next() == "otherapp://done?id=7&title=Clicked")
    }

    @Test func `a scheme without an app is reported at once, and nothing is opened`() throws {
        let reply = try daemon.reply(to: "xcallback:///ping?x-success=nobody%3A%2F%2Fx")
        // The control socket lets through the hosts that config.yaml allows.
        #expect(reply["error"]?["code"] == 403)
        let other = try RunningDaemon(Sandbox())
        let failed = try other.reply(to: "xcallback:///ping?x-success=nobody%3A%2F%2Fx")
        let callback = failed["callback"]
        #expect(failed["outcome"] == "success" && callback?["state"] == "failed")
        #expect(callback?["reason"] == "no app is registered for nobody:")
    }
}
