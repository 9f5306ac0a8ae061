import Synchronization

/// The first answer of the daemon to a request. Work that can wait begins after it.
final class FirstAnswer: Sendable {
    private let isGiven = Atomic(false)
    private let (answers, continuation) = AsyncStream.makeStream(of: Void.self)

    func give() {
        if !isGiven.exchange(true, ordering: .relaxed) { continuation.finish() }
    }

    /// Waits until the answer is given. One task may wait.
    func wait() async { for await _ in answers {} }
}
