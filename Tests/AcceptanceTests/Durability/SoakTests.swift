import QueryCoding
import TestSupport
import Testing

/// Many requests leave nothing over.
@Suite(.timeLimit(.minutes(2 + Scale.factor)))
struct SoakTests {
    private static let commands = Scale.count(500, upTo: 100_000)
    private static let connections = 4

    @Test func `commands leave no child, no descriptor and no memory behind`() throws {
        let tally = try Tally(settings: "history: {keep: 1ms}\n")
        let daemon = try tally.start()
        try work(daemon, Self.commands / 2 + 100)
        try wait(for: "the first children") { ProcessTable.children(of: daemon.pid).isEmpty }
        let descriptors = try ProcessTable.descriptors(of: daemon.pid)
        let memory = try ProcessTable.privateMemory(of: daemon.pid)
        try work(daemon, Self.commands)
        // Of connections and openers that have ended it learns in its own time.
        try wait(for: "as few descriptors") { try ProcessTable.descriptors(of: daemon.pid) <= descriptors }
        try wait(for: "the last children") { ProcessTable.children(of: daemon.pid).isEmpty }
        // The daemon returns spare memory a moment after the last connection has closed.
        try wait(for: "as little memory") { try ProcessTable.privateMemory(of: daemon.pid) - memory < 4 << 10 }
        #expect(daemon.stop() == 0)
    }

    /// Runs commands, and openers after them, on some connections at once.
    private func work(_ daemon: RunningDaemon, _ count: Int) throws {
        let connections = try (0..<Self.connections).map { _ in Connection(try daemon.connect()) }
        for start in stride(from: 0, to: count, by: connections.count) {
            for (offset, connection) in connections.enumerated() {
                let number = start + offset
                try connection.send("t:///note/\(number)" + (number % 4 == 0 ? "?\(Tally.callbacks(number))" : ""))
            }
            for connection in connections { #expect(try connection.reply()["outcome"] == "success") }
        }
    }
}
