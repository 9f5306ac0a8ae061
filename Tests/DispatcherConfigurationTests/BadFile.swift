import TestSupport
import Testing

/// A file of routes, or config.yaml, and its mistakes or warnings.
struct BadFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// The messages with their places in the file.
    let mistakes: [String]

    /// The rows of a table, or of one of its sections, which is the path of the file.
    static func rows(_ section: String? = nil, of table: String = "mistakes.txt") -> [BadFile] {
        TextTable.rows(table, section).map { row in
            let text = row[1].hasPrefix("- ") ? route(String(row[1].dropFirst(2))) : row[1]
            return BadFile(row[0], text, Array(row[2...]), in: section ?? path)
        }
    }

    private static let path = "routes.d/notes.yaml"

    init(_ reason: String, _ text: String, _ mistakes: [String], in path: String = path) {
        testDescription = reason
        self.text = text
        self.mistakes = mistakes.map { "\(path):\($0)" }
    }

    /// A file with one route, whose own lines begin at line 3, column 5.
    static func route(_ lines: String) -> String {
        "schemes: [notes]\nroutes:\n  - \(lines.replacing("\n", with: "\n    "))\n    name: r\n"
    }
}
