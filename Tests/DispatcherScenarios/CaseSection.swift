import Foundation
import QueryCoding
import Testing

/// A section of a file of Cases: the files of a dispatcher, and rows of cells. `## ` begins a section, `=== ` a file, and
/// `# ` a comment; the first file is t.yaml. ` < ` and the name of an earlier section give a section its files too. A line
/// with ` || ` is a row, in which `⏎` is a line feed.
package struct CaseSection: Sendable, CustomTestStringConvertible {
    package let name: String
    package private(set) var fixture = Fixture(routes: [:])
    package private(set) var rows: [[String]] = []
    package var testDescription: String { name }

    /// The lines of a file. A file that is missing stops the tests: without rows, no test would fail.
    private static func lines(of file: String) -> [Substring] {
        let path = "\(Bundle.module.bundlePath)/Cases/\(file)"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { fatalError("there is no \(path)") }
        return text.split(separator: "\n")
    }

    /// The lines of a file of JSON.
    static func objects(in file: String) -> [QueryValue] {
        lines(of: file).compactMap { try? JSONParser.parse(Array($0.utf8), depthLimit: 4) }
    }

    /// The sections of a file.
    package static func all(in file: String) -> [CaseSection] {
        var sections: [CaseSection] = []
        let lines = lines(of: file)
        var file = "t.yaml"
        for line in lines where !line.hasPrefix("# ") {
            if line.hasPrefix("## ") {
                let names = line.dropFirst(3).components(separatedBy: " < ")
                let base = sections.first { names.count > 1 && $0.name == names[1] }
                sections.append(CaseSection(name: names[0], fixture: base?.fixture ?? Fixture(routes: [:])))
                file = "t.yaml"
            } else if line.hasPrefix("=== ") {
                file = String(line.dropFirst(4))
            } else if !sections.isEmpty {
                sections[sections.count - 1].add(line, to: file)
            }
        }
        return sections
    }

    /// The section with a name. A name that is missing stops the tests: it is a mistake in the test itself.
    package static func named(_ name: String, in file: String) -> CaseSection {
        guard let section = all(in: file).first(where: { $0.name == name }) else {
            fatalError("\(file) has no section '\(name)'")
        }
        return section
    }

    private mutating func add(_ line: Substring, to file: String) {
        if line.contains(" || ") {
            rows.append(line.replacing("⏎", with: "\n").components(separatedBy: " || "))
        } else if file == "config.yaml" {
            fixture.settings += "\(line)\n"
        } else if file.hasSuffix(".yaml") {
            fixture.routes[String(file.dropLast(".yaml".count)), default: ""] += "\(line)\n"
        } else {
            fixture.files[file, default: ""] += "\(line)\n"
        }
    }
}
