import Foundation
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
        return succeeds("strace", "-qq", "-o", "/dev/null", "true") ? nil : "nothing can be traced here"
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

    /// The words before a program that make calls of it fail from its start.
    /// - Parameter path: The file that the calls must be about.
    static func failing(_ call: String, _ error: String, of path: String? = nil) throws -> [String] {
        [
            try find("strace", ProcessInfo.processInfo.environment), "-D", "-f", "-qq", "-o", "/dev/null",
            "-e", "trace=\(call)", "-e", "inject=\(call):error=\(error)",
        ] + (path.map { ["-P", $0] } ?? [])
    }

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

    /// Lets go of all, and returns every program that was started, in order.
    func executions() throws -> [Execution] { try lines().compactMap { try Execution($0) } }

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

/// The start of a program, as a ``Tracer`` noted it in full. A start that failed counts too.
struct Execution {
    let arguments: [String]
    private let environment: [String]

    /// The value of a variable that the program was started with.
    func variable(_ name: String) -> String? {
        environment.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// Reads `1234 execve("\x2f", ["\x61", "\x62"], ["\x43"]…`; nil for the line of another call, or for the second line of
    /// a call that was noted in two.
    init?(_ line: Substring) throws {
        guard line.contains("execve(") || line.contains("execveat("), !line.contains("resumed>") else { return nil }
        // No byte of a text is a bracket: all are in hexadecimal.
        let lists = line.split(separator: "[", omittingEmptySubsequences: false).dropFirst()
            .map { $0.prefix { $0 != "]" } }
        guard lists.count == 2, !line.contains("...]") else { throw Failure("not in full: \(line.prefix(400))") }
        (arguments, environment) = (try Self.texts(lists[0]), try Self.texts(lists[1]))
    }

    private static func texts(_ list: Substring) throws -> [String] {
        try list.split(separator: ", ").map { quoted in
            let bytes = quoted.dropFirst().dropLast().split(separator: "\\x").map { UInt8($0, radix: 16) }
            guard quoted.hasPrefix("\""), quoted.hasSuffix("\""),
                let text = String(validating: bytes.compactMap(\.self), as: UTF8.self), !bytes.contains(nil)
            else { throw Failure("no text: \(quoted.prefix(400))") }
            return text
        }
    }
}
