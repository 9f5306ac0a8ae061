#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A type whose values are written as one text. `Decodable` inputs and inputs declared in a configuration file use the
/// same parser for their scalars.
package protocol QueryScalar: SendableMetatype {
    /// Parses the whole text; nil if the text is not a value of the type.
    static func read(_ text: String) -> Self?
    /// Describes the accepted texts, for error messages.
    static var expectation: String { get }
    /// The value of a bare name (`?draft`); nil if the type needs a value.
    static var bare: Self? { get }
}

extension QueryScalar {
    package static var bare: Self? { nil }
}

extension String: QueryScalar {
    package static func read(_ text: String) -> String? { text }
    package static var expectation: String { "a text" }
}

extension Bool: QueryScalar {
    package static func read(_ text: String) -> Bool? {
        // Compare the usual texts first, because no copy of them is made.
        if text == "true" { return true }
        if text == "false" { return false }
        return switch text.lowercased() {
        case "true", "1", "yes", "on": true
        case "false", "0", "no", "off": false
        default: nil
        }
    }
    package static var expectation: String { "true, false, 1, 0, yes, no, on or off" }
    package static var bare: Bool? { true }
}

extension QueryScalar where Self: FixedWidthInteger {
    package static func read(_ text: String) -> Self? {
        // Accepts only ASCII digits after an optional sign; "+5" and "007" are valid.
        Self(text, radix: 10)
    }
    package static var expectation: String { "a whole number from \(Self.min) to \(Self.max)" }
}

extension Int: QueryScalar {}
extension Int8: QueryScalar {}
extension Int16: QueryScalar {}
extension Int32: QueryScalar {}
extension Int64: QueryScalar {}
extension UInt: QueryScalar {}
extension UInt8: QueryScalar {}
extension UInt16: QueryScalar {}
extension UInt32: QueryScalar {}
extension UInt64: QueryScalar {}

extension QueryScalar where Self: LosslessStringConvertible & BinaryFloatingPoint {
    package static func read(_ text: String) -> Self? {
        guard text.isDecimal, let number = Self(text), number.isFinite else { return nil }
        return number
    }
    package static var expectation: String { "a decimal number" }
}

extension String {
    /// Whether the text has only characters of decimal numbers. The standard library also accepts `nan`, `inf` and
    /// `0x1p4`.
    fileprivate var isDecimal: Bool {
        utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    }
}

extension Double: QueryScalar {}
extension Float: QueryScalar {}

extension Decimal: QueryScalar {
    package static func read(_ text: String) -> Decimal? {
        // `Decimal` ignores what follows a number.
        text.isDecimal && Double(text) != nil ? Decimal(string: text) : nil
    }
    package static var expectation: String { "a decimal number" }
}

extension UUID: QueryScalar {
    package static func read(_ text: String) -> UUID? { UUID(uuidString: text) }
    package static var expectation: String { "a UUID, such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F" }
}

extension URL: QueryScalar {
    package static func read(_ text: String) -> URL? {
        // Foundation repairs `%zz` and spaces, so reject them first. Foundation may still percent-encode raw UTF-8 (RFC
        // 3987).
        guard (try? PercentCoding.decode(Array(text.utf8)[...])) != nil, let url = URL(string: text), url.scheme != nil
        else { return nil }
        return url
    }
    package static var expectation: String { "an absolute URL" }
}

extension Data: QueryScalar {
    /// Base64 (RFC 4648 §4) or base64url (§5), with or without padding.
    package static func read(_ text: String) -> Data? {
        let body = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        guard text.utf8.count - body.count <= 2, !body.contains(UInt8(ascii: "=")) else { return nil }
        let standard = body.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: String(decoding: standard, as: UTF8.self) + padding)
    }
    package static var expectation: String { "base64 or base64url" }
}

extension Date: QueryScalar {
    /// Parses an ISO 8601 date and time with a time zone, or a date alone, which means midnight UTC.
    package static func read(_ text: String) -> Date? {
        ISO8601.read(text).map { Date(timeIntervalSinceReferenceDate: $0) }
    }
    package static var expectation: String { "an ISO 8601 date, such as 2027-01-31 or 2027-01-31T09:30:00Z" }
}

/// The names of the types of an input in a route file.
package enum InputTypeName: String, CaseIterable, Sendable {
    case string, line, int, number, bool, date, uuid, url, base64
    case oneOf = "one-of"
    case path

    /// The types that are completely specified by their name.
    package static let simple = allCases.filter { $0 != .oneOf && $0 != .path }
}

/// Checks whether a text parses as a type of Foundation, for modules that do not import Foundation.
package enum ScalarSyntax {
    package static func isUUID(_ text: String) -> Bool { UUID.read(text) != nil }
    package static func isDate(_ text: String) -> Bool { Date.read(text) != nil }
    package static func isURL(_ text: String) -> Bool { URL.read(text) != nil }
    package static func isBase64(_ text: String) -> Bool { Data.read(text) != nil }
}
