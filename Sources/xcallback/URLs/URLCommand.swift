import DispatcherMessages

/// A command for one URL without options, recognised without the command-line parser: `open URL`, `send URL`, `call
/// URL` and `open --from desktop -- URL`. Each form means the same as with the parser.
enum URLCommand {
    /// Runs the words of a command line. Nil for every other command line.
    static func run(_ words: [String]) -> ExitStatus? {
        guard let url = words.last else { return nil }
        if words.dropLast() == ["open", "--from", "desktop", "--"] { return OpenURL.run(url, fromDesktop: true) }
        // The parser reads words that begin with '-': options, and '-' for standard input.
        guard words.count == 2, url.utf8.first != UInt8(ascii: "-") else { return nil }
        switch words[0] {
        case "open": return OpenURL.run(url, fromDesktop: false)
        case "send": return SendURLs(urls: [url]).run()
        case "call": return CallURL(target: .url(url)).run()
        default: return nil
        }
    }
}
