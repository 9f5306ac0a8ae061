import DispatcherConfiguration
import URLSchemeRouter

/// The names of the parameters whose values are secret.
struct SecretNames: Sendable {
    /// Those in every URL, unless its route declares one that is not.
    private static let standard = ["auth-token", "access-token", "token", "key", "password", "x-token"]

    private(set) var names = standard
    /// The names that the route declares, and not as secret.
    private var openNames: [String] = []
    private var isEveryNameSecret = false

    init() {}

    init(of action: DispatchRoute.Action) {
        switch action {
        case .definition(let definition):
            let secret = definition.secretNames
            names += secret
            openNames = definition.input.map(\.name).filter { !secret.contains($0) }
        case .closure(let closure): openNames = closure.pattern.parameterNames
        // An answer is recorded with its call.
        case .builtIn(let route): isEveryNameSecret = route == .reply
        }
    }

    mutating func add(_ more: [String]) { names += more }

    /// Adds names that the caller says are secret, whatever the route declares.
    mutating func add(ofCaller more: [String]) {
        names += more
        openNames.removeAll(where: more.contains)
    }

    /// Whether a parameter of that name is secret. Case does not count, because a near miss holds the secret as well. The
    /// names of array elements and members count too: `pin[]`, `pin.0`.
    func contains(_ name: String) -> Bool {
        let root = name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        guard !isEveryNameSecret else { return true }
        guard !openNames.contains(where: { $0.utf8.elementsEqual(root) }) else { return false }
        return names.contains { $0.utf8.count == root.count && $0.utf8.elementsEqual(root, by: Self.isSameLetter) }
    }

    private static func isSameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
        one == other || one ^ other == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(one | 0x20)
    }
}

extension RouteDefinition {
    /// The names of its secret inputs, and of its token.
    var secretNames: [String] {
        input.filter(\.isSecret).map(\.name) + (policy.token?.names ?? [])
    }
}
