import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The table, as the method `routes` reports it.
package enum RouteListing {
    /// - Parameter unavailable: Why features do not answer, by their names.
    package static func values(of table: DispatchTable, unavailable: [String: String]) -> [QueryValue] {
        var seen: Set<String> = []
        return table.routes.allEntries.compactMap { entry in
            guard seen.insert(entry.name).inserted else { return nil }
            let paths = table.routes.allEntries.filter { $0.name == entry.name }.map(\.pattern.text)
            return value(of: entry, paths: paths, reason: entry.payload.feature.flatMap { unavailable[$0.name] })
        }
    }

    private static func value(of entry: RouteTable<DispatchRoute>.Entry, paths: [String], reason: String?)
        -> QueryValue
    {
        let route = entry.payload
        var input: [QueryValue] = []
        var output: QueryValue = "none"
        if case .closure(let closure) = route.action {
            let handler = closure.handler
            input = handler.input.fields.map { Self.field($0) }
            output = Self.output(of: handler)
        }
        if case .definition(let definition) = route.action {
            input = definition.input.map { field($0) }
            switch definition.action {
            case .run, .script: output = .string(definition.output.rawValue)
            case .worker: output = "json"
            case .open, .redirect: break
            }
        }
        return .record([
            ("name", .string(entry.name)),
            ("feature", route.feature.map { .string($0.name) }),
            ("path", paths.count == 1 ? .string(paths[0]) : .array(paths.map { .string($0) })),
            ("schemes", .array(entry.scopes.compactMap(scheme))),
            ("domains", .array(entry.scopes.compactMap(domain))),
            ("summary", route.summary.map { .string($0) }),
            ("input", .array(input)),
            ("output", output),
            ("desktop", .string(route.desktop.rawValue)),
            ("available", .bool(reason == nil)),
            ("because", reason.map { .string($0) }),
            ("source", .string(entry.declaration)),
        ])
    }

    /// The fields of a closure's output, as far as its type shows them.
    private static func output(of handler: RouteHandler) -> QueryValue {
        switch handler.output {
        case .none: "none"
        case .fields(let description): .array(description.fields.map { field($0) })
        case .unknown: "json"
        }
    }

    private static func field(_ field: InputDescription.Field) -> QueryValue {
        ["name": .string(field.name), "type": .string(field.type), "optional": .bool(field.isOptional)]
    }

    private static func field(_ field: InputField) -> QueryValue {
        .record([
            ("name", .string(field.name)),
            ("type", .string(field.isArray ? "[\(field.type.name)]" : field.type.name)),
            ("optional", .bool(field.isOptional)),
            ("default", field.defaultValue),
        ])
    }

    private static func scheme(_ scope: Scope) -> QueryValue? {
        switch scope {
        case .scheme(let scheme): .string(scheme.text)
        case .anyScheme: "any"
        case .domain, .anyDomain: nil
        }
    }

    private static func domain(_ scope: Scope) -> QueryValue? {
        switch scope {
        case .domain(let domain): .string(domain)
        case .anyDomain: "any"
        case .scheme, .anyScheme: nil
        }
    }
}
