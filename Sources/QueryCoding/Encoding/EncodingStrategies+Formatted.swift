#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension EncodingStrategies.DateEncodingStrategy {
    /// The text that a closure writes: `.formatted { formatter.string(from: $0) }`.
    public static func formatted(_ write: @escaping @Sendable (Date) -> String) -> Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(write(date))
        }
    }
}
