package import QueryCoding

/// A route in the reply to `routes`.
package struct ListedRoute: Sendable, Hashable {
    package enum Name: String, Sendable {
        case name, feature, path, schemes, domains, summary, input, output, desktop, available, because, source
    }

    /// The word for every scheme or every domain.
    package static let any = "any"

    package var name: String
    package var feature: String?
    /// Its patterns. A single one is printed as text, several as an array.
    package var paths: [String]
    package var schemes: [String]
    package var domains: [String]
    package var summary: String?
    package var input: [ListedField]
    package var output: Output
    /// What a request from the desktop may do.
    package var desktop: String
    package var isAvailable: Bool
    /// Why it is not available.
    package var reason: String?
    /// The `file:line` of its declaration.
    package var source: String

    /// The output of a route.
    package enum Output: Sendable, Hashable {
        /// How the output is read: `none`, `text`, `json`, …
        case format(String)
        /// Its members, where their types are known.
        case fields([ListedField])
    }

    /// - Parameter reason: Why the route is not available; nil if it is.
    package init(
        name: String, feature: String?, paths: [String], schemes: [String], domains: [String], summary: String?,
        input: [ListedField], output: Output, desktop: String, unavailable reason: String?, source: String
    ) {
        self.name = name
        self.feature = feature
        self.paths = paths
        self.schemes = schemes
        self.domains = domains
        self.summary = summary
        self.input = input
        self.output = output
        self.desktop = desktop
        isAvailable = reason == nil
        self.reason = reason
        self.source = source
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        name = try members.text(.name)
        feature = try members.optionalText(.feature)
        paths = if let path = members.any(.path)?.string { [path] } else { try members.texts(.path) }
        schemes = try members.texts(.schemes)
        domains = try members.texts(.domains)
        summary = try members.optionalText(.summary)
        input = try members.list(.input, of: ListedField.init)
        output =
            if let format = members.any(.output)?.string { .format(format) } else {
                .fields(try members.list(.output, of: ListedField.init))
            }
        desktop = try members.text(.desktop)
        isAvailable = try members.bool(.available)
        reason = try members.optionalText(.because)
        source = try members.text(.source)
    }

    package var value: QueryValue {
        .reply([
            (Name.name, .string(name)),
            (Name.feature, feature.map { .string($0) }),
            (Name.path, paths.count == 1 ? .string(paths[0]) : .texts(paths)),
            (Name.schemes, .texts(schemes)),
            (Name.domains, .texts(domains)),
            (Name.summary, summary.map { .string($0) }),
            (Name.input, .array(input.map(\.value))),
            (Name.output, output.value),
            (Name.desktop, .string(desktop)),
            (Name.available, .bool(isAvailable)),
            (Name.because, reason.map { .string($0) }),
            (Name.source, .string(source)),
        ])
    }
}

extension ListedRoute.Output {
    fileprivate var value: QueryValue {
        switch self {
        case .format(let name): .string(name)
        case .fields(let fields): .array(fields.map(\.value))
        }
    }
}
