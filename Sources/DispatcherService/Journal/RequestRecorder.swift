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
        let handling = Handling(
            route: request.match?.entry.name ?? "", input: redaction.input(request.readInput)?.json,
            arguments: arguments.map { QueryValue.array($0.map { .string($0) }).json })
        let changes = (request.isRecorded ? [] : [accepted(request)]) + [.running(request.id.description, handling)]
        try await write(changes, of: request)
        request.isRecorded = true
    }

    /// Writes down how a request ended, and whom that is told, in one.
    func conclude(_ request: Request, _ outcome: Outcome, _ delivery: Delivery?) async {
        let callback = delivery.map { delivery in
            let url = Redaction(of: request).url(delivery.url)
            guard case .refuse(let reason) = delivery.way else { return JournaledCallback(url: url) }
            return JournaledCallback(url: url, state: .refused, reason: reason)
        }
        let conclusion = Conclusion(
            JournaledOutcome(outcome), callback: callback, route: request.match?.entry.name)
        let changes = (request.isRecorded ? [] : [accepted(request)]) + [.concluded(request.id.description, conclusion)]
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
        guard let state = JournaledCallback.State(rawValue: report.state.rawValue) else { return }
        do {
            try await journal.record(.settled(request.id.description, state, reason: report.reason))
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
        let environment = QueryValue.object(
            submission.environment.sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, .string($0.value)) })
        return .accepted(
            AcceptedRequest(
                id: request.id.description, clientID: submission.clientID, door: submission.door.rawValue,
                url: Redaction(of: request).url(request.given), moment: request.begun, depth: submission.depth,
                peer: submission.peer.map { .init(process: $0.pid, program: $0.program) },
                environment: submission.environment.isEmpty ? nil : environment.json,
                narrowing: submission.narrowing.json))
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

extension JournaledOutcome {
    init(_ outcome: Outcome) {
        switch outcome {
        case .success(.object([])): self = .success(output: nil)
        case .success(let output): self = .success(output: output.json)
        case .error(let error): self = .error(error)
        case .cancel: self = .cancel
        }
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
