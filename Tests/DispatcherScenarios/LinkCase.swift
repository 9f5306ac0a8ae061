import QueryCoding
import Testing

/// A row of links.jsonl: a link of another program as its manual or a report has it, the file of routes for its scheme, and
/// the values that the route reads.
package struct LinkCase: Sendable, CustomTestStringConvertible {
    package let scheme: String
    package let link: String
    /// Whether the link has characters that only the desktop socket accepts as they are.
    package let isRaw: Bool
    private let file: String
    private let route: String
    private let arguments: String
    private let values: [String]

    package var testDescription: String { link }

    package static let all = CaseSection.objects(in: "links.jsonl").compactMap { row -> LinkCase? in
        guard let scheme = row["scheme"]?.string, let link = row["link"]?.string, let route = row["route"]?.string,
            let run = row["run"]?.string, let values = row["values"]?.elements?.compactMap(\.string)
        else { return nil }
        return LinkCase(
            scheme: scheme, link: link, isRaw: row["raw"] == true, file: row["file"]?.string ?? "", route: route,
            arguments: run, values: values)
    }

    /// What the route prints.
    package var expected: String { values.map { "<\($0)>" }.joined() }

    /// - Parameter program: The words of a program that prints each further argument in angle brackets.
    package func routes(running program: String = "printf, --, \"<%s>\"") -> String {
        """
        schemes: [\(scheme)]
        desktop: allow
        \(file)
        routes: [{name: link, \(route), run: [\(program), \(arguments)], output: text}]
        """
    }
}
