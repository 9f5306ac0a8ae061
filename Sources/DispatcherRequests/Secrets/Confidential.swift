/// A value that may contain secrets, and the same value with a mark in place of each secret. Only the marked value is
/// ever printed, even if another value that contains this one is interpolated, reflected or dumped.
package struct Confidential<Value: Sendable>: Sendable {
    /// The value with its secrets. Only code that starts a program, opens a URL or writes to a peer may read this
    /// value.
    package let revealed: Value
    /// The value for the journal, the log and the prompt.
    package let redacted: Value

    package init(revealed: Value, redacted: Value) {
        self.revealed = revealed
        self.redacted = redacted
    }

    /// A value without secrets.
    package init(_ value: Value) { self.init(revealed: value, redacted: value) }

    package func map<Other>(_ body: (Value) -> Other) -> Confidential<Other> {
        Confidential<Other>(revealed: body(revealed), redacted: body(redacted))
    }
}

extension Confidential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(redacted)" }
    package var debugDescription: String { String(reflecting: redacted) }
    package var customMirror: Mirror { Mirror(reflecting: redacted) }
}
