/// A member that is printed as null if it has no value. Other members are left out in that case.
@propertyWrapper
package struct OrNull<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }

    package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
