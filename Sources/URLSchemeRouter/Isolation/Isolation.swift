import Dispatch

/// The actor on which code may run, and the means to run code there. The isolation nil means any thread.
enum Isolation {
    /// Returns whether code with this isolation may run here, in code that is isolated to `caller`.
    ///
    /// Code of the main actor may run wherever the main queue is the current one: in its blocks, and on the main thread
    /// outside of other queues. No other code of the main actor can be running then.
    static func admits(_ isolation: (any Actor)?, from caller: (any Actor)?) -> Bool {
        guard let isolation else { return true }
        return isolation === caller
            || isolation === MainActor.shared && DispatchQueue.getSpecific(key: mainQueueKey) != nil
    }

    private static let mainQueueKey = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Calls a function on an actor, or here for nil.
    static func call<Result>(
        _ function: AssumedSendable<() throws -> Result>, on _: isolated (any Actor)?
    ) throws -> AssumedSendable<Result> { AssumedSendable(try function.value()) }

    /// Runs a function that throws nothing on an actor, or here for nil.
    static func run(on _: isolated (any Actor)?, _ body: @Sendable () -> Void) { body() }

    /// Runs a function on an actor later. The main actor runs the functions of one thread in their order.
    static func enqueue(on actor: any Actor, _ body: @escaping @Sendable () -> Void) {
        if actor === MainActor.shared {
            // This task starts on the main actor. A task that changes to it could be overtaken.
            Task { @MainActor in body() }
        } else {
            Task { await run(on: actor, body) }
        }
    }
}
