import QueryCoding

/// A `mailto:` URL (RFC 6068) in a form that gives a mail program no options.
///
/// xdg-email(1) passes a mail to Thunderbird as one text of options, as in `to='a@b',subject=s,body=t`. It decodes the
/// addresses and writes them between `'`, and writes the subject and the body as they are in the URL. So a raw `,` in a
/// subject, or a `'` in an address, would begin another option, such as `attachment` (CVE-2020-27748). Thunderbird
/// decodes the subject and the body after it has split the text.
struct MailURL {
    /// The URL, with every byte of a value percent-encoded except unreserved ones (RFC 3986 §2.3), and except the `@`
    /// and `,` that were not encoded in addresses. The names of the fields stay as they were written.
    let text: String
    /// The reason why a callback never opens the mail, as the part of a sentence that follows `mailto: with`; nil if a
    /// callback may.
    let ban: String?
    /// The reason why not even a route whose author wrote the URL opens the mail; nil if such a route may.
    let fault: String?

    /// The fields of a mail that a callback may set. Mail programs support other fields, by which they attach or insert
    /// files.
    private static let fields = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

    /// Reads a URL of the scheme `mailto`. Throws if a part cannot be decoded.
    init(_ text: String) throws(XCallbackURLError) {
        let bytes = Array(text.utf8)
        let url = try RawURL(bytes)
        let colon = url.scheme.text.utf8.count
        var mail = Rewriting(bytes[...colon])
        // An authority is a part of the address: mail programs know none.
        try mail.addList(bytes[(colon + 1)..<url.path.endIndex], in: "the address")
        let query = bytes[url.path.endIndex..<(url.fragment.map { $0.startIndex - 1 } ?? bytes.count)]
        if !query.isEmpty {
            var separator = UInt8(ascii: "?")
            for pair in query.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
                mail.bytes.append(separator)
                separator = UInt8(ascii: "&")
                try mail.add(pair)
            }
        }
        if let fragment = url.fragment {
            // Some mail programs read a fragment as fields.
            mail.ban = "a fragment"
            mail.bytes.append(UInt8(ascii: "#"))
            mail.bytes += PercentCoding.encode(try RawURL.decode(fragment, part: .fragment)).utf8
        }
        self.text = String(decoding: mail.bytes, as: UTF8.self)
        ban = mail.ban ?? mail.fault
        fault = mail.fault
    }

    /// Whether a callback may set a field of a mail.
    static func isField(_ name: String) -> Bool { fields.contains(field(name)) }

    /// Returns the field that a mail program may read for a name. Some programs skip `amp;` after `&`.
    private static func field(_ name: String) -> String {
        let lowered = name.lowercased()
        return lowered.hasPrefix("amp;") ? String(lowered.dropFirst(4)) : lowered
    }

    /// The URL as far as it is written, and the faults in it.
    private struct Rewriting {
        var bytes: [UInt8]
        var ban: String?
        private(set) var fault: String?

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

        /// Adds a pair of the query.
        mutating func add(_ pair: ArraySlice<UInt8>) throws(XCallbackURLError) {
            let written = pair.prefix { $0 != UInt8(ascii: "=") }
            let name = try RawURL.decode(written, part: .parameterName)
            let field = MailURL.field(name)
            let isKnown = MailURL.fields.contains(field)
            if !isKnown, !name.isEmpty { ban = "more than \(MailURL.fields.joined(separator: ", "))" }
            bytes += written
            guard written.endIndex < pair.endIndex else { return }
            bytes.append(UInt8(ascii: "="))
            let value = pair[(written.endIndex + 1)...]
            let place = isKnown ? "'\(field)'" : "another field"
            switch field {
            case "subject", "in-reply-to", "body":
                let text = try RawURL.decode(value, part: .parameter(name))
                // Some mail programs would read the next line as another field. Each of the two is a character alone,
                // unlike the pair in a string's characters.
                if field != "body", text.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
                    fault = fault ?? "a line break in \(place)"
                }
                bytes += PercentCoding.encode(text).utf8
            case "to", "cc", "bcc": try addList(value, in: place)
            // xdg-email reads the file of `attach` as an address, and Thunderbird reads a list of files in it.
            default:
                if try RawURL.decode(value, part: .parameter(name)).utf8.contains(UInt8(ascii: ",")) {
                    fault = fault ?? ", in \(place)"
                }
                try addList(value, in: place)
            }
        }

        /// Adds a list of addresses, with a comma between two of them.
        mutating func addList(_ written: ArraySlice<UInt8>, in place: String) throws(XCallbackURLError) {
            check(try RawURL.decode(written, part: .path), in: place)
            var rest = written
            while true {
                let piece = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "@") }
                bytes += PercentCoding.encode(try RawURL.decode(piece, part: .path)).utf8
                rest = rest[piece.endIndex...]
                guard let separator = rest.popFirst() else { return }
                bytes.append(separator)
            }
        }

        private mutating func check(_ addresses: String, in place: String) {
            for address in addresses.utf8.split(separator: UInt8(ascii: ",")) {
                if address.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "-") {
                    fault = fault ?? "- at the beginning of \(place)"
                }
            }
            let refused = addresses.unicodeScalars.first { $0 < " " || "%\\'\"*?&=".unicodeScalars.contains($0) }
            if let refused { fault = fault ?? "\(refused < " " ? "a control character" : "\(refused)") in \(place)" }
        }
    }
}
