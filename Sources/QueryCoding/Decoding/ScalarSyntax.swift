#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks whether a text parses as a type of Foundation, for modules that do not import Foundation.
package enum ScalarSyntax {
    package static func isUUID(_ text: String) -> Bool { UUID.read(text) != nil }
    package static func isDate(_ text: String) -> Bool { Date.read(text) != nil }
    package static func isURL(_ text: String) -> Bool { URL.read(text) != nil }
    package static func isBase64(_ text: String) -> Bool { Data.read(text) != nil }
}
