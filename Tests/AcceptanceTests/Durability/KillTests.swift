import Glibc
import QueryCoding
import TestSupport
import Testing

/// SIGKILL at any moment, under load: every answer that a client got stays true.
@Suite(.timeLimit(.minutes(2 + Scale.factor)))
struct KillTests {
    /// The number of kills of a daemon over the same journal: at full count ten thousand in all.
    private static let kills = 12
    private static let connections = 16

    @Test(arguments: 1...Scale.count(1, upTo: 834))
    func `SIGKILL under load loses no request, and runs and calls back none twice`(round: Int) throws {
        let tally = try Tally()
        let clients = LoadClients()
        for _ in 0..<Self.kills {
            let daemon = try tally.start()
            let patience = Int32.random(in: 0...300)
            try clients.load(daemon, connections: Self.connections) {
                poll(nil, 0, patience)
                daemon.kill()
            }
        }
        let told = clients.told
        // A run without a success would prove nothing.
        #expect(told.contains { $0.isAcknowledged })
        let daemon = try tally.start()
        let audit = JournalAudit(tally: tally, daemon: daemon)
        try audit.check(told)
        try audit.checkRepeats(told)
        #expect(daemon.stop() == 0)
    }
}
