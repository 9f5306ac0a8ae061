import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// What of a request is written down nowhere.
struct Secrets: Sendable {
    /// The names of parameters whose values are secret.
    private(set) var names = ["x-token"]
    /// The secrets themselves, as bytes: equal texts of other bytes are not the same secret.
    private(set) var values: Set<[UInt8]> = []

    /// Adds names, and the values that they have among parameters.
    mutating func add(_ names: [String], from parameters: [QueryParameters]) {
        self.names += names
        for parameter in parameters.flatMap(\.elements) where isName(parameter.name) {
            if let value = parameter.value, !value.isEmpty { values.insert(Array(value.utf8)) }
        }
    }

    /// Whether a parameter of that name is secret. Names of arrays, and of what they hold, count too: `pin[]`, `pin.0`.
    func isName(_ name: String) -> Bool {
        names.contains { name.hasSameBytes(as: $0) || name.hasPrefix("\($0).") || name.hasPrefix("\($0)[") }
    }
}

extension Request {
    /// Its secrets, those of the URLs that were redirected here among them.
    var secrets: Secrets {
        var secrets = formerSecrets
        let given = [parameters, url?.parameters ?? [], url?.reserved ?? []]
        switch match?.entry.payload.action {
        case .definition(let definition): secrets.add(definition.secretNames, from: given)
        case .builtIn(.reply): secrets.add(["token"], from: given)
        case .builtIn, .closure: secrets.add([], from: given)
        // Of a URL that cannot be read nobody knows whose it is.
        case nil: secrets.add(table.secretNames, from: given)
        }
        return secrets
    }
}

extension RouteDefinition {
    /// The names of its inputs that are secret, and of its token.
    fileprivate var secretNames: [String] {
        input.filter(\.isSecret).map(\.name) + (policy.token == nil ? [] : ["key"])
    }
}

extension DispatchTable {
    fileprivate var secretNames: [String] { configuration.features.flatMap { $0.routes.flatMap(\.secretNames) } }
}
