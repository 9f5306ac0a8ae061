import DispatcherMessages
import Foundation
import QueryCoding
import Testing

private let notes = """
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

/// The whole way: a URL in, a command run, a callback out through the real xdg-open.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct MainJobTests {
    private func start() throws -> (RunningDaemon, ReceivingApp) {
        let sandbox = try Sandbox(notes, as: "notes", settings: "callbacks: {allow: [otherapp]}\n")
        return (try RunningDaemon(sandbox), try ReceivingApp(sandbox, scheme: "otherapp"))
    }

    @Test func `a line on the socket is answered, and its x-success reaches the registered app byte for byte`() throws {
        let (daemon, app) = try start()
        let url = "notes:///create?title=Hi%20there&x-success=otherapp%3A%2F%2Fdone%3Fa%3D1%23f"
        let reply = try daemon.reply(to: url)
        #expect(reply["outcome"] == "success")
        #expect(reply["route"] == "notes.create")
        #expect(reply["output"] == ["id": 7, "title": "Hi there"])
        #expect(reply["callback"]?["state"] == "opened")
        #expect(reply["callback"]?["url"] == "otherapp://done?a=1&id=7&title=Hi%20there#f")
        #expect(app.next() == "otherapp://done?a=1&id=7&title=Hi%20there#f")
    }

    @Test func `an error goes to x-error with the command's status and its last line`() throws {
        let (daemon, app) = try start()
        let reply = try daemon.reply(to: "notes:///fail?x-success=otherapp%3Ayes&x-error=OTHERAPP%3A%2F%2Fno")
        #expect(reply["error"] == ["code": 3, "message": "nothing to be done"])
        // xdg-open knows no upper-case scheme.
        #expect(app.next() == "otherapp://no?errorCode=3&errorMessage=nothing%20to%20be%20done")
        #expect(app.isQuiet)
    }

    @Test func `status 130 is a cancel, and x-cancel is opened as it is`() throws {
        let (daemon, app) = try start()
        let reply = try daemon.reply(to: "notes:///cancel?x-cancel=otherapp%3A%2F%2Fcancelled%3Fa%3Db%3Bc")
        #expect(reply["outcome"] == "cancel")
        #expect(app.next() == "otherapp://cancelled?a=b;c")
    }

    @Test func `an open route hands its URL to the desktop`() throws {
        let (daemon, app) = try start()
        #expect(try daemon.reply(to: "notes:///web/42")["outcome"] == "success")
        #expect(app.next() == "otherapp://web/42?from=notes")
    }

    @Test func `a callback to our own scheme stays in the process`() throws {
        let (daemon, app) = try start()
        let inner = "notes:///web/1"
        let reply = try daemon.reply(to: "xcallback:///ping?x-success=\(inner)")
        #expect(reply["callback"] == ["url": .string(inner), "state": "dispatched"])
        #expect(app.next() == "otherapp://web/1?from=notes")
    }

    @Test func `a click goes through xdg-open, our entry and the desktop socket, and back to the app`() throws {
        let (daemon, app) = try start()
        let installed = try daemon.xcallback(["install"])
        #expect(installed.status == 0, "\(installed.output)\(installed.errors)")
        let url = "notes:///create?title=Clicked&x-success=otherapp%3A%2F%2Fdone"
        #expect(try run("xdg-open", [url], daemon.sandbox.environment).status == 0)
        #expect(app.next() == "otherapp://done?id=7&title=Clicked")
    }

    @Test func `a scheme without an app is reported at once, and nothing is opened`() throws {
        let (daemon, _) = try start()
        let reply = try daemon.reply(to: "xcallback:///ping?x-success=nobody%3A%2F%2Fx")
        // The control socket lets through the hosts that config.yaml allows.
        #expect(reply["error"]?["code"] == 403)
        let free = try Sandbox()
        let other = try RunningDaemon(free)
        let failed = try other.reply(to: "xcallback:///ping?x-success=nobody%3A%2F%2Fx")
        #expect(failed["outcome"] == "success")
        #expect(failed["callback"]?["state"] == "failed")
        #expect(failed["callback"]?["reason"] == "no app is registered for nobody:")
    }
}
