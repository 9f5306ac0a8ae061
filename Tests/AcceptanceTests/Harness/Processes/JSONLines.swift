import Glibc
import QueryCoding
import TestSupport

/// The lines of JSON that come out of a descriptor.
struct JSONLines {
    private var buffer: [UInt8] = []

    /// Reads the next line.
    /// - Parameter end: The reason of the failure after the last line.
    mutating func next(from descriptor: CInt, end: String) throws -> QueryValue {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + 1)
                return try JSONParser.parse(line, depthLimit: 64)
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { throw Failure(end) }
            buffer += chunk[..<count]
        }
    }
}
