import DispatcherMessages

/// The text of a dialog. A dialog may need several rows for one line. The later rows of a line are indented, so that no
/// value looks like another line.
struct DialogText {
    /// The length of a row, in columns.
    private static let width = 100
    /// The distance from the end of a row in which a blank is searched.
    private static let wordLimit = 20
    private static let indent = "        "
    private static let (isolate, endOfIsolate): (Unicode.Scalar, Unicode.Scalar) = ("\u{2068}", "\u{2069}")

    private let lines: [(text: String, isBold: Bool)]

    /// - Parameters:
    ///   - heading: The lines before the text.
    ///   - text: The lines of the text.
    ///   - boldCount: The number of lines at the beginning of the text that are bold.
    init(heading: [String], _ text: String, boldCount: Int) {
        let rest = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines =
            heading.map { ($0, false) } + rest.enumerated().map { index, line in (String(line), index < boldCount) }
    }

    private static func folded(_ line: String) -> [String] {
        var pieces: [String] = []
        var rest = line[...]
        var isIsolated = false
        repeat {
            let piece = rest.prefix(length(of: rest, in: pieces.isEmpty ? width : width - indent.count))
            rest = rest.dropFirst(piece.count)
            // Each row is a paragraph, and an isolate ends at the end of its paragraph. Without a mark, Pango derives
            // the direction of a paragraph from its first letter, even from an isolated letter.
            var row = (isIsolated ? String(isolate) : "") + piece
            for scalar in piece.unicodeScalars where scalar == isolate || scalar == endOfIsolate {
                isIsolated = scalar == isolate
            }
            if isIsolated { row.unicodeScalars.append(endOfIsolate) }
            if row.unicodeScalars.contains(isolate) { row = "\u{200E}\(row)" }
            pieces.append((pieces.isEmpty ? "" : indent) + row)
        } while !rest.isEmpty
        return pieces
    }

    /// Returns the number of characters that fit into some columns, up to the last blank if a blank is near the end. A
    /// backslash stays with the character that it escapes, or a row would begin with an apparent escape.
    private static func length(of text: Substring, in columns: Int) -> Int {
        var (length, blank, room, escapes) = (0, 0, columns, false)
        for character in text {
            room -= self.columns(of: character)
            guard room >= 0 else { return blank > 0 ? blank : max(1, escapes ? length - 1 : length) }
            length += 1
            escapes = character == "\\" && !escapes
            if character == " ", room < wordLimit { blank = length }
        }
        return length
    }

    /// Returns the columns that a character may need. Few fonts give all letters one width, and a character without a
    /// glyph is shown as a box with its number.
    private static func columns(of character: Character) -> Int {
        switch character.unicodeScalars.first ?? " " {
        case "M", "W", "m", "w", "@", "%": 2
        // Dashes of several letters, words that are one character, and cuneiform.
        case "\u{2E3A}"..."\u{2E3B}", "\u{FDF0}"..."\u{FDFF}", "\u{12000}"..."\u{1254F}": 10
        case "\u{1100}"...: 2
        default: 1
        }
    }

    /// The text for zenity, which does not indent folded lines.
    var pango: String {
        lines.flatMap { line in
            Self.folded(line.text).map { row in
                let text = Printable.markup(row)
                return line.isBold ? "<b>\(text)</b>" : text
            }
        }.joined(separator: "\n")
    }

    /// The text for kdialog, whose Qt folds the lines. Qt shows nothing of a text that it cannot make narrower than the
    /// screen.
    var richText: String {
        let style = "margin:0 0 0 40px;text-indent:-40px;white-space:pre-wrap"
        let paragraphs = lines.map { line in
            let text = Self.breakable(line.text)
            return "<p style='\(style)'>\(line.isBold ? "<b>\(text)</b>" : text)</p>"
        }
        return "<qt>\(paragraphs.joined())</qt>"
    }

    /// Returns the markup of a line with zero-width spaces in long words, at which Qt can fold the line.
    private static func breakable(_ line: String) -> String {
        var pieces: [String] = [""]
        var room = wordLimit
        for character in line {
            room = character == " " ? wordLimit : room - columns(of: character)
            if room < 0 {
                pieces.append("")
                room = wordLimit - columns(of: character)
            }
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map { Printable.markup($0) }.joined(separator: "&#8203;")
    }
}
