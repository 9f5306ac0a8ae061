import Foundation
import Testing

/// One line of what the originals and their peers do, from `Cases/conformance.json`.
struct ConformanceCase: Decodable, Sendable {
    let id: String
    let url: String?
    let routes: [JSONValue]
    /// What the original does.
    let expect: JSONValue
    /// `same`, or in words what we do instead.
    let ours: String

    /// Every case of the file.
    static let all: [ConformanceCase] = {
        guard let file = Bundle.module.url(forResource: "conformance", withExtension: "json", subdirectory: "Cases"),
            let cases = try? JSONDecoder().decode([ConformanceCase].self, from: Data(contentsOf: file))
        else { return [] }
        return cases
    }()

    /// Those that this suite runs.
    static var covered: [ConformanceCase] { all.filter { elsewhere[$0.id] == nil } }

    /// What we promise: the original's answer, or our own where we differ on purpose. Nil if nobody has said.
    var expectation: JSONValue? { Self.differences[id] ?? (ours.hasPrefix("same") ? expect : nil) }
}

extension ConformanceCase: CustomTestStringConvertible {
    var testDescription: String { id }
}
