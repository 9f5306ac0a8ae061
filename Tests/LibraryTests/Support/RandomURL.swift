import TestSupport

/// Random bytes that resemble a URL.
enum RandomURL {
    private static let pieces: [String] = [
        "test:", "test://", "test:///", "TEST:", "https://example.org/", "other:", "x-callback-url", "x-callback-url/",
        "/", "/", "//", "?", "?", "&", "&", "=", "=", "#", ":", "@", ";", "+", ".", "..", "[]", "%", "%2", "%zz", "%00",
        "%0A", "%2F", "%25", "%FF", "%C3%A9", "%C0%AF", "%E2%84%AA", "é", "e\u{301}", "\u{212A}", "\u{301}", "\r\n",
        " ", "\\", "\0", "{", "}", "|", "a", "b", "note", "tags", "tags.0", "tags.1", "tags[]", "in.x",
        "in.next.next.x", ".", "n", "7", "-1", "1e9", "true", "x-success=", "x-error=", "x-cancel=", "x-source=",
        "x-foo", "99999999999999999999", "0x10", "nan", "2027-02-30",
    ]

    private static let callbacks = [
        "&x-success=s%3A%2F%2Fs&", "&x-error=e%3Ae%3Fa%23b&", "&x-cancel=c%3Ac",
        "&x-error=test%3Aa%3Fx-success%3Ds%3As&",
        "&x-success=test%3A%2F%2F%2Fnote%3Fx-success%3Ds%253As%26x-error%3De%3Ae&", "x-success=file%3A%2F%2F",
        "x-error=s%3A%2F%2Fh%3Aport", "x-success=mailto%3A%3Fattach%3D1",
    ]

    /// Pieces of URLs with bytes changed at random.
    static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        if UInt8.random(in: 0..<16, using: &generator) == 0 {
            return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                .random(in: .min ... .max, using: &generator)
            }
        }
        if UInt8.random(in: 0..<4, using: &generator) > 0 {
            let starts = [
                "test:///", "test://", "test:", "https://example.org/", "test:///note?", "test:///a?", "test:///in?",
            ]
            bytes += (starts.randomElement(using: &generator) ?? "").utf8
        }
        for _ in 0..<Int.random(in: 0...14, using: &generator) {
            if UInt8.random(in: 0..<3, using: &generator) == 0 { bytes.append(UInt8(ascii: "&")) }
            let isCallback = UInt8.random(in: 0..<8, using: &generator) == 0
            bytes += ((isCallback ? callbacks : pieces).randomElement(using: &generator) ?? "").utf8
        }
        if UInt8.random(in: 0..<4, using: &generator) == 0, !bytes.isEmpty {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
        }
        return bytes
    }
}
