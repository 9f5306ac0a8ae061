import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import Testing
import UnixSystem

@testable import DispatcherService

/// The requests that can be cancelled.
struct CancellationsTests {
    private let work = BackgroundWork()

    @Test(.timeLimit(.minutes(5)))
    func `has a request as soon as it waits`() async throws {
        let cancellations = Cancellations(work: work)
        work.begin()
        let table = try DispatchTable(configuration: Configuration.load(nil), compiled: [])
        // Which thread is faster is chance.
        for number in 1...10_000 {
            let submission = Submission(url: Array("t:///wait".utf8), door: .control)
            let request = ReceivedRequest(
                id: RequestID(milliseconds: UInt64(number)), submission: submission, table: table, begun: .now)
            let (ended, wait) = await work.run {
                await cancellations.begin(request, of: nil)
                let (misses, miss) = AsyncStream.makeStream(of: Never.self)
                Task { if await cancellations.cancel(request.id.description) == nil { miss.finish() } }
                // Ends by a cancel too.
                for await _ in misses {}
                let failure = Conclusion(.received(request), failure: OutcomeError.interrupted)
                return cancellations.end(failure, of: request, nil)
            }
            #expect(ended.cancelReason == .requested)
            guard case .cancelled(let canceller) = wait else {
                Issue.record("not cancelled")
                continue
            }
            canceller.give(OutcomeReply(id: request.id.description, url: "t:///wait", outcome: ended.outcome))
        }
    }
}
