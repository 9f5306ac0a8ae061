import Glibc
import Subprocess

extension ProcessIdentifier {
    /// Whether the kernel had no descriptor left for it: the library (swift-subprocess 1.0.2) waits for its end for ever
    /// then, and never collects it.
    var isUnwatched: Bool { processDescriptor < 0 }
}

/// A child whose end nobody is told of.
enum UnwatchedChild {
    /// Waits until it has ended, and collects it.
    static func collect(_ pid: pid_t) async {
        while waitpid(pid, nil, WNOHANG) == 0 {
            // It is asked now and then, for want of an event. Cancelled: it is collected when we end.
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
        }
    }
}
