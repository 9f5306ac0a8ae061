import DispatcherMessages
import Testing

struct DurationTextTests {
    @Test(arguments: [
        ("10", Duration.seconds(10)), ("0.5", .milliseconds(500)), ("10s", .seconds(10)), ("250ms", .milliseconds(250)),
        ("1.5m", .seconds(90)), ("2h", .seconds(7200)), ("1d", .seconds(86_400)), ("0.3s", .milliseconds(300)),
    ])
    func `reads seconds, and numbers with a unit`(text: String, duration: Duration) {
        #expect(Duration(text: text) == duration)
        #expect(Duration(text: "\(duration.milliseconds)ms") == duration)
    }

    @Test(arguments: [
        "", "s", "0", "0.0001s",  // no time at all
        "-1s", "+1", "1e3", ".5", "5.", "1.2.3", "1 s", "10S", "1w", "inf", "nan", "99999999999999999999s",
    ])
    func `reads nothing else`(text: String) { #expect(Duration(text: text) == nil) }
}
