import Foundation

/// An X server without a screen.
final class VirtualDisplay: Sendable {
    /// As in `:7`.
    let name: String
    /// The variables that name the display to a program.
    var variables: [String: String] { ["DISPLAY": name] }
    private let server: Child

    init(_ sandbox: Sandbox) throws {
        let pipe = try ChildPipe()
        // The server chooses a free display, and says which. It would refuse clients for a moment whenever the last one has
        // gone; on a desktop there is always one.
        server = try Child(
            find("Xvfb", sandbox.environment), ["-displayfd", "1", "-nolisten", "tcp", "-noreset"], sandbox.environment,
            output: pipe.writing)
        pipe.closeWriting()
        name = ":" + pipe.read(line: true).trimmingCharacters(in: .newlines)
    }

    /// Ends it while its clients still use it.
    func end() {
        server.signal(SIGTERM)
        _ = server.wait()
    }
}
