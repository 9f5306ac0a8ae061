import QueryCoding

/// The host of a web link in lower case, with its port, if any.
struct Host {
    let text: String

    /// Parses an authority. Accepts only unambiguous hosts: letters, digits, `-`, `_` and `.`, or an IPv6 address in
    /// brackets, with an optional decimal port.
    /// - Parameter isForeign: Whether user info may come before the host.
    init(_ authority: ArraySlice<UInt8>?, isForeign: Bool) throws(XCallbackURLError) {
        guard var authority, !authority.isEmpty else { throw .invalidHost }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            guard isForeign else { throw .userInfo }
            authority = authority[(at + 1)...]
        }
        var host = authority
        var port: ArraySlice<UInt8>?
        if let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]") {
            host = authority[..<colon]
            port = authority[(colon + 1)...]
        }
        let isAddress = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]") && host.count > 2
        let name = isAddress ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.allSatisfy({ isAddress ? Self.isInAddress($0) : Self.isInName($0) }) else {
            throw .invalidHost
        }
        if let port {
            guard (1...5).contains(port.count), port.allSatisfy(\.isDigit) else { throw .invalidHost }
        }
        text = String(decoding: authority, as: UTF8.self).lowercased()
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._".utf8.contains(byte)
    }

    private static func isInAddress(_ byte: UInt8) -> Bool {
        byte.isDigit || "abcdefABCDEF:.".utf8.contains(byte)
    }
}
