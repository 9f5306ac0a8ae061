import DispatcherJournal
import DispatcherRequests
import DispatcherScenarios
import RequestRecord
import Synchronization
import Testing

@testable import DispatcherService

/// What is reported of a request whose steps are not written down, or not yet.
@Suite(.timeLimit(.minutes(5)))
struct RecordingTests {
    private func admit(_ url: String, on dispatcher: TestDispatcher, isPromised: Bool = false) throws -> Admission {
        try dispatcher.dispatcher.admit(
            Submission(url: Array(url.utf8), door: .control), as: dispatcher.dispatcher.makeID(),
            isPromised: isPromised)
    }

    @Test func `a callback whose claim cannot be recorded stays unclaimed`() async throws {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let admission = try admit("xcallback:///ping?x-success=app%3Adone", on: dispatcher)
        let progress = RequestProgress(reading: admission.received)
        let delivery = try #require(progress.delivery(of: .success).delivery)
        #expect(admission.markEnded(.unclaimed))
        // The journal knows nothing of the request.
        let report = await dispatcher.dispatcher.deliver(delivery, of: progress, admission)
        #expect(report.state == .unclaimed && report.reason == nil)
        #expect(dispatcher.apps.opened.isEmpty)
    }

    @Test func `a caller that is cancelled waits until the request is recorded`() async throws {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let admission = try admit("xcallback:///ping", on: dispatcher, isPromised: true)
        let isRecorded = Mutex<Bool?>(nil)
        let (begun, begin) = AsyncStream.makeStream(of: Never.self)
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            begin.finish()
            try await admission.waitUntilRecorded()
            isRecorded.withLock { $0 = admission.hold == .recorded }
        }
        for await _ in begun {}
        // It would have time to return.
        for _ in 0..<1000 { await Task.yield() }
        try await admission.recordAcceptance(of: .received(admission.received))
        try await waiting.value
        #expect(isRecorded.withLock { $0 } == true)
    }

    @Test func `a request is not told to be accepted if neither its acceptance nor its end can be recorded`()
        async throws
    {
        let dispatcher = try await TestDispatcher.start("schemes: [t]\nroutes: []")
        let inner = dispatcher.dispatcher
        try await dispatcher.dispatcher.journal.close()
        let admission = try admit("t:///nowhere", on: dispatcher, isPromised: true)
        await #expect(throws: OutcomeError(.draining, "the request cannot be recorded: the journal is closed")) {
            try await inner.start(admission) { _ = await inner.carryOut(admission).reply }
        }
    }
}
