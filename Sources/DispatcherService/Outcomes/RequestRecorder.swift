import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// Records each step of a request before the next step is taken. After a kill, ``Journal/recover(_:)`` finds the
/// requests that were not finished.
struct RequestRecorder: Sendable {
    let journal: Journal
    let logger: Logger

    /// Records that a request was accepted. Throws 503 if that fails.
    func recordAcceptance(of progress: RequestProgress) async throws(OutcomeError) {
        try await write([.accepted(AcceptedRequest(progress.received, Redaction(of: progress)))])
    }

    /// Records that the handler of a request starts. Throws 503 if that fails: nothing may be started then.
    /// - Parameters:
    ///   - input: The input of the handler.
    ///   - arguments: The arguments of the command.
    ///   - unit: The unit of the command; nil for a child of the daemon.
    func recordStart(
        of progress: RequestProgress, input: Confidential<QueryValue>, arguments: Confidential<[String]>? = nil,
        unit: String? = nil, _ hold: RequestPlaces.Hold
    ) async throws(OutcomeError) {
        let redaction = Redaction(of: progress)
        let steps =
            progress.narrowedSteps + [
                .running(
                    progress.received.id.description, route: progress.route?.name, input: redaction.input(input),
                    arguments: arguments.flatMap(redaction.arguments), unit: unit)
            ]
        try await write(
            (hold == .recorded ? [] : [.accepted(AcceptedRequest(progress.received, redaction))]) + steps)
    }

    /// Records that the user agreed to a request whose acceptance is recorded. Throws 503 if that fails.
    func recordConsent(to question: Question, about progress: RequestProgress) async throws(OutcomeError) {
        try await write([.agreed(progress.received.id.description, question: question.text)])
    }

    /// Returns the rows for the outcome of a request and its callback, which are recorded together. The long texts of a
    /// refused request are shortened, because it never runs again.
    func rows(of end: Conclusion, _ hold: RequestPlaces.Hold) -> [JournalChange] {
        let (progress, delivery) = (end.progress, end.delivery)
        let redaction = Redaction.journal(of: progress, next: delivery?.report.url)
        let callback = (delivery?.report).map {
            CallbackReport(url: redaction.url($0.url), state: $0.state, reason: $0.reason.map(redaction.text))
        }
        var rows: [JournalChange] = []
        if hold != .recorded {
            var request = AcceptedRequest(progress.received, redaction)
            if end.standing == .turnedAway { request.clientID = nil }
            rows.append(.accepted(request))
        }
        rows += progress.narrowedSteps
        rows.append(
            .concluded(
                progress.received.id.description, redaction.outcome(end.outcome), callback: callback,
                route: progress.routeName, cancelReason: end.cancelReason))
        if end.standing != .accepted, delivery?.destination == nil { rows = rows.map(\.shortened) }
        return rows
    }

    /// Records the outcome of a request.
    /// - Returns: The error if the journal refused the row, else nil. The outcome stays valid in both cases.
    @discardableResult
    func recordEnd(_ rows: [JournalChange]) async -> OutcomeError? {
        await write(rows, orLog: "an outcome is not recorded")
    }

    /// Records the outcome of a request later, so that a kill may lose it. Returns false if the record must wait its
    /// turn.
    func post(_ rows: [JournalChange]) -> Bool { journal.post(rows) }

    /// Claims the callback of a request. Returns false if the claim cannot be recorded: a callback that might be opened
    /// a second time is not opened at all.
    func claim(_ progress: RequestProgress) async -> Bool {
        await write([.claimed(progress.received.id.description)], orLog: "a callback is not opened") == nil
    }

    /// Records the final state of a callback.
    func recordDelivery(_ report: CallbackReport, of progress: RequestProgress) async {
        let reason = report.reason.map(Redaction(of: progress).text)
        _ = await write(
            [.settled(progress.received.id.description, report.state, reason: reason)],
            orLog: "the state of a callback is not recorded")
    }

    /// Records that the opener of a callback ended with a failure after it had started.
    func recordFailure(of progress: RequestProgress, _ reason: String) async {
        let id = progress.received.id
        do {
            try await journal.addReason(reason, toCallbackOf: id.description)
        } catch {
            logger.error("the end of an opener is not recorded", metadata: ["id": "\(id)", "error": "\(error)"])
        }
    }

    private func write(_ steps: [JournalChange]) async throws(OutcomeError) {
        do {
            try await journal.record(steps)
        } catch {
            throw OutcomeError(.draining, "the request cannot be recorded: \(error)")
        }
    }

    /// Records steps. Logs and returns the error if that fails.
    private func write(_ steps: [JournalChange], orLog message: Logger.Message) async -> OutcomeError? {
        do {
            try await journal.record(steps)
            return nil
        } catch {
            logger.error(message, metadata: ["id": "\(steps.first?.id ?? "")", "error": "\(error)"])
            return OutcomeError(.draining, "the request cannot be recorded: \(error)")
        }
    }
}

extension AcceptedRequest {
    /// A request as it came in, without its secrets. After a restart, the redirects of the request are followed again.
    fileprivate init(_ received: ReceivedRequest, _ redaction: Redaction) {
        let submission = received.original
        // An id without its secret could be the id of another request.
        let clientID = submission.clientID.flatMap { $0 == redaction.text($0) ? $0 : nil }
        self.init(
            id: received.id.description, clientID: clientID, door: submission.door, url: redaction.url(received.given),
            time: received.begun, depth: submission.depth, peer: submission.peer,
            client: submission.client.map(redaction.text),
            environment: submission.environment.filter { $0.value == redaction.text($0.value) },
            narrowing: submission.narrowing.value, isOpaque: received.isOpaque)
    }
}

extension RequestProgress {
    /// The step of a request that was redirected to a route with a stricter restriction.
    fileprivate var narrowedSteps: [JournalChange] {
        guard let narrowing = narrowingOfRedirects?.value else { return [] }
        return [.narrowed(received.id.description, narrowing)]
    }
}
