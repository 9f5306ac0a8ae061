import Foundation
import QueryCoding
import RequestRecord
import Synchronization
import TestSupport
import Testing

/// SIGKILL at any moment, under load: every answer that a client got stays true.
@Suite(.timeLimit(.minutes(2 + Scale.factor)))
struct KillTests {
    /// At full count, ten thousand kills in all.
    @Test(arguments: 1...Scale.count(1, upTo: 834))
    func `SIGKILL under load loses no request, and runs and calls back none twice`(round: Int) throws {
        let tally = try Tally()
        let clients = LoadClients()
        try kill(tally, times: 12, under: clients, connections: 16, after: 0...300)
        // A run without a success would prove nothing.
        #expect(clients.told.contains { $0.isAcknowledged })
        let daemon = try audit(tally, clients.told)
        #expect(daemon.stop() == 0)
    }

    /// Kills a daemon over the same journal again and again.
    private func kill(
        _ tally: Tally, times: Int, under clients: LoadClients, connections: Int, after patience: ClosedRange<Int32>,
        workers: LoadWorkers? = nil
    ) throws {
        for _ in 0..<times {
            let daemon = try tally.start()
            try workers?.serve(daemon, workers: 2)
            try clients.load(daemon, connections: connections) {
                poll(nil, 0, .random(in: patience))
                daemon.kill()
            }
        }
        workers?.waitForEnd()
    }

    /// Compares what the next daemon has recorded with what the clients were told. Returns that daemon.
    private func audit(_ tally: Tally, _ told: [Told]) throws -> RunningDaemon {
        let daemon = try tally.start()
        let audit = JournalAudit(tally: tally, daemon: daemon)
        try audit.check(told)
        try audit.checkRepeats(told)
        return daemon
    }

    /// At full count, a thousand kills in all.
    @Test(arguments: 1...Scale.count(1, upTo: 125))
    func `no call and no worker's request is lost, made twice or called back twice after SIGKILL`(round: Int) throws {
        let tally = try Tally()
        let app = try SlowApp(tally)
        let workers = LoadWorkers(tally)
        let clients = LoadClients(request: Self.request)
        try kill(tally, times: 8, under: clients, connections: 12, after: 50...600, workers: workers)
        let told = clients.told
        // A run without a success would prove nothing.
        #expect(told.contains { $0.isCall && $0.reply?["outcome"] == "success" })
        #expect(told.contains { !$0.isCall && $0.reply?["outcome"] == "success" })
        let daemon = try audit(tally, told)
        #expect(Set(workers.performed).count == workers.performed.count, "requests that were performed twice")
        try checkAnswers(app, tally, daemon)
        #expect(daemon.stop() == 0)
    }

    /// Compares the replies to the app's answers with the permitted ones, and sends all answers again.
    private func checkAnswers(_ app: SlowApp, _ tally: Tally, _ daemon: RunningDaemon) throws {
        let answers = try app.answers()
        // Taken; too late; no daemon; a daemon that was killed meanwhile.
        let possible = ["0 ", "1 xcallback: error 404", "1 xcallback: error 429", "69 ", "75 "]
        let odd = answers.values.filter { said in !possible.contains { said.hasPrefix($0) } }
        #expect(odd.isEmpty, "\(odd.prefix(5))")
        for kind in possible[..<2] { #expect(answers.values.contains { $0.hasPrefix(kind) }) }
        func calls() throws -> [QueryValue] {
            try daemon.history().filter { $0["url"]?.string?.hasPrefix("app:") == true }
        }
        let before = (try calls(), tally.opened)
        // An answer that was taken belongs to that call, and is recorded before the app gets its reply.
        let output = Dictionary(
            before.0.map { (CallTester.value("n", in: $0["url"]?.string), $0["output"]?["n"]?.string) }
        ) { $0 ?? $1 }
        for (number, said) in answers where said.hasPrefix("0 ") {
            #expect(output[number] == number, "\(number): \(said)")
        }
        for call in before.0 where call["error"]?["code"] != 503 {
            #expect(call["output"]?["n"]?.string == CallTester.value("n", in: call["url"]?.string), "\(call.json)")
        }
        let again = app.planted.map { "xcallback://x-callback-url/reply/\($0)?n=0" }
        let first = try #require(again.first)
        for door in [Door.control, .desktop] {
            // Wrong answers are limited too, and the last ones of the app may have used up the limit.
            try wait(for: "the limit to let a wrong answer in") {
                try daemon.reply(to: first, door: door)["error"]?["code"] == 404
            }
            let codes = try daemon.replies(to: again, door: door).map { $0["error"]?["code"] }
            #expect(codes.count == again.count && Set(codes).isSubset(of: [404, 429]))
        }
        #expect(try calls() == before.0 && tally.opened == before.1)
    }

    private static func request(_ number: Int) -> Told {
        let callbacks = Tally.callbacks(number)
        let app = "app:go?n=\(number)&\(callbacks)"
        let work = "work:///do?n=\(number)&\(callbacks)"
        switch number % 5 {
        case 0: return Told(url: app, number: number, isCall: true)
        case 1: return Told(url: app, number: number, clientID: "app-\(number)", isCall: true)
        case 2: return Told(url: work, number: number, isCall: true)
        case 3: return Told(url: work, number: number, clientID: "work-\(number)")
        default: return Told(url: work, number: number)
        }
    }
}

/// An app that the opener of a tally calls: it writes down that it was, and answers by the command line after a while,
/// to whichever daemon serves by then.
private struct SlowApp {
    private let tally: Tally

