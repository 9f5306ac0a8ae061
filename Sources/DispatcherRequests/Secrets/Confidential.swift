/// A value that may hold secrets, and the same value with a mark in place of each. It prints as the marked one, also inside
/// of another value: interpolated, reflected or dumped.
package struct Confidential<Value: Sendable>: Sendable {
    /// The value with its secrets. Only what starts a program, opens a URL or writes to a peer may read it.
    package let revealed: Value
    /// The value for the journal, the log and the prompt.
    package let redacted: Value

    package init(revealed: Value, redacted: Value) {
        self.revealed = revealed
        self.redacted = redacted
    }

    /// A value without secrets.
    package init(_ value: Value) { self.init(revealed: value, redacted: value) }
}

extension Confidential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(redacted)" }
    package var debugDescription: String { String(reflecting: redacted) }
    package var customMirror: Mirror { Mirror(reflecting: redacted) }
}
