import UnixSystem

/// The output of another program.
enum ChildOutput {
    /// Returns the lines of a program's standard output; nil if it could not be started or its exit status was not 0.
    static func lines(of arguments: [String]) -> [String]? {
        do throws(SystemCallError) {
            let pipe = try Pipe()
            let child = try ChildProcess(arguments, output: .descriptor(pipe.writingNumber))
            let reading = pipe.readingEnd()
            let output = Result { () throws(SystemCallError) in
                try FileContents.readToEnd(of: reading.number, "the output of \(arguments[0])")
            }
            guard child.wait() == 0 else { return nil }
            return try output.get().split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            return nil
        }
    }
}
