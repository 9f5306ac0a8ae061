import Glibc
import UnixSystem

/// The lines of standard input as URLs. In a line that is not UTF-8, the bytes past ASCII are percent-encoded, so that
/// the daemon refuses the URL; a conversion to text would replace these bytes.
struct InputLines: Sequence, IteratorProtocol {
    private var lines = LineBuffer()
    private var isAtEnd = false

    /// Returns the next line without its line break; nil at the end of the stream. An unfinished last line counts.
    mutating func next() -> String? {
        while true {
            if case .bytes(let line)? = lines.next() { return Self.url(line[...]) }
            guard !isAtEnd else {
                let rest = lines.takeRest()
                return rest.isEmpty ? nil : Self.url(rest[...])
            }
            isAtEnd = lines.read(from: STDIN_FILENO) <= 0
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
