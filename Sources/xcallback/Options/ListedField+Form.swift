import DispatcherMessages

/// A field as a person or a model fills it in.
extension ListedField {
    /// Whether the type of the field is an array.
    var isArray: Bool { type.hasPrefix("[") }

    /// The type without the brackets of an array.
    var itemType: Substring { isArray ? type.dropFirst().dropLast() : type[...] }

    /// Whether a request must have the field.
    var isRequired: Bool { !isOptional && defaultValue == nil && !isArray }

    /// The values to choose from; empty for a free text.
    var options: [String] { choices ?? (type == "bool" ? ["true", "false"] : []) }
}
