import DispatcherConfiguration
import DispatcherMessages
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherService

/// A bucket for each route and socket.
struct RouteRatesTests {
    private let rates = RouteRates()
    private let rate = RoutePolicy.Rate(perSecond: 2, burst: 3)
    private let begin = Timestamp.now

    private func admits(_ route: String = "t.r", _ door: Door = .desktop, after time: Duration = .zero) -> Bool {
        (try? rates.admit(route, door: door, rate: rate, now: begin.advanced(by: time))) != nil
    }

    @Test
    func `lets the burst through, then what the second gains`() {
        #expect((1...4).map { _ in admits() } == [true, true, true, false])
        #expect(admits(after: .milliseconds(500)))
        #expect(!admits(after: .milliseconds(600)))
    }

    @Test
    func `gains no more than the burst`() {
        #expect((1...4).map { _ in admits(after: .seconds(3600)) } == [true, true, true, false])
    }

    @Test
    func `what one route or door uses up, another still has`() {
        for _ in 1...3 { #expect(admits()) }
        #expect(!admits())
        #expect(admits("t.other"))
        #expect(admits("t.r", .control))
    }

    @Test
    func `says how much there is`() {
        for _ in 1...3 { #expect(admits()) }
        #expect(
            throws: OutcomeError(
                .tooMany, "route 't.r' takes 2 a second from the desktop socket, with a burst of 3")
        ) {
            try rates.admit("t.r", door: .desktop, rate: rate, now: begin)
        }
    }
}
