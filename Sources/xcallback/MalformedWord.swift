import DispatcherMessages
import Glibc

/// A word of the command line that is not UTF-8. Swift would replace its bytes, and another URL would run.
struct MalformedWord {
    private let bytes: [UInt8]
    private let isClick: Bool

    /// Finds the first malformed word; nil if every word is UTF-8.
    init?(in words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) {
        guard let word = words.lazy.compactMap({ $0 }).first(where: { !Self.isUTF8($0) }) else { return nil }
        bytes = Self.bytes(of: word).map { $0 }
        isClick = words.contains { $0.map { strcmp($0, "desktop") == 0 || strcmp($0, "--from=desktop") == 0 } ?? false }
    }

    private static func bytes(of word: UnsafeMutablePointer<CChar>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: word, count: strlen(word))
    }

    private static func isUTF8(_ word: UnsafeMutablePointer<CChar>) -> Bool {
        let bytes = bytes(of: word)
        return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    /// The URL with its malformed bytes percent-encoded, if another app answers a call with this URL. The daemon
    /// refuses the encoded URL, and ends the call that waits for the answer.
    private var answer: String? {
        let scheme = Array("xcallback:".utf8)
        guard isClick, bytes.prefix(scheme.count).map({ $0 | 0x20 }) == scheme else { return nil }
        return InputLines.url(bytes[...])
    }

    /// Reports the word, and returns the exit status.
    func report() -> ExitStatus {
        if let answer {
            _ = OpenURL.run(answer, fromDesktop: true)
            return .usage
        }
        let text = bytes.prefix(512).map { byte in
            (0x20..<0x7f).contains(byte) ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }.joined()
        let sentence = "the argument is not UTF-8; percent-encode its text as UTF-8: \(text)"
        Shell.report(sentence)
        if isClick { ClickNotice.show(sentence) }
        return .usage
    }
}
