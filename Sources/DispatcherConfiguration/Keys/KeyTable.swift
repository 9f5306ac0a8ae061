/// The keys of one mapping in a file. The reader, the manual page and the schema use the same table.
package final class KeyTable: Sendable {
    /// The mapping in a heading of the manual page, such as `limits`.
    package let name: String
    package let keys: [KeyDefinition]
    /// The keys of which a mapping has at least one.
    let anyOf: [String]
    /// The keys of which a mapping has exactly one.
    let oneOf: [String]
    /// The names of the keys.
    let names: [String]
    /// The names by their numbers of bytes.
    private let namesByLength: [[String]]

    init(_ name: String, anyOf: [String] = [], oneOf: [String] = [], _ keys: [KeyDefinition]) {
        self.name = name
        self.anyOf = anyOf
        self.oneOf = oneOf
        self.keys = keys
        names = keys.map(\.name)
        let longest = names.map(\.utf8.count).max() ?? 0
        namesByLength = (0...longest).map { [names] length in names.filter { $0.utf8.count == length } }
    }

    /// Whether it has a key of that name.
    func contains(_ name: String) -> Bool {
        let length = name.utf8.count
        return length < namesByLength.count && namesByLength[length].contains(name)
    }

    subscript(name: String) -> KeyDefinition? { keys.first { $0.name == name } }

    /// The keys that go only with one of these keys.
    func names(needing others: [String]) -> [String] { keys.filter { $0.needs == others }.map(\.name) }
}
