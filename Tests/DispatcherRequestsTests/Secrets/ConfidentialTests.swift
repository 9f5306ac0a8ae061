import DispatcherRequests
import QueryCoding
import Testing

struct ConfidentialTests {
    private struct Holder { let pin = Confidential(revealed: "hunter2", redacted: "<redacted>") }

    @Test func `a value prints as its redacted form, also inside of another value`() {
        let pin = Holder().pin
        var dumped = ""
        dump(Holder(), to: &dumped)
        dump(pin, to: &dumped)
        for text in ["\(pin)", String(reflecting: pin), "\(Holder())", "\([pin])", "\(Optional(pin) as Any)", dumped] {
            #expect(text.contains("<redacted>") && !text.contains("hunter2"), "\(text)")
        }
        #expect(pin.revealed == "hunter2")
        let input = Confidential<QueryValue>(revealed: ["pin": "hunter2"], redacted: ["pin": "<redacted>"])
        dump(input, to: &dumped)
        #expect(!"\(input)".contains("hunter2") && !dumped.contains("hunter2"))
    }
}
