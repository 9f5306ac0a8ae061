import Foundation
import Glibc
import TestSupport

/// strace(1), attached to a daemon that runs: what happened before is neither counted nor changed.
final class Tracer {
    private let process: Child
    private let output: String
    /// strace prints the processes that it attaches to, and would end if its output had no reader.
    private let errors: ChildPipe

    /// Why nothing can be traced here; nil if it can.
    static let absence: String? = {
        guard has("strace") else { return "needs strace" }
        let probe = try? run("strace", ["-qq", "-o", "/dev/null", "true"], ["PATH": "/usr/bin:/bin"])
        return probe?.status == 0 ? nil : "nothing can be traced here"
    }()

    /// Begins to trace a process, its threads and the children that come.
    /// - Parameters:
    ///   - calls: The names of the calls that are looked at, with commas between.
    ///   - path: The file that they must be about.
    ///   - injection: The change to them, as `-e inject=` has it after the names.
    ///   - inFull: Whether whole texts are noted, each byte in hexadecimal, rather than their beginnings.
    init(
        _ daemon: RunningDaemon, calls: String, of path: String? = nil, injection: String? = nil, inFull: Bool = false
    ) throws {
        output = "\(daemon.sandbox.path)/calls"
        errors = try ChildPipe()
        process = try Child(
            find("strace", daemon.sandbox.environment),
            ["-f", "-o", output, "-p", "\(daemon.pid)", "-e", "trace=\(calls)"]
                + (inFull ? ["-v", "-xx", "-s", "1048576"] : []) + (path.map { ["-P", $0] } ?? [])
                + (injection.map { ["-e", "inject=\(calls):\($0)"] } ?? []),
            daemon.sandbox.environment,
            errors: errors.writing)
        errors.closeWriting()
        let said = errors.read(line: true)
        guard said.contains("attached") else { throw Failure("strace: \(said)") }
    }

    deinit { end() }

    /// Lets go of all. Of a child that ends meanwhile strace may wait for a sign that never comes: it is not waited for long.
    func end() {
        process.signal(SIGTERM)
        let end = ContinuousClock.now + .seconds(5)
        while process.isRunning, ContinuousClock.now < end { usleep(5000) }
        process.signal(SIGKILL)
        _ = process.wait()
    }

    /// Lets go of all, and returns what was noted.
    func lines() throws -> [Substring] {
        end()
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    }

    /// The largest number of calls that one thread made, by the name of the call.
    func counts() throws -> [String: Int] {
        var counts: [String: [Substring: Int]] = [:]
        for line in try lines() {
            let (thread, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.drop { $0 == " " })
            let call = rest.prefix { $0 != "(" }
            guard call.endIndex < rest.endIndex, call.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                continue
            }
            counts[String(call), default: [:]][thread, default: 0] += 1
        }
        return counts.compactMapValues { $0.values.max() }
    }
}
