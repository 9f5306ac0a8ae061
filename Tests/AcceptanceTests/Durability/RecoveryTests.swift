import Foundation
import QueryCoding
import Testing

/// The outcome of a request whose daemon was killed, after the next start.
@Suite(.timeLimit(.minutes(2)))
struct RecoveryTests {
    private let tally: Tally
    private let daemon: RunningDaemon

    init() throws {
        tally = try Tally()
        daemon = try tally.start()
    }

    @Test func `a request that was running ends as 503 interrupted, with one callback`() throws {
        let id = try tally.hold(daemon)
        daemon.kill()

        let second = try tally.start()
        let request = try second.ended(id)
        #expect(request["outcome"] == "error" && request["error"]?["code"] == 503)
        #expect(request["error"]?["message"]?.string?.hasPrefix("interrupted: ") == true)
        #expect(request["callback"]?["state"] == "opened")
        try wait(for: "the opener") { !tally.opened.isEmpty }
        #expect(try second.call("status")["recovered"]?["interrupted"] == 1)
        second.kill()

        let third = try tally.start()
        #expect(try third.history().count == 1)
        #expect(try third.call("status")["recovered"]?["interrupted"] == 0)
        #expect(third.stop() == 0)
        #expect(tally.opened.count == 1)
        #expect(tally.opened.first?.hasPrefix("otherapp://failed/1?errorCode=503&errorMessage=interrupted%3A") == true)
        #expect(tally.ran == ["1"])
        tally.release.write("")
    }

    @Test func `a request that waited for its turn runs at the next start`() throws {
        let id = try tally.killWaiting(daemon).waiting
        let second = try tally.start()
        #expect(tally.begun.line() == "2")
        tally.release.write("")
        // The command that lost its daemon reads from the same pipe.
        tally.release.write("")
        let request = try second.ended(id)
        #expect(request["outcome"] == "success" && request["callback"]?["state"] == "opened")
        #expect(tally.ran == ["1", "2"])
        #expect(try second.call("status")["recovered"]?["run"] == 1)
    }

    @Test func `a request is read as it was accepted, also if its file is opaque by then`() throws {
        let id = try tally.killWaiting(daemon).waiting
        try tally.sandbox.routes(
            "schemes: [t]\nopaque: true\nroutes: [{name: any, path: \"/{rest}\", run: [\(tally.sandbox.path)/note, $rest]}]\n",
            "t")

        let second = try tally.start()
        let request = try second.ended(id)
        #expect(request["error"]?["code"] == 503 && request["callback"]?["state"] == "opened", "\(request)")
        #expect(request["error"]?["message"] == "'opaque' of its file was changed, so the request was not run")
        #expect(tally.ran == ["1"])
        tally.release.write("")
    }

    @Test(.needs(Self.clockAbsence))
    func `a request that waited for longer than a minute expires`() throws {
        try tally.hold(daemon)
        let id = try daemon.accept("t:///note/2?\(Tally.callbacks(2))")
        _ = try daemon.ended(id)
        let waiting = try daemon.accept("t:///hold/3?\(Tally.callbacks(3))")
        daemon.kill()

        let second = try tally.start(launcher: Self.later(61) + ["\(Products.folder)/xcallbackd"])
        let request = try second.ended(waiting)
        #expect(request["error"]?["code"] == 503)
        #expect(request["error"]?["message"]?.string?.hasPrefix("expired: ") == true)
        // The client gets its reply, however late.
        #expect(request["callback"]?["state"] == "opened")
        #expect(tally.ran == ["1", "2"])
        #expect(try second.call("status")["recovered"]?["expired"] == 1)
        tally.release.write("")
    }

    /// Starts a program on a machine that was started that many seconds earlier.
    private static func later(_ seconds: Int) throws -> [String] {
        ["\(try find("unshare", ProcessInfo.processInfo.environment))", "--time", "--boottime", "\(seconds)"]
    }

    private static let clockAbsence: String? = {
        guard geteuid() == 0 else { return "another clock for a daemon needs root" }
        guard let arguments = try? later(61), let program = arguments.first else { return "no unshare" }
        let probe = try? run(program, arguments.dropFirst() + ["true"], ["PATH": "/usr/bin:/bin"])
        return probe?.status == 0 ? nil : "no namespace of clocks can be made here"
    }()

    @Test(.needs(Tally.mountAbsence))
    func `a new boot runs and opens nothing of the previous one, and reports all of it`() throws {
        let ids = try tally.killWaiting(daemon)
        tally.release.write("")

        try tally.sandbox.write("00000000-0000-4000-8000-000000000000\n", to: "boot")
        let second = try tally.start(
            after: "mount --bind \"$1\" /proc/sys/kernel/random/boot_id", "\(tally.sandbox.path)/boot")
        let recovered = try second.call("status")["recovered"]
        #expect(recovered?["interrupted"] == 1 && recovered?["expired"] == 1 && recovered?["run"] == 0)
        #expect(recovered?["opened"] == 0 && recovered?["callbacks-expired"] == 2)
        try second.waitForLog("recovered unfinished requests")
        for (id, beginning) in [(ids.running, "interrupted: "), (ids.waiting, "expired: ")] {
            let request = try second.ended(id)
            #expect(request["error"]?["code"] == 503)
            #expect(request["error"]?["message"]?.string?.hasPrefix(beginning) == true)
            #expect(request["callback"]?["state"] == "expired")
        }
        #expect(second.stop() == 0)
        #expect(tally.ran == ["1"] && tally.opened.isEmpty)
    }

    @Test func `a callback that may have been opened is not opened again, and is reported as uncertain`() throws {
        daemon.kill()
        // A user manager that starts the opener and never confirms it.
        let manager = try SilentManager(tally.sandbox)
        let second = try tally.start()
        let id = try second.accept("t:///note/1?\(Tally.callbacks(1))")
        #expect(manager.started.line() == "otherapp://done/1")
        second.kill()

        let third = try tally.start()
        let request = try third.ended(id)
        #expect(try third.history().count == 1)
        #expect(request["outcome"] == "success")
        #expect(request["callback"]?["state"] == "uncertain")
        #expect(try third.call("status")["callbacks"]?["uncertain"] == 1)
        #expect(third.stop() == 0)
        #expect(try tally.start().call("status")["callbacks"]?["uncertain"] == 1)
        #expect(manager.started.line(milliseconds: 0) == nil)
        #expect(tally.opened.isEmpty && tally.ran == ["1"])
    }
}
