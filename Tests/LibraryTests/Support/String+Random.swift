import TestSupport

extension String {
    /// Returns a random decoded text for a URL, with many special characters and Unicode pitfalls.
    static func random(using generator: inout SeededGenerator, length: ClosedRange<Int> = 0...12) -> String {
        let special: [Unicode.Scalar] = [
            "%", "&", "=", "+", "#", "?", "/", ":", "@", ";", ".", "[", "]", "$", "*", "{", "}", "\\", "\"", " ", "\t",
            "\n", "\r", "é", "e", "\u{301}", "\u{212A}", "\u{FFFD}", "😀", "\u{200D}", "\u{10FFFF}", "\u{A0}", "x", "-",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: length, using: &generator) {
            let isSpecial = Bool.random(using: &generator)
            let letter = Unicode.Scalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator))
            text.append(isSpecial ? special.randomElement(using: &generator) ?? letter : letter)
        }
        return String(text)
    }
}
