import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Writes down each step of a request before the next one is taken. After a kill, ``Journal/recover(_:)`` finds what was
/// under way.
struct RequestRecorder: Sendable {
    let journal: Journal
    private let logger: Logger

    init(journal: Journal, logger: Logger) {
        self.journal = journal
        self.logger = logger
    }

    /// Writes down that a request was accepted. Throws 503 if that fails.
    func recordAcceptance(of progress: RequestProgress) async throws(OutcomeError) {
        try await write([.accepted(AcceptedRequest(progress))], of: progress)
    }

    /// Writes down that the handler of a request starts. Throws 503 if that fails: nothing may be started then.
    /// - Parameters:
    ///   - input: What the handler reads.
    ///   - arguments: The command's, without secrets.
    ///   - isAccepted: Whether its acceptance is written down.
    func recordStart(
        of progress: RequestProgress, input: QueryValue, arguments: [String]? = nil, isAccepted: Bool
    ) async throws(OutcomeError) {
        let steps = [
            JournalChange.running(
                progress.context.id.description, route: progress.route?.name,
                input: Redaction(of: progress).input(input), arguments: arguments)
        ]
        try await write((isAccepted ? [] : [.accepted(AcceptedRequest(progress))]) + steps, of: progress)
    }

    /// Writes down the outcome of a request and its callback, as one.
    func recordEnd(
        of progress: RequestProgress, _ outcome: Outcome, _ delivery: Delivery?, isAccepted: Bool
    ) async {
        let callback = delivery.map { delivery in
            let url = Redaction(of: progress).url(delivery.url)
            guard case .refuse(let reason) = delivery.way else { return CallbackReport(url: url) }
            return CallbackReport(url: url, state: .refused, reason: reason)
        }
        let id = progress.context.id.description
        let route = progress.matched?.match.entry.name
        let steps = [JournalChange.concluded(id, outcome, callback: callback, route: route)]
        do {
            // A request that ended before it was written down did nothing that a power cut could hide.
            try await journal.record(
                (isAccepted ? [] : [.accepted(AcceptedRequest(progress))]) + steps,
                durability: isAccepted ? progress.durability : .process)
        } catch {
            // It has happened, so the caller gets it all the same.
            logger.error("an outcome is not recorded", metadata: ["id": "\(id)", "error": "\(error)"])
        }
    }

    /// Claims the callback of a request. False if that cannot be written down: a callback that might be opened a second
    /// time is not opened at all.
    func claim(_ progress: RequestProgress) async -> Bool {
        let id = progress.context.id.description
        do {
            try await journal.record(.claimed(id), durability: progress.durability)
            return true
        } catch {
            logger.error("a callback is not opened", metadata: ["id": "\(id)", "error": "\(error)"])
            return false
        }
    }

    /// Writes down the final state of a callback.
    func recordDelivery(_ report: CallbackReport, of id: RequestID) async {
        do {
            try await journal.record(.settled(id.description, report.state, reason: report.reason))
        } catch {
            logger.error(
                "the state of a callback is not recorded", metadata: ["id": "\(id)", "error": "\(error)"])
        }
    }

    private func write(_ steps: [JournalChange], of progress: RequestProgress) async throws(OutcomeError) {
        do {
            try await journal.record(steps, durability: progress.durability)
        } catch {
            throw OutcomeError(.draining, "the request cannot be recorded: \(error)")
        }
    }
}

extension AcceptedRequest {
    /// A request without its secrets.
    fileprivate init(_ progress: RequestProgress) {
        let context = progress.context
        let submission = context.submission
        self.init(
            id: context.id.description, clientID: submission.clientID, door: submission.door,
            url: Redaction(of: progress).url(context.given), time: context.begun, depth: submission.depth,
            peer: submission.peer, environment: submission.environment, narrowing: submission.narrowing.value)
    }
}

extension RequestProgress {
    /// Whether its rows have to survive a power cut, or only a SIGKILL.
    fileprivate var durability: Durability { route?.definition?.isDurable ?? false ? .disk : .process }
}
