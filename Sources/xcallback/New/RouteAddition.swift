/// A file of routes with a new route at its end.
struct RouteAddition {
    /// The whole text of the file.
    let text: String
    /// The number of the first line that is new.
    private let firstLine: Int
    private let lines: [String]

    /// - Parameter start: The text before the new lines, which ends with a line break.
    init(_ lines: [String], to start: String) {
        text = start + lines.map { "\($0)\n" }.joined()
        firstLine = start.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        self.lines = lines
    }

    func contains(_ line: CheckedLine) -> Bool { line.number.map { $0 >= firstLine } ?? false }

    /// Returns a mistake with the line that has it instead of the line's number, because the file with the line is not
    /// written.
    func shown(_ line: CheckedLine) -> String {
        guard let number = line.number, lines.indices.contains(number - firstLine) else { return line.text }
        return "\(lines[number - firstLine].drop { "- ".contains($0) }): \(line.reason)"
    }
}

extension RouteFile {
    /// Returns the contents with a route at the end; nil unless the last key of the file is `routes` with a list, each
    /// item on its own lines.
    func adding(_ draft: RouteDraft) -> RouteAddition? {
        guard let contents, !contents.isEmpty else { return draft.file }
        var text = String(decoding: contents, as: UTF8.self)
        if text.utf8.last != UInt8(ascii: "\n") { text += "\n" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isKey: (Substring) -> Bool = { line in line.first.map { $0 != " " && $0 != "#" && $0 != "-" } ?? false }
        guard let last = lines.lastIndex(where: isKey), lines[last].prefix(7) == "routes:",
            lines[last].dropFirst(7).allSatisfy({ $0 == " " }),
            let item = lines[(last + 1)...].first(where: { $0.drop { $0 == " " }.first == "-" })
        else { return nil }
        return RouteAddition(draft.lines(indentation: item.prefix { $0 == " " }.count), to: text)
    }
}
