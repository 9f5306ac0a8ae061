/// The reason why a property does not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws a ``Violation`` with the text unless the condition holds.
func require(_ condition: Bool, _ text: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(text()) }
}

/// Throws a ``Violation`` with the text if there is no value.
func require<Value>(_ value: Value?, _ text: @autoclosure () -> String) throws(Violation) -> Value {
    guard let value else { throw Violation(text()) }
    return value
}
