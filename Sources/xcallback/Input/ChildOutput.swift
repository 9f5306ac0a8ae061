import UnixSystem

/// The output of another program.
enum ChildOutput {
    /// Returns the lines of a program's standard output; nil if it could not be started or its exit status was not 0.
    static func lines(of arguments: [String]) -> [String]? {
        run(arguments).flatMap { $0.status == 0 ? $0.lines : nil }
    }

    /// Runs a program; nil if it could not be started.
    /// - Parameter errors: Its standard error.
    static func run(
        _ arguments: [String], errors: ChildProcess.Stream = .inherited
    ) -> (status: CInt, lines: [String])? {
        do throws(SystemCallError) {
            let pipe = try Pipe()
            let child = try ChildProcess(arguments, output: .descriptor(pipe.writingNumber), errors: errors)
            let reading = pipe.readingEnd()
            let output = Result { () throws(SystemCallError) in
                try FileContents.readToEnd(of: reading.number, "the output of \(arguments[0])")
            }
            guard let status = child.wait() else { return nil }
            let lines = try output.get().split(separator: UInt8(ascii: "\n")).map {
                String(decoding: $0, as: UTF8.self)
            }
            return (status, lines)
        } catch {
            return nil
        }
    }
}
