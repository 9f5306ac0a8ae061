import Glibc
import Subprocess

extension ProcessIdentifier {
    /// Whether the kernel had no descriptor left for it. The library (swift-subprocess 1.0.2) then waits for its end for
    /// ever, and never collects it.
    var isUnwatched: Bool { processDescriptor < 0 }
}

/// A child whose end no event reports.
enum UnwatchedChild {
    /// Waits until it has ended, and collects it. If the task is cancelled, the child is collected when the daemon ends.
    static func collect(_ pid: pid_t) async {
        // There is no event, so this polls.
        while waitpid(pid, nil, WNOHANG) == 0, await Deadline.wait(for: .milliseconds(50)) {}
    }
}
