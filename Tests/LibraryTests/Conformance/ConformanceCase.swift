import Foundation
import QueryCoding
import Testing

/// One case of the original libraries' behaviour, from `Cases/conformance.json`.
struct ConformanceCase: Sendable {
    /// The members of the case, sorted by name.
    let value: QueryValue

    var id: String { value["id"]?.string ?? "" }
    var url: String? { value["url"]?.string }
    var routes: [QueryValue] { value["routes"]?.elements ?? [] }
    /// The original's result.
    var expect: QueryValue { value["expect"] ?? .null }
    /// `same`, or a description of our behaviour.
    var ours: String { value["ours"]?.string ?? "" }
    /// Our result where the original's differs, or where the original does not report what the test checks.
    var result: QueryValue? { value["result"] }
    /// The subject of a case about other things than these three modules.
    var elsewhere: String? { value["elsewhere"]?.string }

    /// Every case of the file.
    static let all: [ConformanceCase] = {
        guard let file = Bundle.module.url(forResource: "conformance", withExtension: "json", subdirectory: "Cases"),
            let data = try? Data(contentsOf: file),
            let cases = try? JSONParser.parse(Array(data), depthLimit: 16).elements
        else { return [] }
        return cases.map { ConformanceCase(value: $0.sorted) }
    }()

    /// The cases that this suite runs.
    static var covered: [ConformanceCase] { all.filter { $0.elsewhere == nil } }

    /// The expected result: the original's, or ours where it deliberately differs; nil if none is recorded.
    var expectation: QueryValue? { result ?? (ours.hasPrefix("same") ? expect : nil) }
}

extension ConformanceCase: CustomTestStringConvertible {
    var testDescription: String { id }
}
