/// The reason why a regular expression is malformed or not supported by ``TextPattern``.
package struct TextPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, with the remedy where possible.
    package let reason: String
    /// The position of the problem, counted from 1 in Unicode scalars.
    package let position: Int

    /// The reason and the position.
    package var description: String { "\(reason), at character \(position)" }
}
