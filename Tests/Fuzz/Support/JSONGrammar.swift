/// Recognises JSON by the grammar of RFC 8259, without building a value. Escaped surrogates count only in pairs. Each open
/// container takes a place on the stack, which the inputs of ``JSONTarget`` do not exhaust.
struct JSONGrammar {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the whole text is one value. Duplicate names and any depth are accepted.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        var grammar = JSONGrammar(bytes)
        guard grammar.acceptsValue() else { return false }
        grammar.skipSpace()
        return grammar.index == bytes.count
    }

    private mutating func acceptsValue() -> Bool {
        skipSpace()
        if skip("[") { return acceptsItems(upTo: "]") { $0.acceptsValue() } }
        if skip("{") { return acceptsItems(upTo: "}") { $0.acceptsMember() } }
        return acceptsScalar()
    }

    private mutating func acceptsItems(upTo end: String, _ acceptsItem: (inout JSONGrammar) -> Bool) -> Bool {
        skipSpace()
        if skip(end) { return true }
        repeat {
            guard acceptsItem(&self) else { return false }
            skipSpace()
        } while skip(",")
        return skip(end)
    }

    private mutating func acceptsMember() -> Bool {
        skipSpace()
        guard acceptsString() else { return false }
        skipSpace()
        return skip(":") && acceptsValue()
    }

    private mutating func skipSpace() { while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 } }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func acceptsScalar() -> Bool {
        if peek == 0x22 { return acceptsString() }
        return skip("true") || skip("false") || skip("null") || acceptsNumber()
    }

    private mutating func acceptsNumber() -> Bool {
        _ = skip("-")
        if !skip("0"), digits() == 0 { return false }
        if skip("."), digits() == 0 { return false }
        guard skip("e") || skip("E") else { return true }
        if !skip("+") { _ = skip("-") }
        return digits() > 0
    }

    private mutating func digits() -> Int {
        let count = bytes[index...].prefix { (0x30...0x39).contains($0) }.count
        index += count
        return count
    }

    private mutating func acceptsString() -> Bool {
        guard skip("\"") else { return false }
        let start = index
        while let byte = peek, byte != 0x22 {
            guard byte >= 0x20 else { return false }
            index += 1
            guard byte == 0x5C else { continue }
            guard let kind = peek else { return false }
            index += 1
            guard kind == 0x75 else {
                guard "\"\\/bfnrt".utf8.contains(kind) else { return false }
                continue
            }
            guard let unit = codeUnit() else { return false }
            if (0xDC00...0xDFFF).contains(unit) { return false }
            if (0xD800...0xDBFF).contains(unit) {
                guard skip("\\u"), let low = codeUnit(), (0xDC00...0xDFFF).contains(low) else { return false }
            }
        }
        guard String(validating: bytes[start..<index], as: UTF8.self) != nil else { return false }
        return skip("\"")
    }

    private mutating func codeUnit() -> Int? {
        let digits = bytes[index...].prefix(4).compactMap { Int(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count == 4 else { return nil }
        index += 4
        return digits.reduce(0) { $0 * 16 + $1 }
    }
}
