package import QueryCoding

extension InputField {
    /// The text that is shown in place of a secret.
    package static let secretMark = "<redacted>"

    /// The longest value in a message, in bytes. A longer value is left out completely: a reader could not see whether
    /// a part of it belongs to a secret. A value of several lines is left out too.
    private static let longestShown = 64

    /// Returns the error for a value. The detail of the error shows the value: `times = 99: at most 9`.
    /// - Parameters:
    ///   - path: The name of the parameter or of an array's item.
    ///   - demand: The requirement that the value does not meet, as in `must be one of low, high`.
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
        // Quotes show where a text ends that is empty or has a blank at an end.
        return text.isEmpty || text.first?.isWhitespace == true || text.last?.isWhitespace == true
            ? "\"\(text)\"" : text
    }
}
