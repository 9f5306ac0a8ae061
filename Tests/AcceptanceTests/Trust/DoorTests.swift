import DispatcherMessages
import DispatcherScenarios
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import Testing

/// The reach of a web page: desktop.sock, its rules and its refusals.
struct DoorTests {
    private func start() throws -> RunningDaemon { try RunningDaemon.start(DoorScenarios.fixture) }

    @Test(.timeLimit(.minutes(1)), arguments: DoorScenarios.rules)
    func `the desktop socket holds the rule of each route`(url: String, code: Int?) async throws {
        try await DoorScenarios.holdsTheRule(url, code, on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: DoorScenarios.callbacks)
    func `a callback goes unasked only to what the configuration allows`(callback: String, state: String?) async throws
    {
        try await DoorScenarios.deliversTheCallback(callback, state, on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `the history names the key that would allow a refused request, and the reply does not`() async throws {
        try await DoorScenarios.namesTheKeyOfARefusalToTheUserAlone(on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: DoorScenarios.refusals)
    func `a refusal tells the desktop socket of no file, folder, command or other route`(
        url: String, message: String, told: String
    ) async throws {
        try await DoorScenarios.tellsLittleOfARefusal(url, message, told, on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `a socket that brings ten wrong tokens at once has to wait`() async throws {
        try await DoorScenarios.limitsWrongTokens(on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `a url input takes any scheme from a script, unless it names its schemes`() async throws {
        try await DoorScenarios.acceptsAnyURLOfAScript(on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `an x-error that is itself allowed gets the refusal`() async throws {
        try await DoorScenarios.reportsTheRefusalToXError(on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: DoorScenarios.closedMethods)
    func `the desktop socket has no method but dispatch`(method: String) async throws {
        try await DoorScenarios.hasNoMethod(method, on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `dispatch is under the same rules, and no parameter lifts them`() async throws {
        try await DoorScenarios.holdsTheRulesForDispatch(on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `an id of the control socket names nothing on the desktop socket`() async throws {
        try await DoorScenarios.keepsTheIDsOfTheDoorsApart(on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `the desktop socket gets a command's stderr only with errors: stderr`() async throws {
        let daemon = try start()
        try await DoorScenarios.keepsStandardErrorInside(on: daemon)
        try daemon.waitForLog("/home/me/secret")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [Door.desktop, .control])
    func `a route with a rate admits a burst, then replies 429`(door: Door) async throws {
        try await DoorScenarios.admitsABurst(at: door, on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: DoorScenarios.lengths)
    func `a URL of more than 131071 bytes is 413, and the connection goes on`(length: Int) async throws {
        try await DoorScenarios.limitsTheLength(length, on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `a route without a rate admits a burst of twenty from the desktop socket, and all from scripts`() throws {
        let daemon = try start()
        let clock = ContinuousClock()
        let begin = clock.now
        let replies = try daemon.replies(to: Array(repeating: "t:///open", count: 60), door: .desktop)
        let gained = Int((clock.now - begin) / .milliseconds(100)) + 1
        let ran = replies.count { $0["outcome"] == "success" }
        #expect((20...20 + gained).contains(ran))
        #expect(replies.count { $0["error"]?["code"] == 429 } == 60 - ran)
        let scripts = try daemon.replies(to: Array(repeating: "t:///open", count: 30))
        #expect(scripts.allSatisfy { $0["outcome"] == "success" })
    }

    @Test(.timeLimit(.minutes(1)))
    func `a command that runs for a web page stays on the desktop socket`() throws {
        let daemon = try start()
        #expect(
            try daemon.reply(to: "t:///again", door: .desktop)["error"]?["message"]
                == "xcallback: error 403: route 't.never' is not open to the desktop")
        #expect(!daemon.hasTouched("ran"))
        #expect(try daemon.reply(to: "t:///again")["outcome"] == "success")
        #expect(daemon.hasTouched("ran"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `open --from desktop returns at once and prints nothing`() throws {
        let daemon = try start()
        let fifo = "\(daemon.sandbox.path)/f"
        #expect(mkfifo(fifo, 0o600) == 0)
        let url = "t:///slow/\(fifo.replacing("/", with: "%2F"))"
        // The command waits for a writer, and the pipe has none yet.
        let ended = try daemon.xcallback(["open", "--from", "desktop", "--", url])
        #expect(ended == Ended(status: 0, output: "", errors: ""))
        let writer = open(fifo, O_WRONLY | O_CLOEXEC)
        #expect(writer >= 0)
        close(writer)
        let refused = try daemon.xcallback(["open", "--from", "desktop", "--", "t:///never"])
        #expect(refused == Ended(status: 0, output: "", errors: ""))
    }

    @Test(.timeLimit(.minutes(1)))
    func `the log is printable lines of at most 2 KiB, whatever a URL holds`() throws {
        let daemon = try start()
        let nasty = "%1B%5D0;x%07%0D%0A%E2%80%AE" + String(repeating: "%1B%C2%9B", count: 10_000)
        for url in ["t:///open?x=\(nasty)", "t:///\(nasty)", "nope:\(nasty)", "t:///open?x-success=\(nasty)"] {
            #expect(try daemon.reply(to: url, door: .desktop)["outcome"] == "error")
        }
        #expect(daemon.stop() == 0, "all is written then")
        #expect(daemon.logText.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
        #expect(daemon.logText.split(separator: "\n").allSatisfy { $0.utf8.count <= 2048 })
    }
}
