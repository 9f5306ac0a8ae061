import DispatcherCommands
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import Synchronization
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// A request's place in the ledger, from its acceptance on. The place is free again when the last reference is
/// released.
final class Admission: Sendable {
    let received: ReceivedRequest
    private let ledger: RequestLedger
    private let recorder: RequestRecorder
    let decisions: CurrentDecisions
    private let cancellations: Cancellations
    /// The request that waits for the outcome; nil if no request waits.
    let parent: RequestID?
    private let recorded: Atomic<Bool>
    /// Whether no limit refuses the request any more, whether it is in the journal or not.
    private let isKept: Bool
    /// Ends when the request is recorded; an error is the reason why it is not recorded. Nil if no caller waits for
    /// that.
    private let promise: (stream: AsyncStream<OutcomeError>, continuation: AsyncStream<OutcomeError>.Continuation)?

    /// Takes a place for a request. Throws 503 while the daemon or the socket's share of its places is full, or if the
    /// daemon stops.
    /// - Parameter isPromised: Whether the caller is told that the request was accepted, once it is recorded.
    convenience init(
        _ received: ReceivedRequest, _ ledger: RequestLedger, _ recorder: RequestRecorder,
        _ decisions: CurrentDecisions, _ cancellations: Cancellations, isPromised: Bool = false
    ) throws(OutcomeError) {
        try ledger.with { shared throws(OutcomeError) in
            try shared.places.accept(received.id, at: received.submission.door)
        }
        self.init(
            accepted: received, of: nil, ledger, recorder, decisions, cancellations, isKept: false,
            isPromised: isPromised)
    }

    /// Takes a place for a request that cannot be refused any more: the previous daemon accepted it, or it follows from an
    /// accepted request.
    convenience init(
        keeping received: ReceivedRequest, of parent: RequestID? = nil, _ ledger: RequestLedger,
        _ recorder: RequestRecorder,
        _ decisions: CurrentDecisions, _ cancellations: Cancellations, isPromised: Bool = false
    ) {
        ledger.with { $0.places.keep(received.id, at: received.submission.door) }
        self.init(
            accepted: received, of: parent, ledger, recorder, decisions, cancellations, isKept: true,
            isPromised: isPromised)
    }

    private init(
        accepted received: ReceivedRequest, of parent: RequestID?, _ ledger: RequestLedger, _ recorder: RequestRecorder,
        _ decisions: CurrentDecisions, _ cancellations: Cancellations, isKept: Bool, isPromised: Bool
    ) {
        self.received = received
        self.ledger = ledger
        self.recorder = recorder
        self.decisions = decisions
        self.cancellations = cancellations
        self.parent = parent
        self.isKept = isKept
        recorded = Atomic(received.isRecovered)
        promise = isPromised ? AsyncStream.makeStream() : nil
    }

    deinit { ledger.forget(received.id) }

    /// Whether the caller gets the answer `accepted` at once.
    var isPromised: Bool { promise != nil }

    /// Whether the journal has the acceptance of the request.
    var isRecorded: Bool { recorded.load(ordering: .acquiring) }

    /// Lets the request wait: it leaves the calling thread, which may serve all connections of a socket, and can be
    /// cancelled from here on.
    func begun() async { await cancellations.begin(received, of: parent) }

    /// Records that the request was accepted, unless that is recorded already. Throws 503 if that fails.
    func record(_ progress: RequestProgress) async throws(OutcomeError) {
        guard !isRecorded else { return }
        do throws(OutcomeError) {
            try await recorder.recordAcceptance(of: progress)
        } catch {
            promise?.continuation.yield(error)
            throw error
        }
        markRecorded()
    }

    /// Records that the request was accepted, if the caller waits for that. Throws 503 if that fails.
    func recordPromise(_ progress: RequestProgress) async throws(OutcomeError) {
        if promise != nil { try await record(progress) }
    }

