/// A strict JSON parser (RFC 8259). The parser rejects trailing commas, byte order marks, duplicate names and lone
/// surrogates. Numbers keep their text.
package struct JSONParser {
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var index = 0

    /// Parses one value that spans the whole text.
    package static func parse(_ bytes: [UInt8], depthLimit: Int) throws(JSONError) -> QueryValue {
        var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
        parser.skipSpace()
        let value = try parser.value(depth: 1)
        parser.skipSpace()
        guard parser.index == bytes.count else { throw parser.fault("text after the value") }
        return value
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func fault(_ problem: String) -> JSONError { .syntax(problem, offset: index) }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> QueryValue {
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("unexpected end of the text")
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: QueryValue) throws(JSONError) -> QueryValue {
        guard bytes[index...].starts(with: word.utf8) else { throw fault("expected a value") }
        index += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> QueryValue {
        guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        index += 1
        var members: [QueryValue.Member] = []
        var names: Set<ByteText> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
            let name = try string()
            guard names.insert(ByteText(name)).inserted else { throw .doubledKey(name) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("expected ':' after a name") }
            skipSpace()
            members.append(QueryValue.Member(name, try value(depth: depth + 1)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("expected ',' or '}' in an object") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> QueryValue {
        guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        index += 1
        var values: [QueryValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            skipSpace()
            values.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("expected ',' or ']' in an array") }
        return .array(values)
    }

    private mutating func number() throws(JSONError) -> String {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), digits() == 0 { throw fault("expected a value") }
        if take(UInt8(ascii: ".")), digits() == 0 { throw fault("expected a digit after the decimal point") }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if digits() == 0 { throw fault("expected a digit in the exponent") }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = current, byte.isDigit { index += 1 }
        return index - start
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        var all: UInt8 = 0
        while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            all |= byte
            index += 1
        }
        if take(UInt8(ascii: "\"")) {
            let text = bytes[start..<(index - 1)]
            // ASCII is always valid, and the first check of other text costs a process more time than a small message.
            return all < 0x80 ? String(decoding: text, as: UTF8.self) : try self.text(text)
        }
        var output = Array(bytes[start..<index])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return try text(output[...])
            case UInt8(ascii: "\\"):
                index += 1
                output += try escape()
            case 0x00..<0x20: throw fault("unescaped control character in a string")
            default:
                output.append(byte)
                index += 1
            }
        }
        throw fault("unterminated string")
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("string is not UTF-8") }
        return text
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = current else { throw fault("unterminated string") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw fault("unknown escape in a string")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> [UInt8] {
        let first = try codeUnit()
        var units = [first]
        if UTF16.isLeadSurrogate(first) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw fault("lone surrogate in a string") }
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw fault("lone surrogate in a string") }
        return Array(text.utf8)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        // `UInt16(_:radix:)` also accepts a sign.
        let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16)
        else { throw fault("expected four hexadecimal digits after '\\u'") }
        index += 4
        return unit
    }
}
