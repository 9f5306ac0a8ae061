/// A line that a check of a file prints: `FILE:LINE:COLUMN: MESSAGE`.
struct CheckedLine {
    let text: String
    /// The number of the line in the file; nil if the message is about another file, or about the whole file.
    let number: Int?
    /// `FILE:LINE:COLUMN`; empty without a number.
    private let place: String
    private let message: Substring

    /// - Parameter path: The path of the file, as the text has it.
    init(_ text: String, of path: String) {
        self.text = text
        let parts = text.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
        let number = parts.count == 3 && text.hasPrefix("\(path):") ? Int(parts[0]) : nil
        self.number = number
        place = number == nil ? "" : "\(path):\(parts[0]):\(parts[1])"
        message = number == nil ? text[...] : parts[2].drop { $0 == " " }
    }

    var isWarning: Bool { message.hasPrefix("warning: ") }

    /// The message without the place of the line, which the message may repeat.
    var reason: String { place.isEmpty ? String(message) : String(message.replacing(", \(place)", with: "")) }
}
