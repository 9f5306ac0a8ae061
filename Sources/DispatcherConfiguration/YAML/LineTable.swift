/// The starts of the lines of a file. It converts the parser's columns, which count characters, to columns in bytes.
struct LineTable {
    private let file: String
    private let bytes: [UInt8]
    private var starts = [0]
    private let isASCII: Bool
    /// The character that was found last. The next one on its line is found from there: a file may be one long line.
    private var last = (line: 0, column: 0, index: 0)

    init(_ bytes: [UInt8], file: String) {
        self.file = file
        self.bytes = bytes
        var index = 0
        var all: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            all |= byte
            index += 1
            // Only CR, LF and a few bytes above ASCII begin a line break.
            guard byte <= 0x0D || byte >= 0xC2 else { continue }
            let length = Self.lineBreak(at: bytes[(index - 1)...])
            guard length > 0 else { continue }
            index += length - 1
            starts.append(index)
        }
        isASCII = all < 0x80
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

    mutating func location(of mark: YAMLMark) -> SourceLocation {
        SourceLocation(file: file, line: mark.line, column: byteColumn(of: mark))
    }

    func location(ofByte offset: Int) -> SourceLocation {
        let line = starts.lastIndex { $0 <= offset } ?? 0
        return SourceLocation(file: file, line: line + 1, column: offset - starts[line] + 1)
    }

    /// The mistake that the parser found. Without a place it is that of the whole file.
    mutating func diagnostic(of error: YAMLSyntaxError) -> Diagnostic {
        guard let mark = error.mark else {
            return Diagnostic(SourceLocation(file: file, line: 1, column: 1), "YAML syntax: \(error.problem)")
        }
        let location = location(of: mark)
        let message = SyntaxHint.message(error.problem, at: byte(at: location))
        return Diagnostic(location, "YAML syntax: \(message)")
    }

    private mutating func byteColumn(of mark: YAMLMark) -> Int {
        guard starts.indices.contains(mark.line - 1) else { return mark.column }
        let start = starts[mark.line - 1]
        if isASCII { return min(mark.column, bytes.count - start + 1) }
        if last.line != mark.line || last.column > mark.column { last = (mark.line, 1, start) }
        while last.column < mark.column, last.index < bytes.count {
            last.column += 1
            // Every byte but a continuation byte begins a character.
            repeat { last.index += 1 } while last.index < bytes.count && bytes[last.index] & 0xC0 == 0x80
        }
        return last.index - start + 1
    }

    /// The byte at a place; nil past the end of the file.
    private func byte(at location: SourceLocation) -> UInt8? {
        guard starts.indices.contains(location.line - 1) else { return nil }
        let index = starts[location.line - 1] + location.column - 1
        return bytes.indices.contains(index) ? bytes[index] : nil
    }
}
