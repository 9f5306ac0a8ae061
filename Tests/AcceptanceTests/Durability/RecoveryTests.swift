import DispatcherMessages
import Foundation
import Glibc
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

    /// Starts a command that does not end.
    private func hold(_ number: Int) throws -> Connection {
        let connection = Connection(try daemon.connect())
        try connection.send("t:///hold/\(number)?\(Tally.callbacks(number))")
        #expect(tally.begun.line() == "\(number)")
        return connection
    }

    @Test func `a request that was running ends as 503 interrupted, with one callback`() throws {
        _ = try hold(1)
        daemon.kill()

        let second = try tally.start()
        let request = try second.endedAlone()
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
        _ = try hold(1)
        let id = try daemon.accept("t:///hold/2?\(Tally.callbacks(2))")
        daemon.kill()

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
        _ = try hold(1)
        let id = try daemon.accept("t:///hold/2?\(Tally.callbacks(2))")
        daemon.kill()
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
        _ = try hold(1)
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

    @Test func `a callback that may have been opened is not opened again, and is reported as uncertain`() throws {
        daemon.kill()
        // A user manager that starts the opener and never confirms it.
        let manager = try SilentManager(tally.sandbox)
        let second = try tally.start()
        let connection = Connection(try second.connect())
        try connection.send("t:///note/1?\(Tally.callbacks(1))")
        #expect(manager.started.line() == "otherapp://done/1")
        second.kill()

        let third = try tally.start()
        let request = try third.endedAlone()
        #expect(request["outcome"] == "success")
        #expect(request["callback"]?["state"] == "uncertain")
        #expect(try third.call("status")["callbacks"]?["uncertain"] == 1)
        #expect(third.stop() == 0)
        #expect(try tally.start().call("status")["callbacks"]?["uncertain"] == 1)
        #expect(manager.started.line(milliseconds: 0) == nil)
        #expect(tally.opened.isEmpty && tally.ran == ["1"])
    }
}
