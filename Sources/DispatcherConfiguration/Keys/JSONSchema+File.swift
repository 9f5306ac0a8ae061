package import QueryCoding

extension JSONSchema.File {
    /// The schema.
    package var value: QueryValue {
        var members: [(String, QueryValue?)] = [("$schema", "http://json-schema.org/draft-07/schema#")]
        switch self {
        case .routes:
            members.append(("title", "Routes of xcallbackd"))
            members += JSONSchema.members(of: FeatureKeys.table)
            // The items of an array may have a type with options, so the schema of a type refers to itself.
            members.append(("definitions", .record([(RouteKeys.input.name, JSONSchema.input)])))
        case .config:
            members.append(("title", "Settings of xcallbackd"))
            members += JSONSchema.members(of: Settings.keys)
        }
        return .record(members)
    }
}
