import Glibc
import UnixSystem

/// The lines of standard input as URLs. In a line that is not UTF-8, the bytes past ASCII are percent-encoded, so that
/// the daemon refuses the URL; a conversion to text would replace these bytes.
struct InputLines {
    private var buffer: [UInt8] = []
    private var isAtEnd = false

    /// Returns the next line without its line break; nil at the end of the stream. An unfinished last line counts.
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

    /// Returns the bytes of a URL as text. If they are not UTF-8, the bytes past ASCII are percent-encoded.
    static func url(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.map { byte in
            byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
