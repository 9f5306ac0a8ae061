import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The parts of a request that are written down nowhere.
package struct Secrets: Sendable {
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

    /// The members of an object, the secret ones as the mark of redaction.
    func hidden(in value: QueryValue) -> QueryValue {
        guard case .object(let members) = value else { return value }
        return .object(members.map { isName($0.name) ? QueryValue.Member($0.name, .string(Redaction.mark)) : $0 })
    }

    /// Whether a parameter of that name is secret. The names of array elements and members count too: `pin[]`, `pin.0`.
    func isName(_ name: String) -> Bool {
        names.contains { name.hasSameBytes(as: $0) || name.hasPrefix("\($0).") || name.hasPrefix("\($0)[") }
    }
}

extension MatchedRequest {
    /// Its secrets, and those of the URLs that were redirected here.
    var secrets: Secrets {
        var secrets = context.formerSecrets
        let given = [parameters, url.parameters, url.reserved]
        switch route.action {
        case .definition(let definition): secrets.add(definition.secretNames, from: given)
        case .builtIn(.reply): secrets.add(["token"], from: given)
        case .builtIn, .closure: secrets.add([], from: given)
        }
        return secrets
    }
}

extension RequestProgress {
    /// Its secrets. Before it has a route, the secret names of all routes count.
    var secrets: Secrets {
        switch self {
        case .matched(let matched): return matched.secrets
        case .received(let context):
            var secrets = context.formerSecrets
            secrets.add(context.table.secretNames, from: [])
            return secrets
        case .parsed(let parsed):
            var secrets = parsed.context.formerSecrets
            secrets.add(parsed.context.table.secretNames, from: [parsed.url.parameters, parsed.url.reserved])
            return secrets
        }
    }
}

extension RouteDefinition {
    /// The names of its secret inputs, and of its token.
    fileprivate var secretNames: [String] {
        input.filter(\.isSecret).map(\.name) + (policy.token?.names ?? [])
    }
}

extension DispatchTable {
    fileprivate var secretNames: [String] { configuration.features.flatMap { $0.routes.flatMap(\.secretNames) } }
}
