import Glibc

/// An X server without a screen.
final class VirtualDisplay: Sendable {
    /// As in `:7`.
    let name: String
    /// The variables that name the display to a program.
    var variables: [String: String] { ["DISPLAY": name] }
    private let server: Child

    init(_ sandbox: Sandbox) throws {
        // The server chooses a free display, and says which. It would refuse clients for a moment whenever the last one has
        // gone; on a desktop there is always one.
        let started = try Child.printing(
            ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-noreset"], sandbox.environment)
        (server, name) = (started.child, ":\(started.line)")
    }

    /// Ends it while its clients still use it.
    func end() {
        server.signal(SIGTERM)
        _ = server.wait()
    }
}
