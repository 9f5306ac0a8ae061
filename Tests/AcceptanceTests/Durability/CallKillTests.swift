import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// SIGKILL at any moment, while other apps are called and workers work.
@Suite(.timeLimit(.minutes(2 + Scale.factor)))
struct CallKillTests {
    /// The number of kills of a daemon over the same journal: at full count a thousand in all.
    private static let kills = 8
    private static let connections = 12

    @Test(arguments: 1...Scale.count(1, upTo: 125))
    func `no call and no worker's request is lost, made twice or called back twice after SIGKILL`(round: Int) throws {
        let tally = try Tally()
        let app = try SlowApp(tally)
        let workers = LoadWorkers(tally)
        let clients = LoadClients(request: Self.request)
        for _ in 0..<Self.kills {
            let daemon = try tally.start()
            try workers.serve(daemon, workers: 2)
            let patience = Int32.random(in: 50...600)
            try clients.load(daemon, connections: Self.connections) {
                poll(nil, 0, patience)
                daemon.kill()
            }
        }
        workers.waitForEnd()
        let told = clients.told
        // A run without a success would prove nothing.
        #expect(told.contains { $0.isCall && $0.reply?["outcome"] == "success" })
        #expect(told.contains { !$0.isCall && $0.reply?["outcome"] == "success" })
        let daemon = try tally.start()
        let audit = JournalAudit(tally: tally, daemon: daemon)
        try audit.check(told)
        try audit.checkRepeats(told)
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
