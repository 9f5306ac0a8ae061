import QueryCoding
import XCallbackURL

/// A URL parsed rule by rule, each rule applied to the whole text: slow, and independent of the parser under test.
struct ReferenceURL {
    private(set) var scheme = ""
    private(set) var authority = Authority.none
    private(set) var path: [String] = []
    private(set) var endsInSlash = false
    private(set) var parameters: [QueryParameter] = []
    private(set) var reserved: [QueryParameter] = []
    private(set) var source: String?
    private(set) var fragment: String?

    /// The parts of a URL before they are decoded.
    struct Parts {
        var scheme = ""
        var authority: [UInt8]?
        var path: [UInt8]
        var query: [UInt8]?
        var fragment: [UInt8]?

        init(_ bytes: [UInt8]) throws(XCallbackURLError) {
            guard let (scheme, rest) = bytes.cut(at: ":") else { throw .noScheme }
            guard let first = scheme.first, String(UnicodeScalar(first)).isLetters,
                scheme.allSatisfy({ "+-.0123456789".utf8.contains($0) || String(UnicodeScalar($0)).isLetters })
            else { throw .invalidScheme }
            self.scheme = String(decoding: scheme, as: UTF8.self).lowercased()
            path = rest
            if let (before, fragment) = path.cut(at: "#") { (path, self.fragment) = (before, fragment) }
            if let (before, query) = path.cut(at: "?") { (path, self.query) = (before, query) }
            guard path.starts(with: "//".utf8) else { return }
            path.removeFirst(2)
            let end = path.firstIndex(of: UInt8(ascii: "/")) ?? path.count
            (authority, path) = (Array(path[..<end]), Array(path[end...]))
        }

