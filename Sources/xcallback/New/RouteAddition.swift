/// A file of routes with a new route at its end.
struct RouteAddition {
    /// The whole text of the file.
    let text: String
    /// The number of the first line that is new.
    private let firstLine: Int
    /// The argument from which each new line was made, such as `--input n=line`.
    private let arguments: [String]

    /// - Parameter start: The text before the new lines, which ends with a line break.
    init(_ parts: [RouteDraft.Part], to start: String) {
        text = start + parts.map { "\($0.line)\n" }.joined()
        firstLine = start.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        arguments = parts.map(\.argument)
    }

    func contains(_ line: CheckedLine) -> Bool { line.number.map { $0 >= firstLine } ?? false }

    /// Returns a mistake with the argument that causes it instead of a line number, because the file with the line is
    /// not written.
    func shown(_ line: CheckedLine) -> String {
        guard let number = line.number, arguments.indices.contains(number - firstLine) else { return line.text }
        return "\(arguments[number - firstLine]): \(line.reason)"
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
        return RouteAddition(draft.parts(indentation: item.prefix { $0 == " " }.count), to: text)
    }
}
