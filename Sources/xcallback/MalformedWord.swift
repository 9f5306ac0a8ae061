import DispatcherMessages
import Glibc

/// Words of the command line that are not UTF-8. Swift would replace their bytes, and another URL would run.
enum MalformedWord {
    /// Reports the first malformed word, and returns the exit status; nil if every word is UTF-8.
    static func refuse(_ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> ExitStatus? {
        let words = words.map { Array(UnsafeRawBufferPointer(start: $0, count: $0.map { strlen($0) } ?? 0)) }
        guard let word = words.first(where: { String(validating: $0, as: UTF8.self) == nil }) else { return nil }
        let isClick = words.contains(Array("desktop".utf8)) || words.contains(Array("--from=desktop".utf8))
        let scheme = Array("xcallback:".utf8)
        if isClick, word.prefix(scheme.count).map({ $0 | 0x20 }) == scheme {
            // An app answers a call with this URL. The daemon refuses the URL with its malformed bytes percent-encoded,
            // and ends the call that waits for the answer.
            _ = OpenURL.run(InputLines.url(word[...]), fromDesktop: true)
            return .usage
        }
        let text = word.prefix(512).map { byte in
            (0x20..<0x7f).contains(byte) ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }.joined()
        let sentence = "the argument is not UTF-8; percent-encode its text as UTF-8: \(text)"
        Shell.report(sentence)
        if isClick { ClickNotice.show(sentence) }
        return .usage
    }
}
