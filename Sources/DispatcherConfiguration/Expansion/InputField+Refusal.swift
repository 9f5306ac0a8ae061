package import QueryCoding

extension InputField {
    /// The text that is shown in place of a secret.
    package static let secretMark = "<redacted>"

    /// The longest value in a message, in bytes. A longer one is left out as a whole: of a part, nobody could tell whether it
    /// belongs to a secret. So is one of several lines.
    private static let longestShown = 64

    /// The error for a value, which its detail shows: `times = 99: at most 9`.
    /// - Parameters:
    ///   - path: The name of the parameter, or that of an array's item.
    ///   - demand: What the value must be, as in `must be one of low, high`.
    package func refusal(of text: String, at path: String? = nil, _ demand: String) -> QueryCodingError {
        let path = path ?? name
        return QueryCodingError(.incorrectType, path: path, detail: "\(path) = \(shown(text)): \(demand)")
    }

    private func shown(_ text: String) -> String {
        if isSecret { return Self.secretMark }
        let length = text.utf8.count
        let isLine = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        guard length <= Self.longestShown, isLine else { return "(\(length) bytes)" }
        // Quotes show where a text ends that could be taken for nothing.
        return text.isEmpty || text.first?.isWhitespace == true || text.last?.isWhitespace == true
            ? "\"\(text)\"" : text
    }
}
