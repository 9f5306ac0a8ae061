import CLinux
import NIOCore
import Synchronization

/// Returns memory to the system that the start, connections and requests have used, some seconds later.
final class SpareMemory: Sendable {
    private static let delay = TimeAmount.seconds(2)
    private let isPlanned = Atomic(false)
    private let hasReleasedCode = Atomic(false)

    /// Plans it, unless it is planned already.
    func plan(on loop: any EventLoop) {
        guard !isPlanned.exchange(true, ordering: .relaxed) else { return }
        loop.scheduleTask(in: Self.delay) {
            self.isPlanned.store(false, ordering: .relaxed)
            clinux_trim_heap()
            // Once, because half of the code that has run until now serves the start alone.
            if !self.hasReleasedCode.exchange(true, ordering: .relaxed) { clinux_release_code() }
        }
    }
}
