import DispatcherRequests
import NIOCore
import UnixSystem
import XCallbackURL

/// The requests that a worker has not answered. The caller that removes a request ends it, so each request ends once.
final class OutstandingRequests: Sendable {
    /// The answer to a request, which is nil if the worker was not asked.
    typealias WorkerAnswer = Answer<Result<Outcome?, any Error>>

    private struct Contents {
        var answers: [String: WorkerAnswer] = [:]
        var asked = 0
        var isClosed = false
        /// The ids of the requests that ended unanswered, the oldest first.
        var overdue: [String] = []
    }

    /// The number of ids of unanswered requests that are kept.
    private static let memory = 1000

    private let contents = Lock(Contents())

    var load: (pending: Int, asked: Int) { contents.withLock { ($0.answers.count, $0.asked) } }

    var isClosed: Bool { contents.withLock { $0.isClosed } }

    /// Adds a request. Ends the request at once if the worker is gone or the caller was cancelled.
    /// - Returns: Whether the request was added, so that the worker is to be asked.
    func add(_ id: String, _ answer: WorkerAnswer) -> Bool {
        let refusal: Result<Outcome?, any Error>? = contents.withLock { contents in
            // A later cancellation finds the request here.
            if Task.isCancelled { return .failure(OutcomeError.interrupted) }
            if contents.isClosed { return .success(nil) }
            contents.answers[id] = answer
            contents.asked += 1
            return nil
        }
        if let refusal { answer.give(refusal) }
        return refusal == nil
    }

    /// Removes a request that has its answer; nil if no request has this id.
    func remove(_ id: String) -> WorkerAnswer? { contents.withLock { $0.answers.removeValue(forKey: id) } }

    /// Removes a request whose answer would come too late.
    func expire(_ id: String) -> WorkerAnswer? {
        contents.withLock { contents in
            guard let answer = contents.answers.removeValue(forKey: id) else { return nil }
            if contents.overdue.count >= Self.memory { contents.overdue.removeFirst() }
            contents.overdue.append(id)
            return answer
        }
    }

    /// Whether an answer belongs to a request that ended without an answer. Returns true once for each request.
    func isOverdue(_ id: String) -> Bool {
        contents.withLock { contents in
            guard let index = contents.overdue.firstIndex(of: id) else { return false }
            contents.overdue.remove(at: index)
            return true
        }
    }

    /// Returns the id of a request that a malformed message contains.
    func id(namedIn text: String) -> String? {
        contents.withLock { contents in contents.answers.keys.first { text.contains("\"\($0)\"") } }
    }

    /// Refuses new requests, and removes all requests.
    func close() -> [WorkerAnswer] {
        contents.withLock { contents in
            contents.isClosed = true
            defer { contents.answers = [:] }
            return Array(contents.answers.values)
        }
    }
}
