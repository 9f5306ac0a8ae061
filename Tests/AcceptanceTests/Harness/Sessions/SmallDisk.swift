import Foundation
import Glibc
import TestSupport

/// A separate disk for the state of a sandbox, which can be filled. It outlives the daemons that use it.
final class SmallDisk: Sendable {
    private let sandbox: Sandbox
    /// The process that keeps the mount.
    private let holder: Child

    /// It needs root.
    init(_ sandbox: Sandbox, size: String = "16m") throws {
        self.sandbox = sandbox
        let ready = try NamedPipe("\(sandbox.path)/disk.fifo")
        let script = "mount -t tmpfs -o size=$1,mode=700 tmpfs \"$2\"; echo mounted > \"$3\"; exec sleep 3600"
        holder = try Child(
            find("unshare", sandbox.environment),
            ["--mount", "sh", "-euc", script, "sh", size, "\(sandbox.path)/state", ready.path], sandbox.environment)
        guard ready.line() == "mounted" else { throw Failure("no disk") }
    }

    deinit {
        holder.signal(SIGKILL)
        _ = holder.wait()
    }

    /// Starts a daemon whose state is on it.
    func start(_ tally: Tally) throws -> RunningDaemon {
        try tally.start(launcher: entering(["\(Products.folder)/xcallbackd"]))
    }

    /// Takes all room that is left.
    func fill() throws { try perform("cat /dev/zero > \"$0/fill\" 2>/dev/null || :") }

    /// Frees the space.
    func empty() throws { try perform("rm \"$0/fill\"") }

    private func perform(_ script: String) throws {
        let command = try entering(["sh", "-c", script, "\(sandbox.path)/state"])
        let ended = try run(command.first ?? "", Array(command.dropFirst()), sandbox.environment)
        guard ended.status == 0 else { throw Failure("\(ended)") }
    }

    private func entering(_ command: [String]) throws -> [String] {
        [try find("nsenter", sandbox.environment), "--target", "\(holder.pid)", "--mount", "--"] + command
    }
}
