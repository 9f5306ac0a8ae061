/// Splits a command in one text into words, as a shell does.
enum ShellLine {
    /// Returns the words without their quotes. Nil if a shell would do more than split the words, or if the line is too
    /// long for a suggestion.
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
