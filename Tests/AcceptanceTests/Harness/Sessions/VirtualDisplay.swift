import Foundation

/// An X server without a screen.
final class VirtualDisplay: Sendable {
    /// As in `:7`.
    let name: String
    /// The variables that name the display to a program.
    let variables: [String: String]
    private let server: Child

    /// - Parameter asksForCookie: Whether clients need the cookie of XAUTHORITY, as in a session.
    init(_ sandbox: Sandbox, asksForCookie: Bool = false) throws {
        let authority = "\(sandbox.path)/authority"
        if asksForCookie {
            let host = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8).dropLast()
            // Each field has its length before it (Xau). 256 stands for this machine, and no number for any display.
            let fields = [String(host), "", "MIT-MAGIC-COOKIE-1", "a cookie 4 tests"]
            try sandbox.write(
                "\u{1}\0" + fields.map { "\0\(UnicodeScalar(UInt8($0.utf8.count)))\($0)" }.joined(), to: "authority")
        }
        // The server chooses a free display, and says which. It would refuse clients for a moment whenever the last one has
        // gone; on a desktop there is always one.
        let started = try Child.printing(
            ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-noreset"] + (asksForCookie ? ["-auth", authority] : []),
            sandbox.environment)
        (server, name) = (started.child, ":\(started.line)")
        variables = asksForCookie ? ["DISPLAY": name, "XAUTHORITY": authority] : ["DISPLAY": name]
    }

    /// Ends it while its clients still use it.
    func end() {
        server.signal(SIGTERM)
        _ = server.wait()
    }
}