    /// Puts itself in the place of the tally's opener, which it remains for all other URLs.
    init(_ tally: Tally) throws {
        self.tally = tally
        let path = tally.sandbox.path
        try tally.sandbox.program(
            #"""
            case $1 in
            app:*) ;;
            *) printf '%s\n' "$1" >> '\#(path)/opened'; exit ;;
            esac
            number=${1#*\?n=} number=${number%%&*}
            token=${1#*x-success=*reply%2F} token=${token%%&*}
            printf '%s\n' "$number" >> '\#(path)/ran'
            printf '%s\n' "$token" >> '\#(path)/planted'
            sleep "0.$((number % 3))$((number % 7))"
            said=$(xcallback open "xcallback://x-callback-url/reply/$token?n=$number" 2>&1)
            printf '%s %s %s\n' "$number" "$?" "$(echo "$said" | tr '\n' ' ')" >> '\#(path)/answered'
            """#, to: "opener")
    }

    /// The ends of the URLs by which it was asked to answer.
    var planted: [String] { tally.sandbox.lines("planted") }

    /// The fate of its answer to each number: a status and a message.
    func answers() throws -> [String: String] {
        try wait(for: "the last answer") { tally.sandbox.lines("answered").count == planted.count }
        let pairs = tally.sandbox.lines("answered").map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.last ?? "")
        }
        return Dictionary(pairs) { "\($0), \($1)" }
    }
}

/// Workers of one route, each of which serves until its daemon is gone, and leaves a line in the tally for every number
/// that it performs.
private final class LoadWorkers: Sendable {
    private let file: CInt
    private let contents = Mutex<[String]>([])
    private let group = DispatchGroup()

    init(_ tally: Tally) {
        file = open("\(tally.sandbox.path)/ran", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }

    deinit { close(file) }

    /// The ids of the requests that they performed.
    var performed: [String] { contents.withLock { $0 } }

    /// Starts that many workers. They serve when this returns.
    func serve(_ daemon: RunningDaemon, workers: Int) throws {
        let served = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        for _ in 0..<workers {
            group.enter()
            Thread {
                defer { self.group.leave() }
                let worker = Result {
                    try TestWorker(daemon, ["name": "work.do", "path": "/do", "input": ["n": "int"], "shared": true])
                }
                if case .failure(let error) = worker { failure.withLock { $0 = error } }
                served.signal()
                if case .success(let worker) = worker { self.work(worker) }
            }.start()
        }
        for _ in 0..<workers { served.wait() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Waits until the daemons of all of them are gone.
    func waitForEnd() { group.wait() }

    /// Until the connection ends, which it does by an error.
    private func work(_ worker: TestWorker) {
        while let asked = try? worker.asked(), let number = asked.input?["n"]?.text {
            contents.withLock { $0.append(asked.context?["id"]?.string ?? "") }
            let line = number + "\n"
            _ = line.withCString { write(file, $0, strlen($0)) }
            poll(nil, 0, Int32.random(in: 0...20))
            guard (try? worker.succeed(asked, .string(number))) != nil else { return }
        }
    }
}
