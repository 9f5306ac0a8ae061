import Foundation
import Glibc
import RequestRecord
import TestSupport

/// A session bus of a test's own. The bus starts the services of its sandbox only, with the variables of the sandbox.
final class SessionBus: Sendable {
    let address: String
    private let daemon: Child

    /// Why there can be none here; nil if there can.
    static let absence: String? = {
        guard has("dbus-daemon"), has("busctl"), has("gdbus") else { return "needs dbus-daemon, busctl and gdbus" }
        let probe = try? run(python, ["-c", "from gi.repository import Gio"], ["PATH": "/usr/bin:/bin"])
        return probe?.status == 0 ? nil : "needs python3-gi"
    }()

    /// The Python of the system, which has its packages.
    static let python = "/usr/bin/python3"

    /// - Parameter variables: Those of the programs that it starts, besides the sandbox's.
    init(_ sandbox: Sandbox, _ variables: [String: String] = [:]) throws {
        let pipe = try ChildPipe()
        daemon = try Child(
            find("dbus-daemon", sandbox.environment),
            ["--config-file=\(sandbox.writeBusConfiguration())", "--nofork", "--nopidfile", "--print-address=1"],
            sandbox.environment.merging(variables) { $1 }, output: pipe.writing)
        pipe.closeWriting()
        address = pipe.read(line: true).trimmingCharacters(in: .newlines)
        guard !address.isEmpty else { throw Failure("no session bus") }
    }

    /// The variables of a program in the session.
    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
}
