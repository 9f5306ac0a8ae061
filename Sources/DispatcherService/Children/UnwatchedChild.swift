import Glibc
import Subprocess

extension ProcessIdentifier {
    /// Whether the kernel had no descriptor left for it: the library (swift-subprocess 1.0.2) waits for its end for ever
    /// then, and never collects it.
    var isUnwatched: Bool { processDescriptor < 0 }
}

/// A child whose end nobody is told of.
enum UnwatchedChild {
    /// Waits until it has ended, and collects it; if it is cancelled, it is collected when we end.
    static func collect(_ pid: pid_t) async {
        // It is asked again and again, for want of an event.
        while waitpid(pid, nil, WNOHANG) == 0, await Deadline.wait(for: .milliseconds(50)) {}
    }
}
