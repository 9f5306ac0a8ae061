/// Prints JSON into bytes (RFC 8259), without spaces. Control characters are escaped; all other text is UTF-8.
///
/// The printer adds the commas. The caller begins and ends objects and arrays in pairs, and prints a name before each
/// member's value.
package struct JSONPrinter {
    /// The text printed so far, and free room.
    private var storage: [UInt8]
    /// The length of the text.
    package private(set) var count = 0
    /// Whether the text ends in a value, so that another value needs a comma.
    private var endsInValue = false

    /// Makes a printer with room for this number of bytes. The printer makes more room as needed.
    package init(capacity: Int = 256) { storage = Array(repeating: 0, count: capacity) }

    /// The text printed so far.
    package var bytes: ArraySlice<UInt8> { storage[..<count] }

    /// Calls a closure with the text printed so far.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Removes the text and keeps its room.
    package mutating func removeAll() {
        count = 0
        endsInValue = false
    }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Prints the name of a member.
    package mutating func name(_ name: String) {
        quote(name, isName: true)
    }

    package mutating func null() { word("null") }
    package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    package mutating func integer(_ value: Int) { word("\(value)") }
    package mutating func string(_ text: String) { quote(text) }

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
        put(UInt8(ascii: "\n"))
        endsInValue = false
    }

    /// Prints a copy of an earlier line.
    package mutating func line(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { put($0) }
        endLine()
    }

    private mutating func begin(_ byte: UInt8) {
        separate()
        put(byte)
    }

    private mutating func end(_ byte: UInt8) {
        put(byte)
        endsInValue = true
    }

    /// Prints an unchanged text.
    private mutating func word(_ text: String) {
        separate()
        var text = text
        text.withUTF8 { utf8 in put(utf8) }
        endsInValue = true
    }

    private mutating func separate() {
        if endsInValue { put(UInt8(ascii: ",")) }
        endsInValue = false
    }

    private mutating func put(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        let range = count..<(count + bytes.count)
        storage.withUnsafeMutableBufferPointer { output in
            _ = UnsafeMutableBufferPointer(rebasing: output[range]).update(fromContentsOf: bytes)
        }
        count = range.upperBound
    }

    private mutating func reserve(_ more: Int) {
        guard storage.count - count < more else { return }
        storage += repeatElement(0, count: max(more, storage.count))
    }
}

extension JSONPrinter {
    /// Prints a text in quotes, and a colon after a name. Copies the bytes at once if they need no escapes, and in runs
    /// otherwise.
    private mutating func quote(_ text: String, isName: Bool = false) {
        let isQuoted: Void? = text.utf8.withContiguousStorageIfAvailable { quote($0, isName: isName) }
        if isQuoted == nil { Array(text.utf8).withUnsafeBufferPointer { quote($0, isName: isName) } }
        endsInValue = !isName
    }

    private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>, isName: Bool) {
        var index = Self.plainLength(utf8)
        while index < utf8.count, Self.escapedLength(utf8, at: index) == 0 { index += 1 }
        guard index < utf8.count else { return quote(plain: utf8, isName: isName) }
        separate()
        put(UInt8(ascii: "\""))
        put(escaping: utf8, from: index)
        put(UInt8(ascii: "\""))
        if isName { put(UInt8(ascii: ":")) }
    }

    private mutating func quote(plain utf8: UnsafeBufferPointer<UInt8>, isName: Bool) {
        // Room for a comma, two quotes and a colon.
        reserve(utf8.count + 4)
        var end = count
        storage.withUnsafeMutableBufferPointer { output in
            if endsInValue {
                output[end] = UInt8(ascii: ",")
                end += 1
            }
            output[end] = UInt8(ascii: "\"")
            end += 1
            end = output[end...].update(fromContentsOf: utf8)
            output[end] = UInt8(ascii: "\"")
            end += 1
            if isName {
                output[end] = UInt8(ascii: ":")
                end += 1
            }
        }
        count = end
    }

    /// Prints a text whose first escape is at the index.
    private mutating func put(escaping utf8: UnsafeBufferPointer<UInt8>, from first: Int) {
        var start = 0
        var index = first
        while index < utf8.count {
            let length = Self.escapedLength(utf8, at: index)
            guard length > 0 else {
                index += 1
                continue
            }
            put(UnsafeBufferPointer(rebasing: utf8[start..<index]))
            escape(utf8, at: index)
            index += length
            start = index
        }
        put(UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    /// Returns the length of the character at the index if the character must be escaped, and 0 otherwise. C1 controls
    /// are escaped for terminals, and U+2028 and U+2029 because they end a line in JavaScript.
    @inline(__always)
    private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch utf8[index] {
        case 0x00..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
        // The bytes are UTF-8, so the rest of the character follows.
        case 0xC2: utf8[index + 1] < 0xA0 ? 2 : 0
        case 0xE2: utf8[index + 1] == 0x80 && utf8[index + 2] & 0xFE == 0xA8 ? 3 : 0
        default: 0
        }
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
        put(UInt8(ascii: "\\"))
        switch utf8[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(utf8[index])
        case 0x0A: put(UInt8(ascii: "n"))
        case 0x0D: put(UInt8(ascii: "r"))
        case 0x09: put(UInt8(ascii: "t"))
        case 0xC2: put(codeUnit: 0x00, utf8[index + 1])
        case 0xE2: put(codeUnit: 0x20, utf8[index + 2] - 0x80)
        case let byte: put(codeUnit: 0x00, byte)
        }
    }

    /// Prints a code unit as `u2028`.
    private mutating func put(codeUnit high: UInt8, _ low: UInt8) {
        put(UInt8(ascii: "u"))
        for digit in [high >> 4, high & 0xF, low >> 4, low & 0xF] {
            put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
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
