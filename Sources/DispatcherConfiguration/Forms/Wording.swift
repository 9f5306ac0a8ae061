import URLSchemeRouter

/// Returns `; did you mean 'string'?` if a candidate is similar, else an empty text.
func hint(for text: String, among candidates: [String]) -> String {
    nearest(to: text, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// Returns `a, b or c`.
func alternatives(_ words: [String]) -> String { listed(words, "or") }

/// Returns `a, b and c` for the word `and`.
package func listed(_ words: [String], _ last: String) -> String {
    words.count > 1 ? "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])" : words.joined()
}
