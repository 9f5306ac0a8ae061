import XCallbackURL

extension Printable {
    /// Returns JSON for a person at a terminal. The characters that ``shown(_:limit:isolated:)`` escapes are escaped in
    /// the manner of JSON. If the locale in the environment does not use UTF-8, all characters but ASCII are escaped.
    package static func json(_ text: String, for environment: [String: String]) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let isUTF8 = isUTF8(environment)
        var display = CharacterDisplay(hasLineSigns: true)
        var output = ""
        var scalars = text.unicodeScalars.makeIterator()
        var following = scalars.next()
        while let scalar = following {
            following = scalars.next()
            let isShown = display.shows(scalar, before: following)
            if scalar.isASCII || (isShown && isUTF8) {
                output.unicodeScalars.append(scalar)
            } else {
                output += escapeInJSON(scalar)
            }
            // A mark at the beginning of a text would change the quote.
            if scalar == "\"" { display = CharacterDisplay(hasLineSigns: true) }
        }
        return output
    }

    private static func escapeInJSON(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
