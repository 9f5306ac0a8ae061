import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The form in which a request is written down: without its secrets. Those are the values of inputs marked `secret` and of
/// tokens, wherever in the URL they occur: under their names, in the path, in a callback.
package struct Redaction: Sendable {
    /// The text in place of a secret.
    package static let mark = "<redacted>"
    /// The depth to which callbacks in callbacks are searched. A deeper one is left out as a whole.
    private static let maximumDepth = 5
    private static let encodedMark = Array(PercentCoding.encode(mark).utf8)

    private let secrets: Secrets
    private let keepsInputs: Bool

    package init(of request: RequestProgress) {
        secrets = request.secrets
        keepsInputs = request.context.table.settings.history.inputs
    }

    /// Whether something was left out of a URL, so that it is not the one that came in.
    package static func isRedacted(_ url: String) -> Bool {
        // In a callback the mark is encoded once more for each level.
        url.contains("3Credacted%")
    }

    /// The URL without secrets, otherwise byte for byte as it was.
    ///
    /// Where inputs are not kept, only the scheme is left: the route alone knows which parts of the path are values.
    package func url(_ text: String) -> String {
        guard keepsInputs else { return text.prefix { $0 != ":" } + ":" + PercentCoding.encode(Self.mark) }
        return String(decoding: url(Array(text.utf8)[...], depth: 0), as: UTF8.self)
    }

    /// The decoded input without secrets; nil if none is to be kept.
    package func input(_ value: QueryValue) -> QueryValue? {
        keepsInputs ? secrets.hidden(in: value) : nil
    }

    private func url(_ url: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let question = url[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let colon = url[..<question].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? url.startIndex
        var output = Array(url[..<colon])
        let segments = url[colon..<question].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        output += segments.map(text).joined(separator: [UInt8(ascii: "/")])
        if question < hash {
            output.append(UInt8(ascii: "?"))
            output += query(url[(question + 1)..<hash], depth: depth)
        }
        if hash < url.endIndex { output += [UInt8(ascii: "#")] + text(url[(hash + 1)...]) }
        return output
    }

    private func query(_ query: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        let pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Array(pair) }
            let value = pair[(equals + 1)...]
            return Array(pair[...equals]) + self.value(value, named: Self.decoded(pair[..<equals]), depth: depth)
        }
        return Array(pairs.joined(separator: [UInt8(ascii: "&")]))
    }

    private func value(_ value: ArraySlice<UInt8>, named name: String, depth: Int) -> [UInt8] {
        if secrets.isName(name) { return Self.encodedMark }
        guard CallbackKind.allCases.contains(where: { $0.parameterName == name }) else { return text(value) }
        guard depth < Self.maximumDepth else { return Self.encodedMark }
        let callback = Array(Self.decoded(value).utf8)
        let redacted = url(callback[...], depth: depth + 1)
        return redacted == callback
            ? Array(value) : Array(PercentCoding.encode(String(decoding: redacted, as: UTF8.self)).utf8)
    }

    private func text(_ text: ArraySlice<UInt8>) -> [UInt8] {
        secrets.values.contains(Array(Self.decoded(text).utf8)) ? Self.encodedMark : Array(text)
    }

    /// The decoded text, or the bytes as they are if they cannot be decoded: no reader could decode them either.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        (try? PercentCoding.decode(bytes)) ?? String(decoding: bytes, as: UTF8.self)
    }
}
