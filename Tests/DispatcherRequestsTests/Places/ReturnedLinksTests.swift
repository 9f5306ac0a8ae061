import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherRequests

/// A URL that an app gives back eight times in a row, each time within two seconds.
final class ReturnedLinksTests {
    private var links = ReturnedLinks()
    private var now = Timestamp.now

    /// Gives a URL to an app, and counts the click that comes back. Returns the circle.
    private func turn(_ url: String = "a://b", after time: Duration = .milliseconds(100)) -> ReturnedLinks.Circle? {
        links.hand(url, to: "thunderbird", now: now)
        return click(url, after: time)
    }

    private func click(
        _ url: String = "a://b", from sender: String? = nil, after time: Duration = .zero
    ) -> ReturnedLinks.Circle? {
        now = now.advanced(by: time)
        return links.receive(url, from: sender, now: now)
    }

    @Test func `the eighth return is a circle, which is new once`() {
        for _ in 1...7 { #expect(turn() == nil) }
        let circle = turn()
        #expect(circle == ReturnedLinks.Circle(app: "thunderbird", isKnown: false))
        #expect(circle?.error.code == 508 && circle?.error.message.hasPrefix("thunderbird has given") == true)
        #expect(click(from: "firefox") == ReturnedLinks.Circle(app: "firefox", isKnown: true))
    }

    @Test func `a click after two seconds is a click of its own`() {
        for _ in 1...20 { #expect(turn(after: .milliseconds(2001)) == nil) }
        for _ in 1...7 { #expect(turn(after: .milliseconds(2000)) == nil) }
        #expect(turn(after: .milliseconds(2000)) != nil)
        #expect(click(after: .milliseconds(2001)) == nil)
        #expect(turn() == nil)
    }

    @Test func `clicks without a URL that was given, and other URLs, do not count`() {
        for _ in 1...20 { #expect(click() == nil) }
        for number in 1...20 { #expect(turn("a://\(number)") == nil) }
        // The two have the same characters, but not the same bytes.
        for _ in 1...7 { #expect(turn("a://\u{e9}") == nil) }
        #expect(turn("a://e\u{301}") == nil)
        #expect(turn("a://\u{e9}") != nil)
    }

    @Test func `the oldest URL is forgotten first`() {
        for _ in 1...7 { #expect(turn() == nil) }
        for number in 1..<ReturnedLinks.capacity { links.hand("a://\(number)", to: "", now: now) }
        #expect(click() != nil)
        links.hand("a://next", to: "", now: now)
        #expect(click() == nil)
    }
}
