/// The spelling of decimal numbers.
enum DecimalText {
    /// Returns a well-formed number as a JSON number (RFC 8259 §6): without a plus sign or leading zeros, with digits
    /// on both sides of a point. No digit is lost.
    static func normalized(_ text: String) -> String {
        var rest = text[...]
        var result = ""
        if rest.first == "-" { result = "-" }
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let mantissa = rest.prefix { $0 != "e" && $0 != "E" }
        let exponent = rest[mantissa.endIndex...]
        let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        result += whole.isEmpty ? "0" : whole
        if parts.count > 1, !parts[1].isEmpty { result += ".\(parts[1])" }
        return result + exponent
    }

    /// Returns the shortest usual text of a number.
    static func short(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
