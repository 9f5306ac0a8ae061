import TestSupport

/// Waits until a condition holds. Throws if it does not within a minute, which no machine needs.
func wait(for what: String, until condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        guard ContinuousClock.now < end else { throw Failure("no \(what)") }
        // No event tells when a condition begins to hold, so this polls.
        try await Task.sleep(for: .milliseconds(2))
    }
}
