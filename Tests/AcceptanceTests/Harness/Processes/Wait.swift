import Glibc
import TestSupport

/// Asks again until it is so, for half a minute: for a change of which no event tells.
func wait(for what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
        guard ContinuousClock.now < end else { throw Failure("waited in vain for \(what)") }
        usleep(20_000)
    }
}
