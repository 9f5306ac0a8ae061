import Testing

/// A machine that has no thread for the daemon.
struct MissingThreadTests {
    @Test(.timeLimit(.minutes(1)))
    func `the daemon says that it cannot start a thread, and ends`() throws {
        // The stack of a thread is larger than all memory that the daemon may have.
        let script = "ulimit -Ss 4194304 && ulimit -v 3000000 && exec \"$@\""
        let ended = try run(
            "timeout", ["20", "sh", "-c", script, "sh", "\(Products.folder)/xcallbackd"], Sandbox().environment)
        let errors = "xcallbackd: cannot start a thread: Resource temporarily unavailable\n"
        #expect(ended == Ended(status: 78, output: "", errors: errors))
    }
}
