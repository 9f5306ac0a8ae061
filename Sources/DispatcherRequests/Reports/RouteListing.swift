import DispatcherConfiguration
package import DispatcherMessages
import QueryCoding
package import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// The table in the form that the method `routes` reports.
package enum RouteListing {
    /// - Parameters:
    ///   - unavailable: Why features do not answer, by their names.
    ///   - door: The socket that asks. An agent learns of the routes that it is offered, and nothing of their files. It is
    ///     offered no route of an unavailable feature.
    package static func reply(
        of table: DispatchTable, unavailable: [String: String], at door: Door = .control
    ) -> RouteListingReply {
        var seen: Set<String> = []
        let entries = table.routes.allEntries
        // The program's own routes come before routes from files and workers.
        let ordered = entries.filter { $0.payload.definition == nil } + entries.filter { $0.payload.definition != nil }
        let routes: [ListedRoute] = ordered.compactMap { entry in
            guard seen.insert(entry.name).inserted, door != .agent || entry.payload.agent != .never else { return nil }
            let paths = table.routes.entries(named: entry.name).map(\.pattern.text)
            let reason = entry.payload.feature.flatMap { unavailable[$0.name] }
            let route = listed(entry, paths: paths, reason: reason)
            guard door == .agent else { return route }
            return reason == nil ? route.forAgents : nil
        }
        return RouteListingReply(routes: routes)
    }

    private static func listed(
        _ entry: RouteTable<DispatchRoute>.Entry, paths: [String], reason: String?
    ) -> ListedRoute {
        let route = entry.payload
        var listed = ListedRoute()
        listed.name = entry.name
        listed.feature = route.feature?.name
        listed.paths = paths
        listed.schemes = entry.scopes.compactMap(scheme)
        listed.domains = entry.scopes.compactMap(domain)
        listed.summary = route.summary
        listed.desktop = route.desktop.rawValue
        listed.agent = route.agent.rawValue
        listed.isOpaque = entry.pattern.isOpaque ? true : nil
        listed.isAvailable = reason == nil
        listed.reason = reason
        listed.source = entry.declaration
        if case .closure(let closure) = route.action {
            listed.input = closure.handler.input.fields.map { Self.field($0) }
            listed.output = Self.output(of: closure.handler)
        }
        guard let definition = route.definition?.value else { return listed }
        listed.input = definition.input.map { field($0) }
        switch definition.action {
        case .run, .script: listed.output = Self.output(definition.output)
        case .worker(let name): (listed.output, listed.worker) = (.word("json"), name)
        case .open, .redirect: break
        }
        listed.description = definition.description
        listed.effect = definition.effect?.rawValue
        listed.isFallback = definition.isFallback ? true : nil
        listed.needsToken = definition.policy.token?.isRequired ?? false ? true : nil
        listed.notifies = definition.notifies ? true : nil
        listed.senders = definition.apps
        if !definition.required.isEmpty { listed.required = definition.required }
        if !definition.exclusive.isEmpty { listed.exclusive = definition.exclusive }
        if !definition.examples.isEmpty { listed.examples = definition.examples.map(\.url) }
        return listed
    }

    private static func output(_ output: RouteDefinition.Output) -> WordOrList<ListedField> {
        guard case .members(let fields) = output else { return .word(output.word) }
        return .list(
            fields.map { output in
                var listed = field(output)
                listed.schemes = nil
                return listed
            })
    }

    /// The fields of a closure's output that its type reveals.
    private static func output(of handler: RouteHandler) -> WordOrList<ListedField> {
        switch handler.output {
        case .none: .word("none")
        case .fields(let description): .list(description.fields.map { field($0) })
        case .unknown: .word("json")
        }
    }

    private static func field(_ field: InputDescription.Field) -> ListedField {
        ListedField(name: field.name, type: field.type, isOptional: field.isOptional)
    }

    private static func field(_ field: InputField) -> ListedField {
        var listed = ListedField(
            name: field.name, type: field.isArray ? "[\(field.type.name)]" : field.type.name,
            isOptional: field.isOptional)
        listed.defaultValue = field.defaultValue.map(JSONValue.init)
        listed.separator = field.separator?.name
        switch field.type {
        case .oneOf(let choices): listed.choices = choices
        case .int(let least, let greatest):
            listed.least = least.map { JSONValue(.integer($0)) }
            listed.greatest = greatest.map { JSONValue(.integer($0)) }
        case .number(let least, let greatest):
            listed.least = least.map { JSONValue(.number("\($0)")) }
            listed.greatest = greatest.map { JSONValue(.number("\($0)")) }
        case .matching(let pattern, _): listed.pattern = "\(pattern)"
        case .base64, .bool, .date, .line, .path, .string, .url, .uuid: break
        }
        listed.isSecret = field.isSecret ? true : nil
        listed.description = field.description
        if field.type == .url {
            switch field.schemes {
            case .any: listed.schemes = [ListedRoute.any]
            case .listed(let schemes): listed.schemes = schemes.map(\.text).sorted()
            case .standard: listed.schemes = ["http", "https"]
            }
        }
        return listed
    }

    private static func scheme(_ scope: Scope) -> String? { scope == .anyScheme ? ListedRoute.any : scope.scheme?.text }

    private static func domain(_ scope: Scope) -> String? {
        if case .domain(let domain) = scope { domain } else { scope == .anyDomain ? ListedRoute.any : nil }
    }
}

extension DispatchTable {
    /// Whether a click or an agent may run a command, in a unit without properties of its own.
    package var hasUnitCommands: Bool {
        routes.allEntries.contains { entry in
            guard let definition = entry.payload.definition?.value, definition.sandbox.isEmpty else { return false }
            return switch definition.action {
            case .run, .script: entry.payload.desktop != .never || entry.payload.agent != .never
            case .open, .redirect, .worker: false
            }
        }
    }

    /// Whether an agent may run the route of a name.
    package func isOffered(_ name: String) -> Bool {
        routes.entries(named: name).contains { $0.payload.agent != .never }
    }
}

extension ListedRoute {
    /// The route as an agent sees it: without its file, its examples and the rule for clicks. The reason why it is not
    /// available may name a command.
    fileprivate var forAgents: ListedRoute {
        var route = self
        (route.source, route.examples, route.desktop, route.reason, route.worker) = (nil, nil, nil, nil, nil)
        return route
    }
}
