import Foundation
import Testing

/// One case of the original libraries' behaviour, from `Cases/conformance.json`.
struct ConformanceCase: Decodable, Sendable {
    let id: String
    let url: String?
    let routes: [JSONValue]
    /// The original's result.
    let expect: JSONValue
    /// `same`, or a description of our behaviour.
    let ours: String

    /// Every case of the file.
    static let all: [ConformanceCase] = {
        guard let file = Bundle.module.url(forResource: "conformance", withExtension: "json", subdirectory: "Cases"),
            let cases = try? JSONDecoder().decode([ConformanceCase].self, from: Data(contentsOf: file))
        else { return [] }
        return cases
    }()

    /// The cases that this suite runs.
    static var covered: [ConformanceCase] { all.filter { elsewhere[$0.id] == nil } }

    /// The expected result: the original's, or ours where it deliberately differs; nil if none is recorded.
    var expectation: JSONValue? { Self.differences[id] ?? (ours.hasPrefix("same") ? expect : nil) }
}

extension ConformanceCase: CustomTestStringConvertible {
    var testDescription: String { id }
}
