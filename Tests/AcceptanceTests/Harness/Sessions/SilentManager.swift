import Glibc
import TestSupport
import UnixSystem

/// A user manager that starts openers and never confirms it: a daemon can be killed while it asks.
final class SilentManager {
    /// The URLs that were opened.
    let started: NamedPipe
    private let descriptor: CInt

    init(_ sandbox: Sandbox) throws {
        started = try NamedPipe("\(sandbox.path)/started.fifo")
        try sandbox.makeFolder("run/systemd")
        try sandbox.program(
            "for url; do :; done\nprintf '%s\\n' \"$url\" > '\(started.path)'\nexec sleep 60", to: "bin/systemd-run")
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = UnixAddress("\(sandbox.path)/run/systemd/private")?.withPointer { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 64) == 0 else { throw Failure("no socket of a user manager") }
    }

    deinit { close(descriptor) }
}
