/// A program that ran to its end, with its output.
package struct CompletedProcess: Sendable {
    /// The exit status, or 128 plus the signal that ended the program.
    package let status: Int32
    /// The first ``limit`` bytes of the standard output.
    package let output: String
    /// The first ``limit`` bytes of the standard error.
    package let errors: String

    /// The number of bytes after which further output is discarded.
    package static let limit = 65_536

    /// Runs a program as ``StartedProcess``, and waits for it.
    /// - Returns: nil if the program was still running after the seconds; then the whole group is killed.
    package static func run(
        path: String, arguments: [String], environment: [String: String], seconds: Int
    ) throws(SystemCallError) -> CompletedProcess? {
        var process = try StartedProcess(path: path, arguments: arguments, environment: environment)
        return process.wait(until: SystemClock.monotonic.milliseconds + seconds * 1000)
    }
}
