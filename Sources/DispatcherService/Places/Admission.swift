import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
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
    /// Whether the request has its row; the error is the reason why it has none. Nil if no caller waits for that.
    let row: Answer<OutcomeError?>?
    /// Called once the request is recorded or has ended, then each time that it is recorded again.
    let onRecord: @Sendable () -> Void

    /// - Parameters:
    ///   - received: A request that has its place in the ledger.
    ///   - isPromised: Whether the caller waits until the record has the request, and is then told that it was accepted.
    init(
        _ received: ReceivedRequest, of parent: RequestID?, _ ledger: RequestLedger, _ recorder: RequestRecorder,
        _ decisions: CurrentDecisions, _ cancellations: Cancellations, isPromised: Bool,
        _ onRecord: @escaping @Sendable () -> Void = {}
    ) {
        self.received = received
        self.ledger = ledger
        self.recorder = recorder
        self.decisions = decisions
        self.cancellations = cancellations
        self.parent = parent
        row = isPromised ? Answer() : nil
        self.onRecord = onRecord
    }

    deinit { ledger.forget(received.id) }

    /// What holds the request in its place.
    var hold: RequestPlaces.Hold { ledger.with { $0.places.hold(of: received.id) } }

    /// Lets the request wait: it leaves the calling thread, which may serve all connections of a socket, and can be
    /// cancelled from here on.
    func mayWait() async { await cancellations.begin(received, of: parent) }

    /// Records that the request was accepted, unless that is recorded already. Throws 503 if that fails.
    func recordAcceptance(of progress: RequestProgress) async throws(OutcomeError) {
        guard hold != .recorded else { return }
        do throws(OutcomeError) {
            try await recorder.recordAcceptance(of: progress)
        } catch {
            row?.give(error)
            throw error
        }
        markRecorded()
    }

    /// Records that the request was accepted, if the caller waits for that. Throws 503 if that fails.
    func recordPromise(_ progress: RequestProgress) async throws(OutcomeError) {
        if row != nil { try await recordAcceptance(of: progress) }
    }

    /// Resumes the callers that wait for the record: the journal has the acceptance.
    private func markRecorded() {
        ledger.with { $0.places.markRecorded(received.id) }
        row?.give(nil)
        onRecord()
    }

    /// Waits until a promised request is recorded: before its handler starts, or with its end if the request was
    /// refused earlier. Throws 503 if the record failed.
    func waitUntilRecorded() async throws(OutcomeError) {
        // A cancel of the waiting task does not change whether the request is recorded.
        if let error = await row?.value(onCancel: {}) ?? nil { throw error }
    }

    /// Gives the request its outcome, which is recorded, and resumes the request that answered it. Returns false if the
    /// request already has an outcome.
    /// - Parameter callback: The state of its callback; nil without a callback.
    func markEnded(_ callback: CallbackState?) -> Bool {
        var isFirst = false
        ledger.wake { shared in
            isFirst = shared.places.end(received.id, callback: callback)
            return shared.calls.endReply(to: received.id)
        }
        return isFirst
    }

    /// Claims the request's callback, in the ledger and in the journal. Returns true once.
    func claimCallback(_ progress: RequestProgress) async -> Bool {
        guard ledger.with({ $0.places.claim(received.id) }) else { return false }
        return await recorder.claim(progress)
    }

    /// Leaves the calling thread, waits until the route may run once more, runs the body, and makes room for the next request. Throws 503 if too
    /// many requests wait already, or when the task is cancelled, and the error of a decision that refuses the request
    /// before the body begins.
    func withTurn<Value>(_ request: ApprovedRequest, _ body: () async throws -> Value) async throws -> Value {
        await mayWait()
        let route = request.route.turnName
        let door = received.submission.door
        var hasWaited = false
        try await ledger.startRunning(
            received.id, route: route, at: door, unless: refusal(of: request)
        ) { () throws(OutcomeError) in
            hasWaited = true
            try await recordAcceptance(of: .matched(request.matched))
        }
        defer { ledger.finishRunning(route: route, at: door) }
        // The turn may have come as the wait was cancelled.
        guard !Task.isCancelled else { throw OutcomeError.interrupted }
        if hasWaited {
            try await decisions.checkWithFile(request)
        } else {
            try decisions.check(request)
        }
        return try await body()
    }

    func refusal(of request: ApprovedRequest) -> RequestLedger.Refusal {
        { [decisions] in await decisions.refusal(of: request) }
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
            of: .matched(request.matched), input: input, arguments: arguments, unit: unit, hold)
        markRecorded()
    }

    /// Notes that the command of a request gets its URL, which the command may give back to the desktop.
    func give(_ url: String, to program: String, now: Timestamp) {
        ledger.with { $0.links.hand(url, to: program, now: now) }
    }

    /// Records that another app is called. From then on the request takes no room, because its answer comes as a
    /// separate request. Throws 503 if that fails.
    func recordStart(of call: AppCall) async throws(OutcomeError) {
        ledger.with { $0.places.startCalling(received.id) }
        try await recorder.recordStart(
            of: call.progress, input: Confidential(.object([])), hold)
        markRecorded()
    }
}

/// The user's decisions about requests as they are now: pauses, switches of features, the rules of routes, and who may
/// change the files of routes. A request that waited asks for these decisions again before it goes on.
struct CurrentDecisions: Sendable {
    /// Throws the error of a request that a decision refuses now. Waits for nothing, and looks at no file.
    let check: @Sendable (ApprovedRequest) throws(OutcomeError) -> Void
    /// The next change of a decision.
    let nextChange: @Sendable () -> Event

    /// Waits until a decision refuses a request, and returns the error. Returns nil if the task is cancelled first.
    func refusal(of request: ApprovedRequest) async -> OutcomeError? {
        while true {
            let change = nextChange()
            do throws(OutcomeError) {
                try check(request)
            } catch {
                return error
            }
            if await change.value() == nil { return nil }
        }
    }

    /// Throws the error of a request that a decision refuses now, and 403 if accounts other than the user and root may
    /// change the file of its route now.
    func checkWithFile(_ request: ApprovedRequest) async throws(OutcomeError) {
        let file = request.route.feature?.file
        let fault: String? = if let file { await Self.fault(of: file) } else { nil }
        // A look that was cancelled has seen nothing.
        guard !Task.isCancelled else { throw .interrupted }
        // The request goes on right after this check, not after a look at a file.
        try check(request)
        guard let fault else { return }
        // No agent learns the name of a file.
        throw OutcomeError(
            .refused, "the file of route '\(request.route.name)' is not trusted; 'xcallback check' says why",
            detail: request.received.submission.door == .agent ? nil : fault)
    }

    /// Returns why a file is not trusted; nil for a trusted file, and for a file that cannot be looked at.
    private static func fault(of file: String) async -> String? {
        do {
            try await FileWork.run { try TrustedFiles().check(file) }
            return nil
        } catch {
            return (error as? UntrustedFile)?.description
        }
    }
}
