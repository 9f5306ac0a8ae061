/// Why a value is not the reply that it should be.
package struct ReplyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The names and positions that lead to the member, outermost first; none for the whole reply.
    package let path: [String]
    /// What is wrong with it, after its name.
    package let problem: String

    init(_ problem: String, at path: [any CodingKey] = []) {
        self.path = path.map(\.stringValue)
        self.problem = problem
    }

    /// `'files.0.state' is missing`
    package var description: String {
        path.isEmpty ? "the reply \(problem)" : "'\(path.joined(separator: "."))' \(problem)"
    }
}
