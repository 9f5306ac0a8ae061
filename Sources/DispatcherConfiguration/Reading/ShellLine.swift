/// A command in one text, as a shell would read it.
enum ShellLine {
    /// Returns the words without their quotes; nil if a shell would do more than take the words apart, or if the line is
    /// too long to be suggested.
    static func words(_ line: String) -> [String]? {
        guard line.utf8.count <= FlowText.suggestionLimit else { return nil }
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == "'" {
                word = (word ?? "") + String(character)
            } else if "\\`".contains(character) {
                return nil
            } else if quote != nil {
                word = (word ?? "") + String(character)
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" || character == "\n" {
                if let word { words.append(word) }
                word = nil
            } else if "|&;<>()*?#!".contains(character) {
                return nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        if let word { words.append(word) }
        return words.isEmpty || words.contains { $0.contains("$(") } ? nil : words
    }
}
