import DispatcherConfiguration
import TestSupport
import Testing

/// A file and its mistakes.
struct BadFile: Sendable, CustomTestStringConvertible {
    let reason: String
    let text: String
    let mistakes: [String]

    /// The rows of mistakes.txt for a file.
    static func rows(_ file: String) -> [BadFile] {
        TextTable.rows("mistakes.txt", file).map { row in
            let text = row[1].hasPrefix("- ") ? route(String(row[1].dropFirst(2))) : row[1]
            return BadFile(row[0], text, Array(row[2...]))
        }
    }

    init(_ reason: String, _ text: String, _ mistakes: String...) { self.init(reason, text, mistakes) }

    private init(_ reason: String, _ text: String, _ mistakes: [String]) {
        self.reason = reason
        self.text = text
        self.mistakes = mistakes
    }

    var testDescription: String { reason }

    /// The file is refused, with these mistakes and no others.
    func expect(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let configuration = try Configuration.routes(text)
        #expect(
            configuration.mistakes.map(\.description) == mistakes.map { "routes.d/notes.yaml:\($0)" },
            sourceLocation: sourceLocation)
        #expect(configuration.files.map(\.state) == [.refused], sourceLocation: sourceLocation)
        #expect(configuration.features.isEmpty, sourceLocation: sourceLocation)
    }

    /// A file with one route, whose own lines begin at line 3, column 5.
    static func route(_ lines: String) -> String {
        "schemes: [notes]\nroutes:\n  - \(lines.replacing("\n", with: "\n    "))\n    name: r\n"
    }
}
