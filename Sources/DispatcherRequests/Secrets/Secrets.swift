import DispatcherConfiguration
import QueryCoding

/// The secrets of a request: texts that are never recorded. The requests that follow from this request have the same
/// secrets. Secrets print as the mark of redaction.
package struct Secrets: Sendable {
    /// The text in place of a secret.
    package static let mark = InputField.secretMark

    /// The secrets as bytes. Texts that are canonically equivalent but differ in bytes are different secrets.
    private(set) var texts: Set<[UInt8]> = []
    /// The names of the request's secret parameters.
    var names = SecretNames()

    /// The depth to which URLs inside URLs are searched.
    static let maximumDepth = 5

    package init() {}

    mutating func insert(_ text: String) {
        guard !text.isEmpty else { return }
        texts.insert(Array(text.utf8))
        // The daemon reports only the last line of a command's standard error.
        let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if let last = lines.last { texts.insert(Array(last)) }
    }

    /// Adds the texts of other secrets, but not their names.
    mutating func formUnion(_ other: Secrets) { texts.formUnion(other.texts) }

    mutating func insertValues(of parameters: QueryParameters) {
        names.addCode(beside: parameters)
        for parameter in parameters.elements where names.contains(parameter.name) { insert(parameter.value ?? "") }
    }

    /// Adds the secrets inside a text that may be a URL or a part of one. If every name is secret, so is each text as a
    /// whole.
    mutating func insertParts(of text: String, depth: Int = 0) {
        guard !names.isEveryNameSecret, text.utf8.contains(where: ":?#".utf8.contains) else { return }
        insertParts(of: Array(text.utf8)[...], depth: depth)
    }

    /// Adds the password in an authority. No search finds a short password, so the whole authority is a secret with it: the
    /// authority of a custom scheme may be the value of an input.
    mutating func insertPassword(of url: ArraySlice<UInt8>) {
        guard let password = RawPart.password(in: url) else { return }
        insert(RawPart.decoded(url[password]))
        if password.count < SecretSearch.shortestPart {
            insert(RawPart.decoded(RawPart.authority(of: url)))
        }
    }

    /// Adds the secrets inside a URL or a part of one: its password, and the values of secret names in its query and its
    /// fragment, also in a URL that is a value there.
    mutating func insertParts(of url: ArraySlice<UInt8>, depth: Int = 0) {
        insertPassword(of: url)
        let parameters = RawPart.parameters(in: url)
        insertValues(of: parameters)
        guard depth < Self.maximumDepth else { return }
        for value in parameters.elements.compactMap(\.value) { insertParts(of: value, depth: depth + 1) }
    }

    mutating func insertTexts(in value: QueryValue) {
        switch value {
        case .null, .bool: break
        case .number(let text), .string(let text): insert(text)
        case .array(let values): for value in values { insertTexts(in: value) }
        case .object(let members): for member in members { insertTexts(in: member.value) }
        }
    }

    /// Returns an input or output with the mark in place of each value whose name is secret. Another value that equals
    /// a secret stays unchanged: otherwise a page could hide the value from the user, who is asked about it.
    func marked(_ value: QueryValue) -> QueryValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { names.contains($0.name) ? QueryValue.Member($0.name, .string(Self.mark)) : $0 })
    }
}

extension Secrets: CustomStringConvertible, CustomReflectable {
    package var description: String { Self.mark }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
