/// Why a value is not the message that it should be.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// As in `'files.0.state' is missing`.
    package let description: String

    /// - Parameters:
    ///   - problem: What is wrong with a member, after its name.
    ///   - path: The names and positions that lead to the member, outermost first; none for the whole message.
    init(_ problem: String, at path: [any CodingKey] = []) {
        description = path.isEmpty ? "the reply \(problem)" : "'\(Self.name(path))' \(problem)"
    }

    /// A parameter that the method does not have.
    init(unknown path: [any CodingKey]) { description = "unknown parameter '\(Self.name(path))'" }

    private static func name(_ path: [any CodingKey]) -> String {
        Printable.shown(path.map(\.stringValue).joined(separator: "."), limit: 64)
    }
}
