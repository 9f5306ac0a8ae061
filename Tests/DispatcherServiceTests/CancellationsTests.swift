import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherService

/// The requests that can be cancelled.
struct CancellationsTests {
    private let cancellations = Cancellations()

    @Test(.timeLimit(.minutes(5)))
    func `has a request from its first step on`() async throws {
        let table = try DispatchTable(configuration: Configuration.load(search: []), compiled: [])
        // Which thread is faster is chance.
        for number in 1...10_000 {
            let submission = Submission(url: Array("t:///wait".utf8), door: .control)
            let request = ReceivedRequest(
                id: RequestID(milliseconds: UInt64(number)), submission: submission, table: table, begun: .now)
            let ended = await cancellations.perform(request) { [cancellations] in
                let (misses, miss) = AsyncStream.makeStream(of: Never.self)
                Task { if await cancellations.cancel(request.id.description) == nil { miss.finish() } }
                // Ends by a cancel too.
                for await _ in misses {}
                return RequestResult(.received(request), failure: OutcomeError.interrupted)
            }
            #expect(ended.cancelReason == .requested)
            cancellations.end(
                request, OutcomeReply(id: request.id.description, url: "t:///wait", outcome: ended.outcome))
        }
    }
}
