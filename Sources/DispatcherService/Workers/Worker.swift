import DispatcherMessages
import DispatcherRequests
import Logging
import NIOCore
import QueryCoding
import RequestRecord
import Synchronization
import UnixSystem
import XCallbackURL

/// The process at the other end of a control connection, which may serve routes: the daemon asks, and the worker
/// answers.
final class Worker: RouteWorker {
    /// The error of the requests that the worker leaves unanswered.
    static let gone = OutcomeError(.workerGone, "the worker is gone")
    /// The number of malformed messages after which the worker's connection is closed.
    static let malformedLimit = 10
    /// The number of ids of unanswered requests that are kept.
    private static let memory = 1000

    /// The answer to a request, which is nil if the worker was not asked.
    private typealias WorkerAnswer = Answer<Result<Outcome?, any Error>>

    /// The requests that the worker has not answered. The caller that removes a request ends it, so each request ends once.
    private struct Requests {
        var answers: [String: WorkerAnswer] = [:]
        var asked = 0
        var isClosed = false
        /// The ids of the requests that ended unanswered, the oldest first.
        var overdue: [String] = []
    }

    let outbox: WorkerOutbox
    private let peer: PeerProcess
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let requests = Lock(Requests())
    private let serving = Atomic(false)
    private let hasClosedInput = Atomic(false)
    private let malformedCount = Atomic(0)

    init(channel: any Channel, process: PeerProcess, logger: Logger) {
        peer = process
        outbox = WorkerOutbox(channel: channel)
        eventLoop = channel.eventLoop
        self.logger = logger
    }

    /// `pid 12 (python3)`, as it was when the worker connected.
    var process: String { "\(peer)" }

    /// Whether the worker has ever served a route.
    var isServing: Bool { serving.load(ordering: .acquiring) }

    var load: (pending: Int, asked: Int) { requests.withLock { ($0.answers.count, $0.asked) } }

    /// The event that the pipeline of the worker's connection gets when the worker begins to serve, before its first
    /// request.
    struct StartedServing: Sendable {
        let worker: Worker
    }

    /// Lets the worker serve from now on. Returns false if the worker is gone.
    func startServing() -> Bool {
        if !serving.exchange(true, ordering: .acquiringAndReleasing) { outbox.fire(StartedServing(worker: self)) }
        return !isGone
    }

    var isGone: Bool { requests.withLock { $0.isClosed } }

    var isLeaving: Bool { hasClosedInput.load(ordering: .acquiring) || isGone }

    func noteClosedInput() { hasClosedInput.store(true, ordering: .releasing) }

    /// Waits until the event loop, which all connections share, has handled all earlier input, above all the end of a
    /// worker that this worker replaces.
    func drainEventLoop() async {
        // A loop that is shut down has handled all input.
        try? await eventLoop.submit {}.get()
    }

    func notify(_ method: WorkerMessage.Method, _ members: KeyValuePairs<WorkerMessage.Name, QueryValue>) {
        outbox.send(WorkerMessage.line(method, members))
    }

    func perform(_ request: WorkerRequest) async throws -> Outcome? {
        let id = request.id.description
        let answer = WorkerAnswer()
        let refusal: Result<Outcome?, any Error>? = requests.withLock { requests in
            // A later cancellation finds the request here.
            if Task.isCancelled { return .failure(OutcomeError.interrupted) }
            if requests.isClosed { return .success(nil) }
            requests.answers[id] = answer
            requests.asked += 1
            return nil
        }
        // The request is withdrawn only after it was sent.
        if let refusal { answer.give(refusal) } else { outbox.send(request.line) }
        let lateness = OutcomeError(.timeout, "the worker took longer than \(request.timeout)")
        let timer = eventLoop.scheduleTask(in: TimeAmount(request.timeout)) { self.withdraw(id, lateness) }
        defer { timer.cancel() }
        return try await answer.value { withdraw(id, .interrupted) }.get()
    }

    /// Ends a request without the worker's answer, and notifies the worker. A later answer is too late.
    private func withdraw(_ id: String, _ error: OutcomeError) {
        let answer = requests.withLock { requests -> WorkerAnswer? in
            guard let answer = requests.answers.removeValue(forKey: id) else { return nil }
            if requests.overdue.count >= Self.memory { requests.overdue.removeFirst() }
            requests.overdue.append(id)
            return answer
        }
        guard let answer else { return }
        notify(.cancel, [.id: .string(id)])
        answer.give(.failure(error))
    }

    /// Ends with 502 every request that the worker has not answered, because the worker's connection is closed.
    func leave() {
        let answers = requests.withLock { requests in
            requests.isClosed = true
            defer { requests.answers = [:] }
            return Array(requests.answers.values)
        }
        for answer in answers { answer.give(.failure(Self.gone)) }
    }

    /// Receives an answer. Only the first answer to a request counts.
    func receive(answer id: QueryValue, result: QueryValue?, error: QueryValue?) {
        guard let answer = remove(id.string ?? "") else {
            guard !isOverdue(id.string ?? "") else { return log("an answer that came too late", id) }
            return reject(id, "no request with this id waits for an answer")
        }
        if let error, result == nil {
            answer.give(.success(Outcome(workerFailure: error)))
            return
        }
        do {
            answer.give(.success(try Outcome(workerResult: result ?? .null)))
        } catch {
            let reason = "the worker's answer is not an outcome: \(error)"
            answer.give(.failure(OutcomeError(.failed, reason)))
            reject(id, reason)
        }
    }

    /// Receives a line that is not a message, or is too long. The line gets a reply as on any connection, and the
    /// request that the line seems to answer ends with the error.
    func receive(malformed line: some Collection<UInt8>, reply: String, _ error: OutcomeError) {
        let ends = String(decoding: line.prefix(512), as: UTF8.self) + String(decoding: line.suffix(512), as: UTF8.self)
        let id = requests.withLock { $0.answers.keys.first { ends.contains("\"\($0)\"") } }
        if let id { remove(id)?.give(.failure(error)) }
        countMalformed(replying: reply, error.message)
    }

    /// Removes a request that has its answer; nil if no request has this id.
    private func remove(_ id: String) -> WorkerAnswer? { requests.withLock { $0.answers.removeValue(forKey: id) } }

    /// Whether an answer belongs to a request that ended without an answer. Returns true once for each request.
    private func isOverdue(_ id: String) -> Bool {
        requests.withLock { requests in
            guard let index = requests.overdue.firstIndex(of: id) else { return false }
            requests.overdue.remove(at: index)
            return true
        }
    }

    private func reject(_ id: QueryValue, _ reason: String) {
        countMalformed(replying: WorkerMessage.line(.rejected, [.id: id, .reason: .string(reason)]), reason)
    }

    private func countMalformed(replying line: String, _ reason: String) {
        outbox.send(line)
        let count = malformedCount.wrappingAdd(1, ordering: .relaxed).newValue
        logger.notice(
            "malformed message from a worker",
            metadata: ["worker": "\(name)", "reason": "\(Printable.logged(reason, limit: 512))", "times": "\(count)"])
        if count == Self.malformedLimit { outbox.close() }
    }

    private func log(_ text: Logger.Message, _ id: QueryValue) {
        logger.notice(text, metadata: ["worker": "\(name)", "id": "\(Printable.logged(id.json, limit: 128))"])
    }
}
