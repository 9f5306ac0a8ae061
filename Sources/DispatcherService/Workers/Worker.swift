import DispatcherMessages
import Logging
import NIOCore
import QueryCoding
import Synchronization
import XCallbackURL

/// The process at the other end of a control connection, which may serve routes: what it is asked, and what it answers.
final class Worker: Sendable {
    /// How what it was asked ends where it goes.
    static let gone = OutcomeError(.workerGone, "the worker is gone")
    /// After so many messages that make no sense the connection is closed.
    static let offenceLimit = 10

    let outbox: WorkerOutbox
    private let peer: PeerProcess
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let calls = OutstandingCalls()
    private let serving = Atomic(false)
    private let offences = Mutex(0)
    private let knownProcess = Mutex<String?>(nil)

    init(channel: any Channel, process: PeerProcess, logger: Logger) {
        peer = process
        outbox = WorkerOutbox(channel: channel)
        eventLoop = channel.eventLoop
        self.logger = logger
    }

    /// `pid 12 (python3)`, as it was when this was first asked.
    var process: String {
        knownProcess.withLock { known in
            let process = known ?? "\(peer)"
            known = process
            return process
        }
    }

    /// `worker pid 12 (python3)`
    var name: String { "worker \(process)" }

    /// Whether it has ever served a route.
    var isServing: Bool { serving.load(ordering: .acquiring) }

    var load: OutstandingCalls.Load { calls.load }

    /// Lets it serve from now on; false if it is gone.
    func startServing() -> Bool {
        serving.store(true, ordering: .releasing)
        return !isGone
    }

    var isGone: Bool { calls.isClosed }

    /// Waits until the event loop, which is that of all connections, has seen what had come in by now: the end of one
    /// whose place this one takes, above all.
    func settle() async {
        // A loop that is shut down has nothing more to see.
        try? await eventLoop.submit {}.get()
    }

    /// Tells it something that it need not answer.
    func notify(_ method: String, _ parameters: QueryValue) {
        outbox.say(RPCRequest(id: nil, method: method, parameters: parameters).json)
    }

    // MARK: - What it is asked

    /// Asks it, and waits for its outcome: nil if it is gone, and was not asked. Throws 408 at the end of the call's time,
    /// 502 if it goes meanwhile.
    func perform(_ call: WorkerCall) async throws -> Outcome? {
        let id = call.id.description
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let error = OutcomeError(.timeout, "the worker took longer than \(call.timeout)")
                let timer = eventLoop.scheduleTask(in: TimeAmount(call.timeout)) { self.withdraw(id, error) }
                calls.add(id, OutstandingCalls.Call(waiter: waiter, timer: timer)) { outbox.say(call.line) }
            }
        } onCancel: {
            withdraw(id, RequestLedger.interrupted)
        }
    }

    /// Ends a call without it, and tells it so: an answer that still comes is too late.
    private func withdraw(_ id: String, _ error: OutcomeError) {
        guard let call = calls.expire(id) else { return }
        notify("cancel", ["id": .string(id)])
        call.end(.failure(error))
    }

    /// Its connection is closed: what it owes ends as 502.
    func leave() {
        for call in calls.close() { call.end(.failure(Self.gone)) }
    }

    // MARK: - What it answers

    /// Takes an answer. The first one to a call counts.
    func take(answer id: QueryValue, result: QueryValue?, error: QueryValue?) {
        guard isServing else { return log("an answer that nobody waits for", id) }
        guard let text = id.string, let call = calls.remove(text) else {
            guard !calls.isOverdue(id.string ?? "") else { return log("an answer that came too late", id) }
            return reject(id, "nothing that was asked under this id waits for an answer")
        }
        if let error, result == nil { return call.end(.success(Outcome(workerFailure: error))) }
        do {
            call.end(.success(try Outcome(workerResult: result ?? .null)))
        } catch {
            let reason = "the worker's answer is no outcome: \(error)"
            call.end(.failure(OutcomeError(.failed, reason)))
            reject(id, reason)
        }
    }

    /// Takes a line that is no message, or none that can be taken. It is answered as any other; the call that it seems to
    /// answer ends.
    func take(rubbish line: some Collection<UInt8>, reply: String, _ error: OutcomeError) {
        let ends = String(decoding: line.prefix(512), as: UTF8.self) + String(decoding: line.suffix(512), as: UTF8.self)
        if let id = calls.id(namedIn: ends) { calls.remove(id)?.end(.failure(error)) }
        offend(saying: reply, error.message)
    }

    private func reject(_ id: QueryValue, _ reason: String) {
        let notice = RPCRequest(id: nil, method: "rejected", parameters: ["id": id, "reason": .string(reason)])
        offend(saying: notice.json, reason)
    }

    private func offend(saying line: String, _ reason: String) {
        outbox.say(line)
        let count = offences.withLock { count in
            count += 1
            return count
        }
        logger.notice(
            "a worker makes no sense",
            metadata: ["worker": "\(name)", "reason": "\(Printable.line(reason, limit: 512))", "times": "\(count)"])
        if count == Self.offenceLimit { outbox.close() }
    }

    private func log(_ text: Logger.Message, _ id: QueryValue) {
        logger.notice(text, metadata: ["worker": "\(name)", "id": "\(Printable.line(id.json, limit: 128))"])
    }
}
