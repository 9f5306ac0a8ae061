/// The names of the types of an input in a file of routes.
package enum InputTypeName: String, CaseIterable, Sendable {
    case string, line, int, number, bool, truthy, date, uuid, url, base64
    case oneOf = "one-of"
    case path

    /// The types that need no more than their name.
    package static let simple = allCases.filter { $0 != .oneOf && $0 != .path }
}
