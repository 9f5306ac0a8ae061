import TestSupport
import Testing

/// The daemon's own code in a world where a seed decides what happens next.
struct SimulationTests {
    @Test func `some thousand lives keep every promise`() async throws {
        let report = try await Report.make(lives: 2000 * Scale.factor, from: 0, threads: 1)
        #expect(report.failure == nil, "\(report.failure.map(\.description) ?? "")")
        #expect(report.lives > 0)
    }

    @Test func `every order of the first events of some pairs of requests keeps every promise`() async throws {
        let orders = try await Orders.make(pairs: 4, depth: 3, threads: 1)
        #expect(
            orders.failure == nil,
            "\(orders.failure?.check ?? "")\n\(orders.failure?.trace.joined(separator: "\n") ?? "")")
        #expect(orders.orders > 50)
    }

    @Test func `a seed decides everything`() async throws {
        let traces = try await Report.onThread {
            try (0..<2).map { _ in
                let world = try ModelWorld(Chooser(seed: 5, isRecorded: true), isTraced: true)
                try world.run()
                return world.chooser.made
            }
        }
        #expect(traces[0] == traces[1])
    }
}
