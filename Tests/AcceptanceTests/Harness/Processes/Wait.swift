import Glibc
import TestSupport

/// Asks again until it is so, for half a minute: for a change of which no event tells.
/// - Parameter what: The change, which is described only if it does not come.
func wait(for what: @autoclosure () throws -> String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while true {
        let start = ContinuousClock.now
        if try condition() { return }
        let now = ContinuousClock.now
        guard now < end else { throw Failure("waited in vain for \(try what())") }
        // A condition that runs a program would otherwise take all of a processor.
        usleep(max(20_000, 4 * UInt32((now - start) / .microseconds(1))))
    }
}

/// Asks again until there is a value, and returns it.
func awaited<Value>(_ what: @autoclosure () throws -> String, _ find: () throws -> Value?) throws -> Value {
    var found: [Value] = []
    try wait(for: what()) {
        if let value = try find() { found.append(value) }
        return !found.isEmpty
    }
    return found[0]
}
