/// A file of routes with a new one at its end.
struct RouteAddition {
    /// The whole text.
    let text: String
    /// The number of the first line that is new.
    let firstLine: Int
    /// What each new line comes from, such as `--input n=line`.
    let arguments: [String]

    func contains(_ line: CheckedLine) -> Bool { line.number.map { $0 >= firstLine } ?? false }

    /// A mistake for the author of the command line, who sees no lines of a file that is not written.
    func shown(_ line: CheckedLine) -> String {
        guard let number = line.number, arguments.indices.contains(number - firstLine) else { return line.text }
        return "\(arguments[number - firstLine]): \(line.reason)"
    }
}
