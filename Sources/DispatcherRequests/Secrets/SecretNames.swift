import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter

/// The names of the parameters whose values are secret.
struct SecretNames: Sendable {
    /// The names that are secret in every URL, and more.
    private var names = FoldedNames.secrets
    /// The names that the route declares as not secret.
    private var openNames: [String] = []
    let isEveryNameSecret: Bool
    /// Whether the route has secret inputs or a token.
    private(set) var hasDeclared = false

    init(isEveryNameSecret: Bool = false) { self.isEveryNameSecret = isEveryNameSecret }

    /// The names of a route: the secret inputs and the token of its definition, and its other inputs.
    init(of definition: DefinedRoute) {
        self.init()
        let secret = definition.secretNames
        hasDeclared = !secret.isEmpty
        add(secret)
        let open = definition.value.input.lazy.filter { $0.declaredSecret == false && !secret.contains($0.name) }
        openNames = open.map(\.name)
    }

    /// Returns the number of bytes up to the end of the first secret name in a text of any form, even inside a word, or
    /// percent-encoded or escaped as in JSON; nil for a text without such a name.
    func end(in text: ArraySlice<UInt8>) -> Int? {
        guard !isEveryNameSecret else { return 0 }
        let places = EncodedText(Array(text)).readings.compactMap { reading in
            names.firstRange(in: reading.bytes).map(reading.place)
        }
        // An encoding may hide the end of a longer name.
        return places.min { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) }?.upperBound
    }

    mutating func add(_ more: [String]) { for name in more { names.insert(name) } }

    /// Adds names that the caller declares as secret, whatever the route declares.
    mutating func add(ofCaller more: [String]) {
        add(more)
        openNames.removeAll(where: more.contains)
    }

    /// Makes `code` secret beside `state`, as in an answer of OAuth.
    mutating func addCode(beside parameters: QueryParameters) {
        if parameters.elements.contains(where: { Self.state.contains($0.name) }) { names.insert("code") }
    }

    private static let state = FoldedNames(["state"])

    /// Returns whether a parameter with this name is secret. Case, `-` and `_` are ignored, because a misspelled parameter
    /// contains the secret as well. The names of array elements and members are secret, too: `pin[]`, `pin.0`, `user[pin]`.
    func contains(_ name: String) -> Bool {
        guard !isEveryNameSecret else { return true }
        guard names.contains(partOf: name) else { return false }
        guard !openNames.isEmpty else { return true }
        let root = String(decoding: name.utf8.prefix { !".[".utf8.contains($0) }, as: UTF8.self)
        return !openNames.contains { $0.hasSameBytes(as: name) || $0.hasSameBytes(as: root) }
    }
}

extension DefinedRoute {
    /// The names of the route's secret inputs and of its token.
    var secretNames: [String] {
        value.input.lazy.filter(\.isSecret).map(\.name) + (value.policy.token?.names ?? [])
    }
}
