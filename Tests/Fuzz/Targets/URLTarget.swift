import QueryCoding
import XCallbackURL

/// A URL that parses prints, and what is printed parses to the same URL and prints as itself.
struct URLTarget: FuzzTarget {
    static let name = "url"
    static let maximumLength = 256
    static func seeds() -> [[UInt8]] {
        Seeds.texts + ["e:|a%7Cb|/", "s://https://u:p@h/?a=b#c", "s:////a b%25"].map { Array($0.utf8) }
    }

    func check(_ bytes: [UInt8]) throws {
        guard let raw = try? RawURL(bytes) else {
            try require((try? XCallbackURL(String(decoding: bytes, as: UTF8.self))) == nil, "it parses as text alone")
            return
        }
        try checkWithoutCallbacks(raw)
        if let opaque = try? XCallbackURL(opaque: raw) { try checkOpaque(opaque, of: bytes) }
        if let url = try? XCallbackURL(raw, Callbacks(raw), plusAsSpace: false, parameterLimit: 1000) {
            try checkPrinting(url, of: bytes)
        }
        if let form = try? XCallbackURL(raw, Callbacks(raw), plusAsSpace: true, parameterLimit: 8) {
            try require(form.parameters.elements.count <= 8, "more parameters than the limit")
        }
        if let text = String(validating: bytes, as: UTF8.self), let callback = try? CallbackURL(text) {
            try checkCallback(callback)
        }
    }

    private func checkPrinting(_ url: XCallbackURL, of bytes: [UInt8]) throws {
        let text = url.description
        try require(text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, "a byte must be encoded: \(text)")
        // A byte is printed as three at most, and `scheme:` may become `scheme:///`.
        try require(text.utf8.count <= 3 * bytes.count + 3, "it grows to \(text.utf8.count) bytes: \(text)")
        var faultless = url
        faultless.callbacks.faults = []
        let again = try XCallbackURL(text)
        try require(again == faultless, "another URL: \(text)")
        try require(again.description.hasSameBytes(as: text), "it prints differently: \(text)")
        try require(url.segments.allSatisfy { !$0.isEmpty }, "an empty segment")
        for parameter in url.parameters.elements + url.reserved.elements {
            try require(!parameter.name.isEmpty, "a parameter without a name")
            try requireNoControl(parameter.name + (parameter.value ?? ""))
        }
        for text in url.segments + [url.source, url.fragment].compactMap(\.self) { try requireNoControl(text) }
    }

    /// The segment of an opaque URL, written as a link, is read again as the same segment.
    private func checkOpaque(_ url: XCallbackURL, of bytes: [UInt8]) throws {
        let part = try require(url.opaquePart, "an opaque URL without its part")
        try require(bytes.reversed().starts(with: part.utf8.reversed()), "the part is not the end of the URL: \(part)")
        try require(try XCallbackURL(opaque: url.description) == url, "it prints as another URL: \(url)")
        try require(
            url.callbacks == Callbacks() && url.parameters == [] && url.path.count < 2, "it has more than a segment")
        guard let segment = url.path.first else { return }
        try requireNoControl(segment)
        let link = XCallbackURL(scheme: url.scheme, opaqueSegment: segment).description
        try require(
            try XCallbackURL(opaque: link).path.first?.hasSameBytes(as: segment) ?? false, "another segment: \(link)")
    }

    private func requireNoControl(_ text: String) throws {
        try require(!text.hasControl(besides: "\t\n\r"), "a control character was decoded")
    }

    private func checkWithoutCallbacks(_ raw: RawURL) throws {
        let text = raw.textWithoutCallbacks
        let without = try RawURL(Array(text.utf8))
        try require(Callbacks(without) == Callbacks(), "a callback is left: \(text)")
        guard let before = try? raw.decodedParameters(plusAsSpace: false, limit: .max) else { return }
        let kept = before.elements.filter { parameter in
            !CallbackKind.allCases.contains { $0.parameterName.hasSameBytes(as: parameter.name) }
        }
        let after = try without.decodedParameters(plusAsSpace: false, limit: .max)
        try require(after == QueryParameters(kept), "another parameter is gone: \(text)")
    }

    private func checkCallback(_ callback: CallbackURL) throws {
        try require(try CallbackURL(callback.text) == callback, "another callback: \(callback.text)")
        let added: QueryParameters = [QueryParameter("a&=#b", "\u{E9} %"), QueryParameter("bare", nil)]
        let text = callback.appending(added)
        let appended = try CallbackURL(text)
        try require(appended.scheme == callback.scheme && appended.host == callback.host, "it leads elsewhere: \(text)")
        let before = try RawURL(Array(callback.text.utf8))
        let after = try RawURL(Array(text.utf8))
        try require(
            after.authority == before.authority && after.path == before.path && after.fragment == before.fragment,
            "more than the query changes: \(text)")
        let expected = try before.decodedParameters(plusAsSpace: false, limit: .max).elements + added.elements
        let found = try after.decodedParameters(plusAsSpace: false, limit: .max)
        try require(found == QueryParameters(expected), "other parameters: \(text)")
    }
}
