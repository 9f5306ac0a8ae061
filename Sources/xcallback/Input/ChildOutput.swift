import UnixSystem

/// The end of another program, and its standard output.
struct ChildOutput {
    let status: CInt
    let text: String

    var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }

    /// Runs a program. Throws if the program cannot be started, or prints more than 16 MiB.
    /// - Parameters:
    ///   - input: The standard input of the program.
    ///   - errors: The standard error of the program.
    init(
        running arguments: [String], input: ChildProcess.Stream = .inherited, errors: ChildProcess.Stream = .inherited
    ) throws(SystemCallError) {
        let pipe = try Pipe()
        let child = try ChildProcess(arguments, input: input, output: .descriptor(pipe.writingNumber), errors: errors)
        let reading = pipe.readingEnd()
        let bytes = try FileContents.readToEnd(of: reading.number, "the output of \(arguments[0])", limit: 16 << 20)
        status = child.wait() ?? 0
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Runs a program and drops its messages. Returns nil if the program cannot be started.
    static func run(_ arguments: [String]) -> ChildOutput? { try? ChildOutput(running: arguments, errors: .empty) }

    /// Returns a program's whole standard output; nil if it cannot be started or its exit status is not 0.
    static func text(of arguments: [String]) -> String? {
        (try? ChildOutput(running: arguments)).flatMap { $0.status == 0 ? $0.text : nil }
    }
}
