import CLinux
import NIOCore
import Synchronization

/// Returns the heap's free memory to the system some seconds after a connection ends. After a burst of long URLs glibc
/// would keep more than ten megabytes.
final class SpareMemory: Sendable {
    private let isPlanned = Atomic(false)

    /// Plans to return the memory, unless that is planned already.
    func plan(on loop: any EventLoop) {
        guard !isPlanned.exchange(true, ordering: .relaxed) else { return }
        loop.scheduleTask(in: .seconds(2)) {
            self.isPlanned.store(false, ordering: .relaxed)
            clinux_trim_heap()
        }
    }
}
