package import QueryCoding

extension JSONSchema {
    package var value: QueryValue {
        var members: [(String, QueryValue?)] = [("$schema", "http://json-schema.org/draft-07/schema#")]
        switch file {
        case .routes:
            members.append(("title", "Routes of xcallbackd"))
            members += Self.members(of: FeatureKeys.table.description)
            // The items of an array may have a type with options, so the schema of a type refers to itself.
            members.append(("definitions", .record([(RouteKeys.input.name, Self.input)])))
        case .config:
            members.append(("title", "Settings of xcallbackd"))
            members += Self.members(of: Settings.keys.description)
        }
        return .record(members)
    }
}
