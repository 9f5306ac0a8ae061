/// A closure that reports something and returns nothing.
struct IsolatedAction<Value: Sendable>: Sendable {
    /// The closure to call on the actor `isolation`, or on any thread if `isolation` is nil.
    let closure: AssumedSendable<(Value) -> Void>
    let isolation: (any Actor)?

    /// Calls the closure at once if it may run here, and otherwise later on its actor.
    /// - Parameter caller: The actor that the calling code is isolated to.
    func call(_ value: Value, from caller: (any Actor)?) {
        if let isolation, !Isolation.admits(isolation, from: caller) {
            Isolation.enqueue(on: isolation) { closure.value(value) }
        } else {
            closure.value(value)
        }
    }

    /// Calls the closure on its actor and waits for its end.
    func call(_ value: Value) async { await Isolation.run(on: isolation) { closure.value(value) } }
}
