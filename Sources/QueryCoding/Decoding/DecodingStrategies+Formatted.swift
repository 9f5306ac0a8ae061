#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension DecodingStrategies.DateDecodingStrategy {
    /// The text, read by a closure, which returns nil for a text that is not a date.
    ///
    /// The strategy has a closure instead of a `DateFormatter`, because that class is in the part of Foundation that
    /// this module does not import: `.formatted { formatter.date(from: $0) }`.
    public static func formatted(_ read: @escaping @Sendable (String) -> Date?) -> Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = read(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected a date in the format of the program")
            }
            return date
        }
    }
}
