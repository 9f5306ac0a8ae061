import Glibc
import UnixSystem

/// The signals that end the server.
struct StopSignal {
    /// Polls as readable once a signal has come; negative if no signal can be caught.
    let descriptor: CInt = Signals.descriptor(of: SIGTERM, SIGINT, SIGHUP)?.release() ?? -1

    var hasCome: Bool { waitUntilReadable(descriptor, milliseconds: 0) }
}
