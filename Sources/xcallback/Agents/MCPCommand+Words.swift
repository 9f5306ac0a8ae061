import Glibc

extension MCPCommand {
    /// Returns the patterns of `mcp` and of `mcp --only PATTERN…`, without the command-line parser: the program that starts
    /// the server waits for its first answer. Nil for every other command line.
    /// - Parameter words: The words of a command line, the program's name first.
    static func patterns(_ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> [String]? {
        func word(_ index: Int, is text: String) -> Bool { words[index].map { strcmp($0, text) == 0 } ?? false }
        guard words.count >= 2, words.count.isMultiple(of: 2), word(1, is: "mcp") else { return nil }
        var patterns: [String] = []
        for index in stride(from: 2, to: words.count, by: 2) {
            // The parser reads words that begin with '-'.
            guard word(index, is: "--only"), let pattern = words[index + 1],
                pattern.pointee != CChar(UInt8(ascii: "-"))
            else { return nil }
            patterns.append(String(cString: pattern))
        }
        return patterns
    }
}
