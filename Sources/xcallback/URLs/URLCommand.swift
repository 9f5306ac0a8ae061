import DispatcherMessages
import Glibc

/// A command for one URL without options, recognised without the command-line parser: `open URL`, `send URL`, `call
/// URL` and `open --from desktop -- URL`. Each form means the same as with the parser.
enum URLCommand {
    /// Runs the words of a command line, the program's name first. Nil for every other command line.
    static func run(_ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> ExitStatus? {
        func word(_ index: Int, is text: String) -> Bool { words[index].map { strcmp($0, text) == 0 } ?? false }
        // The parser reads words that begin with '-': options, and '-' for standard input.
        guard words.count > 2, let last = words[words.count - 1] else { return nil }
        let url = String(cString: last)
        if words.count == 6, word(1, is: "open"), word(2, is: "--from"), word(3, is: "desktop"), word(4, is: "--") {
            return OpenURL.run(url, fromDesktop: true)
        }
        guard words.count == 3, last.pointee != CChar(UInt8(ascii: "-")) else { return nil }
        if word(1, is: "open") { return OpenURL.run(url, fromDesktop: false) }
        if word(1, is: "send") { return SendURLs(urls: [url]).run() }
        return word(1, is: "call") ? CallURL(url: url).run() : nil
    }
}
