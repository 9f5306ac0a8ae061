import Glibc
import UnixSystem

/// The lines of standard input as URLs. Bytes that are no UTF-8 are percent-encoded, so that the daemon sees and refuses
/// them; read as text they would be repaired into something else.
struct InputLines {
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    /// The next line without its end; nil at the end of the stream, where what is left counts.
    mutating func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer.removeFirst(end + 1)
                return Self.url(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
            guard !isAtEnd else {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : Self.url(buffer[...])
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = chunk.withUnsafeMutableBytes { readRetrying(STDIN_FILENO, into: $0) }
            if count > 0 { buffer += chunk[..<count] } else { isAtEnd = true }
        }
    }

    private static func url(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
