import QueryCoding

/// A duration: a number of seconds, or a text with a unit, as in `"10s"`. A duration is printed in milliseconds.
package struct TimeText: Codable, Sendable, Hashable {
    package let duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init(from decoder: any Decoder) throws {
        guard let text = try JSONValue(from: decoder).value.text, let duration = Duration(text: text) else {
            throw MessageError("must be \(Duration.textExpectation)", at: decoder.codingPath)
        }
        self.duration = duration
    }

    package func encode(to encoder: any Encoder) throws { try "\(duration.milliseconds)ms".encode(to: encoder) }
}
