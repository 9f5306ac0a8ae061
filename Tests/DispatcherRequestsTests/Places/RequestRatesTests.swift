import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherRequests

/// A bucket for each route and socket.
final class RequestRatesTests {
    private var rates = RequestRates()
    private let rate = RoutePolicy.Rate(perSecond: 2, burst: 3)
    private let begin = Timestamp.now

    private func admits(_ route: String = "t.r", _ door: Door = .desktop, after time: Duration = .zero) -> Bool {
        (try? rates.admit(route, at: door, rate: rate, now: begin.advanced(by: time))) != nil
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
                .tooMany,
                "requests to route 't.r' are limited to 2 a second from the desktop socket, with a burst of 3",
                about: .route("t.r"))
        ) {
            try rates.admit("t.r", at: .desktop, rate: rate, now: begin)
        }
    }

    @Test func `of each code and socket a hundred lines are written at once, ten a second, and the rest is counted`() {
        let begin = Timestamp(boot: 1_000_000_000, wall: 0)
        func admitted(_ count: Int, _ code: Int = 404, after time: Duration = .zero) -> [Int] {
            (0..<count).compactMap { _ in rates.admitLine(code, at: .desktop, now: begin.advanced(by: time)) }
        }
        #expect(admitted(150) == Array(repeating: 0, count: 100))
        #expect(admitted(1, 400) == [0], "each code has lines of its own")
        let other = rates.admitLine(404, at: .control, now: begin)
        #expect(other == 0, "each socket has lines of its own")
        #expect(admitted(20, after: .seconds(1)) == [50] + Array(repeating: 0, count: 9))
        #expect(admitted(1, after: .seconds(2)) == [10])
        #expect(admitted(100, 1).count + admitted(100, 2).count == 100, "the codes of handlers are one")
    }

    @Test func `after ten wrong tokens the socket may bring none, until time has passed`() throws {
        for _ in 1...10 {
            try rates.checkTokens(at: .desktop, now: begin)
            rates.countWrongToken(at: .desktop, now: begin)
        }
        #expect(throws: OutcomeError(.tooMany, "too many wrong tokens from the desktop socket")) {
            try rates.checkTokens(at: .desktop, now: begin)
        }
        try rates.checkTokens(at: .control, now: begin)
        try rates.checkTokens(at: .desktop, now: begin.advanced(by: .milliseconds(100)))
    }

    @Test func `of a hundred refusals at once and more a hundred are written down, and the rest is counted`() {
        let admitted = (1...150).count { _ in rates.admitRefusal(at: .desktop, now: begin) }
        #expect(admitted == 100 && rates.unrecorded == 50)
        let isAdmitted = rates.admitRefusal(at: .control, now: begin)
        #expect(isAdmitted)
    }
}