    /// Resumes the caller that waits for the record: the journal has the end of the request, or refused the record.
    func markEndRecorded(failure: OutcomeError?) {
        if let failure { promise?.continuation.yield(failure) }
        promise?.continuation.finish()
    }

    /// Resumes the caller that waits for the record: the journal has the acceptance.
    private func markRecorded() {
        recorded.store(true, ordering: .releasing)
        promise?.continuation.finish()
    }

    /// Waits until a promised request is recorded: before its handler starts, or with its end if the request was
    /// refused earlier. Throws 503 if the record failed.
    func waitUntilRecorded() async throws(OutcomeError) {
        guard let promise else { return }
        // This is a separate task: a cancel of the waiting task does not change whether the request is recorded.
        let wait = Task(executorPreference: TaskPool.executor) { await promise.stream.first { _ in true } }
        if let error = await wait.value { throw error }
    }

    /// Gives the request its outcome, which is recorded, and resumes the request that answered it. Returns false if the
    /// request already has an outcome.
    func markEnded() -> Bool {
        var isFirst = false
        ledger.wake { shared in
            isFirst = shared.places.end(received.id)
            return [shared.calls.endReply(to: received.id)].compactMap(\.self)
        }
        return isFirst
    }

    /// Claims the request's callback, in the ledger and in the journal. Returns true once.
    func claimCallback(_ progress: RequestProgress) async -> Bool {
        guard ledger.with({ $0.places.claim(received.id) }) else { return false }
        return await recorder.claim(progress)
    }
}

/// What a handler does for its request: it waits for its turn, and records its start.
extension Admission {
    /// Leaves the calling thread, waits until the route may run once more, runs the body, and makes room for the next request. Throws 503 if too
    /// many requests wait already, or when the task is cancelled, and the error of a decision that refuses the request
    /// before the body begins.
    func withTurn<Value>(_ request: ApprovedRequest, _ body: () async throws -> Value) async throws -> Value {
        await begun()
        let route = request.route.turnName
        let door = received.submission.door
        var hasWaited = false
        try await ledger.startRunning(
            received.id, route: route, at: door, isAccepted: isKept || isRecorded, unless: refusal(of: request)
        ) { () throws(OutcomeError) in
            hasWaited = true
            try await record(.matched(request.matched))
        }
        defer { ledger.finishRunning(route: route, at: door) }
        // The turn may have come as the wait was cancelled.
        guard !Task.isCancelled else { throw OutcomeError.interrupted }
        if hasWaited {
            try await decisions.checkWithFile(request.matched)
        } else {
            try decisions.check(request.matched)
        }
        return try await body()
    }

    func refusal(of request: ApprovedRequest) -> RequestLedger.Refusal {
        { [decisions] in await decisions.refusal(of: request.matched) }
    }

    /// Records that the handler of a request starts. Throws 503 if that fails: nothing may be started then.
    /// - Parameters:
    ///   - arguments: The arguments of the command; nil without a command.
    ///   - unit: The unit of the command; nil for a child of the daemon.
    func recordStart(
        of request: ApprovedRequest, arguments: Confidential<[String]>?, unit: String? = nil
    ) async throws(OutcomeError) {
        let input =
            request.route.definition == nil ? Confidential(request.parameters.grouped(bare: .null)) : request.input
        try await recorder.recordStart(
            of: .matched(request.matched), input: input, arguments: arguments, unit: unit, isAccepted: isRecorded)
        markRecorded()
    }

    /// Notes that the command of a request gets its URL, which the command may give back to the desktop.
    func give(_ url: String, to program: String, now: Timestamp) {
        ledger.with { $0.links.give(url, to: program, now: now) }
    }

    /// Records that another app is called. From then on the request takes no room, because its answer comes as a
    /// separate request. Throws 503 if that fails.
    func recordStart(of call: AppCall) async throws(OutcomeError) {
        ledger.with { $0.places.startCalling(received.id) }
        try await recorder.recordStart(
            of: .parsed(call.received, call.url), input: Confidential(.object([])), isAccepted: isRecorded)
        markRecorded()
    }
}
