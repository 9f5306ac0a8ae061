import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import Logging
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Writes down each step of a request before the next is taken: what is killed in between is found by ``Journal/recover(_:)``.
struct RequestRecorder: Sendable {
    let journal: Journal
    private let logger: Logger

    init(journal: Journal, logger: Logger) {
        self.journal = journal
        self.logger = logger
    }

    /// Writes down that a request came in, unless that is done. Throws 503 if it cannot be.
    func accept(_ request: inout Request) async throws(OutcomeError) {
        guard !request.isRecorded else { return }
        try await write([accepted(request)], of: request)
        request.isRecorded = true
    }

    /// Writes down that the handler of a request is about to start. Throws 503 if it cannot be: nothing is started then.
    /// - Parameter arguments: The command's, without secrets.
    func begin(_ request: inout Request, arguments: [String]? = nil) async throws(OutcomeError) {
        let redaction = Redaction(of: request)
        let start = HandlerStart(
            route: request.match?.entry.name, input: redaction.input(request.readInput), arguments: arguments)
        let changes = (request.isRecorded ? [] : [accepted(request)]) + [.running(request.id.description, start)]
        try await write(changes, of: request)
        request.isRecorded = true
    }

    /// Writes down how a request ended, and whom that is told, in one.
    func conclude(_ request: Request, _ outcome: Outcome, _ delivery: Delivery?) async {
        let callback = delivery.map { delivery in
            let url = Redaction(of: request).url(delivery.url)
            guard case .refuse(let reason) = delivery.way else { return CallbackReport(url: url) }
            return CallbackReport(url: url, state: .refused, reason: reason)
        }
        let end = RequestEnd(outcome, callback: callback, route: request.match?.entry.name)
        let changes = (request.isRecorded ? [] : [accepted(request)]) + [.concluded(request.id.description, end)]
        do {
            // One that was refused before it was written down did nothing that a power cut could hide.
            try await journal.record(changes, durability: request.isRecorded ? request.durability : .process)
        } catch {
            // It has happened, and is told all the same.
            logger.error("an outcome is not recorded", metadata: ["id": "\(request.id)", "error": "\(error)"])
        }
    }

    /// Claims the callback of a request. False if that cannot be written down: a callback that might be opened a second
    /// time is not opened at all.
    func claim(_ request: Request) async -> Bool {
        do {
            try await journal.record(.claimed(request.id.description), durability: request.durability)
            return true
        } catch {
            logger.error("a callback is not opened", metadata: ["id": "\(request.id)", "error": "\(error)"])
            return false
        }
    }

    /// Writes down what became of the callback.
    func settle(_ request: Request, _ report: CallbackReport) async {
        do {
            try await journal.record(.settled(request.id.description, report.state, reason: report.reason))
        } catch {
            logger.error(
                "what became of a callback is not recorded", metadata: ["id": "\(request.id)", "error": "\(error)"])
        }
    }

    private func write(_ changes: [JournalChange], of request: Request) async throws(OutcomeError) {
        do {
            try await journal.record(changes, durability: request.durability)
        } catch {
            throw OutcomeError(.draining, "the request cannot be recorded: \(error)")
        }
    }

    private func accepted(_ request: Request) -> JournalChange {
        let submission = request.submission
        return .accepted(
            AcceptedRequest(
                id: request.id.description, clientID: submission.clientID, door: submission.door,
                url: Redaction(of: request).url(request.given), time: request.begun, depth: submission.depth,
                peer: submission.peer, environment: submission.environment, narrowing: submission.narrowing.value))
    }
}

extension Dispatcher {
    /// The URL of a request as the journal shows it.
    func recordedURL(of submission: Submission) -> String {
        var request = Request(id: RequestID(recorded: ""), submission: submission, table: table)
        do throws(OutcomeError) {
            try judge(&request)
        } catch {
            // What is wrong with it does not matter here: what could be read of it tells what is secret.
        }
        return Redaction(of: request).url(submission.text)
    }
}

extension Request {
    /// What must outlast a power cut, and what a SIGKILL.
    fileprivate var durability: Durability {
        guard case .definition(let definition)? = match?.entry.payload.action, definition.isDurable else {
            return .process
        }
        return .disk
    }

    /// The input as its handler reads it.
    fileprivate var readInput: QueryValue {
        if case .definition? = match?.entry.payload.action { input } else { parameters.grouped(bare: .null) }
    }
}
