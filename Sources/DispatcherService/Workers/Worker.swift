import DispatcherMessages
import DispatcherRequests
import Logging
import NIOCore
import QueryCoding
import Synchronization
import XCallbackURL

/// The process at the other end of a control connection, which may serve routes: it is asked, and answers.
final class Worker: RouteWorker {
    /// The error of the requests that it leaves unanswered.
    static let gone = OutcomeError(.workerGone, "the worker is gone")
    /// The number of malformed messages after which its connection is closed.
    static let malformedLimit = 10

    let outbox: WorkerOutbox
    private let peer: PeerProcess
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let requests = OutstandingRequests()
    private let serving = Atomic(false)
    private let malformedCount = Mutex(0)
    private let knownProcess = Mutex<String?>(nil)

    init(channel: any Channel, process: PeerProcess, logger: Logger) {
        peer = process
        outbox = WorkerOutbox(channel: channel)
        eventLoop = channel.eventLoop
        self.logger = logger
    }

    /// `pid 12 (python3)`, as it was when this was first read.
    var process: String {
        knownProcess.withLock { known in
            let process = known ?? "\(peer)"
            known = process
            return process
        }
    }

    /// Whether it has ever served a route.
    var isServing: Bool { serving.load(ordering: .acquiring) }

    var load: WorkerLoad { requests.load }

    /// Fired into the pipeline of its connection when it begins to serve, before the first request to it.
    struct StartedServing: Sendable {
        let worker: Worker
    }

    /// Lets it serve from now on; false if it is gone.
    func startServing() -> Bool {
        if !serving.exchange(true, ordering: .acquiringAndReleasing) { outbox.fire(StartedServing(worker: self)) }
        return !isGone
    }

    var isGone: Bool { requests.isClosed }

    /// Waits until the event loop, which all connections share, has seen everything that has come in by now: above all the
    /// end of a worker whose place this one takes.
    func drainEventLoop() async {
        // A loop that is shut down has seen everything.
        try? await eventLoop.submit {}.get()
    }

    func notify(_ method: WorkerMessage.Method, _ members: KeyValuePairs<WorkerMessage.Name, QueryValue>) {
        outbox.send(WorkerMessage.line(method, members))
    }

    func perform(_ request: WorkerRequest) async throws -> Outcome? {
        let id = request.id.description
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let error = OutcomeError(.timeout, "the worker took longer than \(request.timeout)")
                let timer = eventLoop.scheduleTask(in: TimeAmount(request.timeout)) { self.withdraw(id, error) }
                requests.add(id, OutstandingRequests.Entry(waiter: waiter, timer: timer)) { outbox.send(request.line) }
            }
        } onCancel: {
            withdraw(id, .interrupted)
        }
    }

    /// Ends a request without the worker's answer, and notifies the worker. A later answer is too late.
    private func withdraw(_ id: String, _ error: OutcomeError) {
        guard let request = requests.expire(id) else { return }
        notify(.cancel, [.id: .string(id)])
        request.end(.failure(error))
    }

    /// Ends every request that it has not answered with 502, because its connection is closed.
    func leave() {
        for request in requests.close() { request.end(.failure(Self.gone)) }
    }

    /// Receives an answer. The first one to a request counts.
    func receive(answer id: QueryValue, result: QueryValue?, error: QueryValue?) {
        guard let text = id.string, let request = requests.remove(text) else {
            guard !requests.isOverdue(id.string ?? "") else { return log("an answer that came too late", id) }
            return reject(id, "no request with this id waits for an answer")
        }
        if let error, result == nil { return request.end(.success(Outcome(workerFailure: error))) }
        do {
            request.end(.success(try Outcome(workerResult: result ?? .null)))
        } catch {
            let reason = "the worker's answer is not an outcome: \(error)"
            request.end(.failure(OutcomeError(.failed, reason)))
            reject(id, reason)
        }
    }

    /// Receives a line that is not a message, or is too long. It gets a reply as on any connection, and the request that it
    /// seems to answer ends with the error.
    func receive(malformed line: some Collection<UInt8>, reply: String, _ error: OutcomeError) {
        let ends = String(decoding: line.prefix(512), as: UTF8.self) + String(decoding: line.suffix(512), as: UTF8.self)
        if let id = requests.id(namedIn: ends) { requests.remove(id)?.end(.failure(error)) }
        countMalformed(replying: reply, error.message)
    }

    private func reject(_ id: QueryValue, _ reason: String) {
        countMalformed(replying: WorkerMessage.line(.rejected, [.id: id, .reason: .string(reason)]), reason)
    }

    private func countMalformed(replying line: String, _ reason: String) {
        outbox.send(line)
        let count = malformedCount.withLock { count in
            count += 1
            return count
        }
        logger.notice(
            "malformed message from a worker",
            metadata: ["worker": "\(name)", "reason": "\(Printable.logged(reason, limit: 512))", "times": "\(count)"])
        if count == Self.malformedLimit { outbox.close() }
    }

    private func log(_ text: Logger.Message, _ id: QueryValue) {
        logger.notice(text, metadata: ["worker": "\(name)", "id": "\(Printable.logged(id.json, limit: 128))"])
    }
}
