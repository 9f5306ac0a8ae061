package import QueryCoding

/// A field of a route's input or output: `{"name":"title","type":"line","optional":true,"default":"…"}`.
package struct ListedField: Sendable, Hashable {
    package enum Name: String, Sendable {
        case name, type, optional
        case defaultValue = "default"
    }

    package var name: String
    package var type: String
    package var isOptional: Bool
    /// The value if the field is missing; nil if there is no default.
    package var defaultValue: QueryValue?

    package init(name: String, type: String, isOptional: Bool, defaultValue: QueryValue? = nil) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        name = try members.text(.name)
        type = try members.text(.type)
        isOptional = try members.bool(.optional)
        defaultValue = members.any(.defaultValue)
    }

    package var value: QueryValue {
        .reply([
            (Name.name, .string(name)), (Name.type, .string(type)), (Name.optional, .bool(isOptional)),
            (Name.defaultValue, defaultValue),
        ])
    }
}
