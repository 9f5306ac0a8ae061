import DispatcherMessages
import QueryCoding
import TestSupport
import Testing

/// The replies of the daemon: one side reads all that the other prints.
struct ReplyTests {
    /// Reads a reply of a kind and prints it again.
    private static let readers: [String: @Sendable (QueryValue) throws -> QueryValue] = [
        "accepted": { try AcceptedReply($0).value },
        "outcome": { try OutcomeReply($0).value },
        "link": { try LinkReply($0).value },
        "token": { try TokenReply($0).value },
        "serve": { try ServeReply($0).value },
        "feature": { try FeatureReply($0).value },
        "pause": { try PauseReply($0).value },
        "reload": { try ReloadReply($0).value },
        "worker": { try WorkerReply($0).value },
        "routes": { try RouteListingReply($0).value },
        "history": { try HistoryReply($0).value },
        "explanation": { try ExplanationReply($0).value },
        "grants": { try GrantsReply($0).value },
        "status": { try StatusReply($0).value },
    ]

    private static func value(_ json: String) throws -> QueryValue {
        try JSONParser.parse(Array(json.utf8), depthLimit: 16)
    }

    @Test(arguments: TextTable.rows("replies.txt", "again"))
    func `prints again what it read`(row: [String]) throws {
        let reader = try #require(Self.readers[row[0]])
        #expect(try reader(Self.value(row[1])).json == row[1])
    }

    @Test(arguments: TextTable.rows("replies.txt", "refused"))
    func `names the member that cannot be read`(row: [String]) throws {
        let (reader, value) = (try #require(Self.readers[row[0]]), try Self.value(row[1]))
        #expect { try reader(value) } throws: { "\($0)" == row[2] }
    }

    @Test func `ignores members that a newer daemon adds`() throws {
        let json = #"{"later":1,"name":"notes","available":true,"more":[]}"#
        #expect(try FeatureReply(Self.value(json)) == FeatureReply(name: "notes", unavailable: nil))
    }

    @Test(
        arguments: [
            (Duration.zero, "0"), (.milliseconds(12), "12"), (.microseconds(12_340), "12.34"),
            (.microseconds(5), "0.005"), (.microseconds(1_500), "1.5"),
            (.nanoseconds(1_999_999), "1.999"),  // cut off, not rounded
            (.seconds(86_400), "86400000"),
        ])
    func `a duration is a number of milliseconds`(duration: Duration, text: String) {
        #expect(Milliseconds(duration).value == .number(text))
    }
}
