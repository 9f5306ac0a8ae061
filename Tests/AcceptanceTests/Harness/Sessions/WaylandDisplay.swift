import Glibc
import TestSupport

/// A Wayland compositor without a screen: sway(1), which refuses to run as root.
final class WaylandDisplay: Sendable {
    /// The variables that name the display to a program.
    let variables: [String: String]
    private let session: UserSession?
    private let sandbox: Sandbox
    private let compositor: Child

    /// Starts a compositor, and waits until programs can connect to it.
    /// - Parameter session: The session of an ordinary user that runs the compositor. Without a session, an ordinary user
    ///   runs the compositor in a folder of its own, and the display's name is the path of its socket.
    init(in session: UserSession? = nil) throws {
        self.session = session
        sandbox = try session?.sandbox ?? Sandbox()
        let ready = try NamedPipe("\(sandbox.path)/compositor")
        try sandbox.write("xwayland disable\nexec echo \"$WAYLAND_DISPLAY\" > '\(ready.path)'\n", to: "compositor.conf")
        let isRoot = geteuid() == 0
        if isRoot { try OrdinaryUser.own(sandbox) }
        let sway = ["sway", "--config", "\(sandbox.path)/compositor.conf"]
        let command = session?.entering(sway) ?? (isRoot ? OrdinaryUser.command(sway) : sway)
        let headless = ["WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"]
        let environment = sandbox.environment.merging(headless) { $1 }
        let log = open("\(sandbox.path)/compositor.log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(log) }
        compositor = try Child(find(command[0], environment), Array(command.dropFirst()), environment, errors: log)
        guard let name = ready.line() else { throw Failure("no compositor: \(try sandbox.contents("compositor.log"))") }
        variables = ["WAYLAND_DISPLAY": session == nil ? "\(sandbox.path)/run/\(name)" : name]
    }
}
