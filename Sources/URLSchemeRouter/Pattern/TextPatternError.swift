/// A regular expression that is malformed, or says what ``TextPattern`` does not know.
package struct TextPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package let reason: String
    /// The character at which it is, counted from 1 in Unicode scalars.
    package let position: Int

    /// What is wrong, and at which character.
    package var description: String { "\(reason), at character \(position)" }
}
