import DispatcherMessages
import Testing

struct RequestVariablesTests {
    private static let begun: UInt64 = 1_795_000_000_000

    @Test func `an id holds the time at which its request began`() {
        #expect(RequestID(milliseconds: Self.begun).milliseconds == Self.begun)
        #expect(RequestID(recorded: "01JD").milliseconds == nil)
        #expect(RequestID(recorded: String(repeating: "u", count: 26)).milliseconds == nil)
    }

    @Test(arguments: [
        (0, "3"), (59_999, "3"),
        // An app that was opened long ago begins a new chain.
        (60_000, nil), (86_400_000, nil),
    ])
    func `a depth counts for 60 s`(age: UInt64, depth: String?) {
        let variables = [
            "XCALLBACK_DEPTH": "3", "XCALLBACK_ID": RequestID(milliseconds: Self.begun).description,
        ]
        #expect(RequestVariables.depth(now: Self.begun + age) { variables[$0] } == depth)
    }

    @Test func `a depth without an id counts always`() {
        #expect(RequestVariables.depth(now: Self.begun) { ["XCALLBACK_DEPTH": "3"][$0] } == "3")
        #expect(RequestVariables.depth(now: Self.begun) { _ in nil } == nil)
    }
}
