/// The starts of the lines of a text. It converts the parser's columns, which count characters, to columns in bytes.
struct LineTable {
    private let bytes: [UInt8]
    private var starts = [0]
    private let isASCII: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isASCII = bytes.reduce(0, |) < 0x80
        var index = 0
        while index < bytes.count {
            // Only CR, LF and a few bytes above ASCII begin a line break.
            let byte = bytes[index]
            let length = byte > 0x0D && byte < 0xC2 ? 0 : Self.lineBreak(at: bytes[index...])
            index += max(1, length)
            if length > 0 { starts.append(index) }
        }
    }

    /// The length of the line break that the bytes begin with, as YAML 1.1 has them: CRLF, CR, LF, NEL, LS, PS.
    private static func lineBreak(at rest: ArraySlice<UInt8>) -> Int {
        switch rest.first {
        case 0x0D: rest.dropFirst().first == 0x0A ? 2 : 1
        case 0x0A: 1
        case 0xC2: rest.starts(with: [0xC2, 0x85]) ? 2 : 0
        case 0xE2: rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
        default: 0
        }
    }

    /// The column in bytes of a column in characters; both count from 1.
    func byteColumn(line: Int, column: Int) -> Int {
        guard starts.indices.contains(line - 1) else { return column }
        if isASCII { return min(column, bytes.count - starts[line - 1] + 1) }
        var characters = 0
        var index = starts[line - 1]
        while index < bytes.count {
            // Every byte but a continuation byte begins a character.
            if bytes[index] & 0xC0 != 0x80 {
                characters += 1
                if characters == column { break }
            }
            index += 1
        }
        return index - starts[line - 1] + 1
    }

    /// The byte at a column in bytes; nil past the end of the file.
    func byte(line: Int, column: Int) -> UInt8? {
        guard starts.indices.contains(line - 1) else { return nil }
        let index = starts[line - 1] + column - 1
        return bytes.indices.contains(index) ? bytes[index] : nil
    }

    /// The line and the column of a byte.
    func position(ofByte offset: Int) -> (line: Int, column: Int) {
        let line = starts.lastIndex { $0 <= offset } ?? 0
        return (line + 1, offset - starts[line] + 1)
    }
}