        /// The names and values of the query, those without a name too.
        var pairs: [(name: [UInt8], value: [UInt8]?)] {
            (query ?? []).split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
                Array(pair).cut(at: "=").map { ($0.0, $0.1) } ?? (Array(pair), nil)
            }
        }
    }

    init(_ bytes: [UInt8], plusAsSpace: Bool, limit: Int) throws(XCallbackURLError) {
        let parts = try Parts(bytes)
        scheme = parts.scheme
        authority = try Self.authority(of: parts)
        for segment in parts.path.split(separator: UInt8(ascii: "/")) {
            path.append(try Self.decode(Array(segment), .path))
        }
        endsInSlash = parts.path.last == UInt8(ascii: "/")
        if let bytes = parts.fragment {
            _ = try Self.decode(bytes, .fragment)
            fragment = String(decoding: bytes, as: UTF8.self)
        }
        let pairs = parts.pairs.filter { !$0.name.isEmpty }
        guard pairs.count <= limit else { throw .tooManyParameters(limit: limit) }
        for pair in pairs {
            let name = try Self.decode(pair.name, .parameterName, plusAsSpace)
            var value: String?
            if let bytes = pair.value { value = try Self.decode(bytes, .parameter(name), plusAsSpace) }
            switch name {
            case "x-success", "x-error", "x-cancel": break
            case "x-source": source = value ?? source
            case _ where name.utf8.starts(with: "x-".utf8): reserved.append(QueryParameter(name, value))
            default: parameters.append(QueryParameter(name, value))
            }
        }
    }

    /// Whether a text may be a callback; throws why not.
    static func checkCallback(_ text: String) throws(XCallbackURLError) {
        let parts = try Parts(Array(text.utf8))
        _ = try decode(parts.path, .path)
        for pair in parts.pairs where !pair.name.isEmpty {
            let name = try decode(pair.name, .parameterName)
            if let value = pair.value { _ = try decode(value, .parameter(name)) }
        }
        for pair in parts.pairs where pair.name.isEmpty { _ = try decode(pair.value ?? [], .parameter("")) }
        if let fragment = parts.fragment { _ = try decode(fragment, .fragment) }
        if parts.authority?.contains(UInt8(ascii: "@")) == true { throw .userInfo }
        if ["http", "https"].contains(parts.scheme) {
            _ = try authority(of: parts)
        } else if let authority = parts.authority {
            _ = try decode(authority, .authority)
        }
    }

    /// The decoded values of one of the three callbacks, or the error of the first that cannot be decoded; nil for a bare
    /// name.
    static func values(of kind: CallbackKind, in bytes: [UInt8]) -> [Result<String, XCallbackURLError>?] {
        let pairs = (try? Parts(bytes))?.pairs ?? []
        return pairs.filter { (try? decode($0.name, .parameterName)) == kind.parameterName }.map { pair in
            pair.value.map { value in
                Result { () throws(XCallbackURLError) in try decode(value, .parameter(kind.parameterName)) }
            }
        }
    }

    private static func authority(of parts: Parts) throws(XCallbackURLError) -> Authority {
        let text = String(decoding: parts.authority ?? [], as: UTF8.self)
        if ["http", "https"].contains(parts.scheme) {
            if text.utf8.contains(UInt8(ascii: "@")) { throw .userInfo }
            guard text.isHost else { throw .invalidHost }
            return .host(text.lowercased())
        }
        guard let authority = parts.authority, !authority.isEmpty else { return .none }
        let name = try decode(authority, .authority)
        func isOwn(_ name: String) -> Bool { name.utf8.map { $0.lowered }.elementsEqual("x-callback-url".utf8) }
        if isOwn(name) { return .xCallbackURL }
        let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? []
        let beforePort = Array(host).cut(at: ":")?.0 ?? Array(host)
        if isOwn(try decode(beforePort, .authority)) { throw host.count < authority.count ? .userInfo : .port }
        return .segment(name)
    }

    /// The segment of an opaque URL, or nil without one: all that follows the scheme and `//`, decoded.
    static func segment(ofOpaque bytes: [UInt8]) throws(XCallbackURLError) -> String? {
        _ = try Parts(bytes)
        var rest = Array(bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst())
        if rest.starts(with: "//".utf8) { rest.removeFirst(2) }
        // What other URLs must encode may be raw.
        var encoded: [UInt8] = []
        for byte in rest {
            if "\"<>\\^`{|} ".utf8.contains(byte) {
                encoded += Array("%\(String(byte, radix: 16))".utf8)
            } else {
                encoded.append(byte)
            }
        }
        let text = try decode(encoded, .opaquePart)
        return text.isEmpty ? nil : text
    }

    private static func decode(
        _ bytes: [UInt8], _ part: URLPart, _ plusAsSpace: Bool = false
    ) throws(XCallbackURLError) -> String {
        do {
            return try decode(bytes, plusAsSpace)
        } catch {
            throw .undecodable(part, error)
        }
    }

    private static func decode(_ bytes: [UInt8], _ plusAsSpace: Bool) throws(PercentCoding.Fault) -> String {
        let forbidden = Array("\"<>\\^`{|} ".utf8) + Array(0...0x1F) + [0x7F]
        if let byte = bytes.first(where: forbidden.contains) { throw .unencoded(byte) }
        var output: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let escape = rest.prefix(3)
            guard byte == UInt8(ascii: "%") else {
                output.append(byte == UInt8(ascii: "+") && plusAsSpace ? UInt8(ascii: " ") : byte)
                rest.removeFirst()
                continue
            }
            let digits = String(decoding: escape.dropFirst(), as: UTF8.self)
            guard escape.count == 3, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                let code = UInt8(digits, radix: 16)
            else { throw .malformedEscape(String(decoding: escape, as: UTF8.self)) }
            output.append(code)
            rest.removeFirst(3)
        }
        guard String(validating: bytes, as: UTF8.self) != nil, let text = String(validating: output, as: UTF8.self)
        else { throw .notUTF8 }
        for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
            if !["\t", "\n", "\r"].contains(scalar) { throw .control(UInt8(scalar.value)) }
        }
        return text
    }
}

extension [UInt8] {
    /// The bytes before and after the first such byte.
    fileprivate func cut(at separator: Unicode.Scalar) -> ([UInt8], [UInt8])? {
        firstIndex(of: UInt8(ascii: separator)).map { (Array(self[..<$0]), Array(self[($0 + 1)...])) }
    }
}

extension UInt8 {
    fileprivate var lowered: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self }
}

extension String {
    fileprivate var isLetters: Bool { utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0.lowered) } }

    /// Whether the text is a name or an address in brackets, with a port if it has one.
    fileprivate var isHost: Bool {
        utf8.allSatisfy { $0 < 0x80 }
            && wholeMatch(of: /(?:[A-Za-z0-9._\-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/) != nil
    }
}
