import UnixSystem

/// The output of another program.
enum ChildOutput {
    /// Returns the lines of a program's standard output; nil if it could not be started or its exit status was not 0.
    static func lines(of arguments: [String]) -> [String]? {
        run(arguments).flatMap { $0.status == 0 ? $0.lines : nil }
    }

    /// Returns a program's whole standard output; nil in the same cases as for ``lines(of:)``.
    static func text(of arguments: [String]) -> String? {
        output(of: arguments, errors: .inherited).flatMap { status, bytes in
            status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    /// Runs a program. Returns nil if the program could not be started.
    /// - Parameter errors: The standard error of the program.
    static func run(
        _ arguments: [String], errors: ChildProcess.Stream = .inherited
    ) -> (status: CInt, lines: [String])? {
        output(of: arguments, errors: errors).map { status, bytes in
            (status, bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    private static func output(
        of arguments: [String], errors: ChildProcess.Stream
    ) -> (status: CInt, bytes: [UInt8])? {
        do throws(SystemCallError) {
            let pipe = try Pipe()
            let child = try ChildProcess(arguments, output: .descriptor(pipe.writingNumber), errors: errors)
            let reading = pipe.readingEnd()
            let output = Result { () throws(SystemCallError) in
                try FileContents.readToEnd(of: reading.number, "the output of \(arguments[0])")
            }
            guard let status = child.wait() else { return nil }
            return (status, try output.get())
        } catch {
            return nil
        }
    }
}
