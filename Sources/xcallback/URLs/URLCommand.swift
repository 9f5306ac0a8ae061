import DispatcherMessages
import Glibc

/// A command for one URL without options, recognised without the command-line parser: `open URL`, `send URL`, `call
/// URL` and `open --from desktop -- URL`. Each form means the same as with the parser.
enum URLCommand: Equatable {
    case open(String, fromDesktop: Bool)
    case send(String)
    case call(String)

    /// Reads the words of a command line, the program's name first. Nil for every other command line.
    init?(_ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) {
        func word(_ index: Int, is text: String) -> Bool { words[index].map { strcmp($0, text) == 0 } ?? false }
        // The parser reads words that begin with '-': options, and '-' for standard input.
        guard words.count > 2, let last = words[words.count - 1] else { return nil }
        if words.count == 3, last.pointee != CChar(UInt8(ascii: "-")) {
            let url = String(cString: last)
            if word(1, is: "open") {
                self = .open(url, fromDesktop: false)
            } else if word(1, is: "send") {
                self = .send(url)
            } else if word(1, is: "call") {
                self = .call(url)
            } else {
                return nil
            }
        } else if words.count == 6, word(1, is: "open"), word(2, is: "--from"), word(3, is: "desktop"),
            word(4, is: "--")
        {
            self = .open(String(cString: last), fromDesktop: true)
        } else {
            return nil
        }
    }

    func run() -> ExitStatus {
        switch self {
        case .open(let url, let fromDesktop): OpenURL.run(url, fromDesktop: fromDesktop)
        case .send(let url): SendURLs(urls: [url]).run()
        case .call(let url): CallURL(url: url).run()
        }
    }
}
