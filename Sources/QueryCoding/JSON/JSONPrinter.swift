/// Prints JSON into bytes (RFC 8259), without spaces. Control characters are escaped; all other text is UTF-8.
///
/// The printer adds the commas. The caller begins and ends objects and arrays in pairs, and prints a name before each
/// member's value.
package struct JSONPrinter {
    private var text: [UInt8] = []
    /// Whether the text ends in a value, so that another value needs a comma.
    private var endsInValue = false

    /// Makes a printer with room for this number of bytes. The printer makes more room as needed.
    package init(capacity: Int = 256) { text.reserveCapacity(capacity) }

    /// The text printed so far.
    package var bytes: ArraySlice<UInt8> { text[...] }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Prints the name of a member.
    package mutating func name(_ name: String) {
        string(name)
        text.append(UInt8(ascii: ":"))
        endsInValue = false
    }

    package mutating func null() { word("null") }
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    package mutating func integer(_ value: Int) { word("\(value)") }

    /// Prints a text in quotes.
    package mutating func string(_ value: String) {
        begin(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let length = Self.escapedLength(utf8, at: index)
                guard length > 0 else { continue }
                text += UnsafeBufferPointer(rebasing: utf8[start..<index])
                escape(utf8, at: index)
                start = index + length
            }
            text += UnsafeBufferPointer(rebasing: utf8[start...])
        }
        end(UInt8(ascii: "\""))
    }

    package mutating func value(_ value: QueryValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let text): word(text)
        case .string(let text): string(text)
        case .array(let values):
            beginArray()
            let values = values.span
            for index in values.indices { self.value(values[index]) }
            endArray()
        case .object(let members):
            beginObject()
            // The elements of a span are read in place, so that no reference is counted.
            let members = members.span
            for index in members.indices { member(members[index].name, members[index].value) }
            endObject()
        }
    }

    /// Prints a member of an object.
    package mutating func member(_ name: String, _ value: QueryValue) {
        self.name(name)
        self.value(value)
    }

    /// Prints a member of an object.
    package mutating func member(_ name: String, _ text: String) {
        self.name(name)
        string(text)
    }

    /// Ends the line; the next value begins another one.
    package mutating func endLine() {
        text.append(UInt8(ascii: "\n"))
        endsInValue = false
    }

    private mutating func begin(_ byte: UInt8) {
        separate()
        text.append(byte)
    }

    private mutating func end(_ byte: UInt8) {
        text.append(byte)
        endsInValue = true
    }

    /// Prints an unchanged text.
    private mutating func word(_ word: String) {
        separate()
        text += word.utf8
        endsInValue = true
    }

    private mutating func separate() {
        if endsInValue { text.append(UInt8(ascii: ",")) }
        endsInValue = false
    }

    /// Returns the length of the character at the index if the character must be escaped, and 0 otherwise. C1 controls
    /// are escaped for terminals, and U+2028 and U+2029 because they end a line in JavaScript.
    @inline(__always)
    private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch utf8[index] {
        case 0x23..<0x5C, 0x5D..<0x7F: 0
        case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
        // The bytes are UTF-8, so the rest of the character follows.
        case 0xC2: utf8[index + 1] < 0xA0 ? 2 : 0
        case 0xE2: utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8 ? 3 : 0
        default: 0
        }
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
        text.append(UInt8(ascii: "\\"))
        switch utf8[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(utf8[index])
        case 0x0A: text.append(UInt8(ascii: "n"))
        case 0x0D: text.append(UInt8(ascii: "r"))
        case 0x09: text.append(UInt8(ascii: "t"))
        case 0xC2: put(codeUnit: 0x00, utf8[index + 1])
        case 0xE2: put(codeUnit: 0x20, utf8[index + 2] - 0x80)
        case let byte: put(codeUnit: 0x00, byte)
        }
    }

    /// Prints a code unit as `u2028`.
    private mutating func put(codeUnit high: UInt8, _ low: UInt8) {
        text.append(UInt8(ascii: "u"))
        for digit in [high >> 4, high & 0xF, low >> 4, low & 0xF] {
            text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension QueryValue {
    /// The value as JSON on one line. Members keep their order.
    package var json: String {
        var printer = JSONPrinter()
        printer.value(self)
        return String(decoding: printer.bytes, as: UTF8.self)
    }
}
