/// The values that a key takes.
package indirect enum KeyValue: Sendable {
    /// A text; every scalar is one.
    case text
    /// A text of a form.
    case form(TextForm)
    case flag, duration, size, number
    case whole(ClosedRange<Int>)
    case word([String])
    /// A list of at least some values.
    case list(KeyValue, atLeast: Int = 0)
    /// A program and its arguments. Those of a route may have the values of its input in them.
    case command(withValues: Bool)
    case mapping(KeyTable)
    /// A mapping of names of a form. The entry `default` may have another value.
    case entries(TextForm, KeyValue, standard: KeyValue? = nil)
    /// The type of an input.
    case input
    case either([KeyValue])

    /// The value in the manual page.
    package var expectation: String {
        switch self {
        case .text: "text"
        case .form(let form): form.name
        case .flag: "true or false"
        case .duration: "a duration such as 500ms, 30s, 5m, 2h or 1d"
        case .size: "a size such as 64KiB, 1MiB or 1GiB"
        case .number: "a decimal number"
        case .whole(let range): Self.expectation(range)
        case .word(let words): alternatives(words)
        case .list(.list(.text, _), _): "a list of lists of names"
        case .list(let value, _): "a list: \(value.expectation), …"
        case .command: "a list: a program and its arguments"
        case .mapping(let table): "a mapping: \(table.names.joined(separator: ", "))"
        case .entries(let form, let value, _): "a mapping of \(form.name) to \(value.expectation)"
        case .input: "a type"
        case .either(let values): values.map(\.expectation).joined(separator: "; or ")
        }
    }

    /// The range of a number.
    var range: ClosedRange<Int>? {
        switch self {
        case .whole(let range): range
        case .either(let values): values.lazy.compactMap(\.range).first
        default: nil
        }
    }

    /// `a whole number from 1 to 9`
    static func expectation(_ range: ClosedRange<Int>) -> String {
        guard range.upperBound == .max else {
            return "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
        return range.lowerBound == .min ? "a whole number" : "a whole number of at least \(range.lowerBound)"
    }
}
