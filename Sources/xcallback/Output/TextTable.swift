import DispatcherMessages

/// Rows of text in columns. A cell consists of pieces, which are printed side by side, or below each other if there is no
/// room.
struct TextTable {
    private let rows: [[[String]]]

    /// - Parameter limit: The maximum length of a piece in characters.
    init(_ rows: [[[String]]], limit: Int = 200) {
        self.rows = rows.map { row in
            row.map { cell in cell.map { Shell.encoded(Printable.message($0, limit: limit)) } }
        }
    }

    /// Returns the lines, without trailing spaces.
    /// - Parameters:
    ///   - limit: The maximum width; a piece that is wider is not broken.
    ///   - style: The style of a cell, by its row and its column.
    func lines(within limit: Int = .max, style: (Int, Int) -> TextStyle? = { _, _ in nil }) -> [String] {
        let widths = widths(within: limit)
        return rows.enumerated().flatMap { number, row in
            let cells = zip(row, widths).map { Self.filled($0, $1) }
            return (0..<(cells.map(\.count).max() ?? 0)).map { index in
                var line = ""
                var end = 0
                var length = 0
                for (column, (cell, width)) in zip(cells, widths).enumerated() {
                    if index < cell.count, !cell[index].isEmpty {
                        line += String(repeating: " ", count: end - length)
                        line += style(number, column)?.applied(to: cell[index]) ?? cell[index]
                        length = end + cell[index].columns
                    }
                    end = max(end + width, length) + 2
                }
                return line
            }
        }
    }

    /// Returns the widths of the columns: each is as wide as its widest cell, then the widest are narrowed until all
    /// fit.
    private func widths(within limit: Int) -> [Int] {
        let columns = (rows.first ?? []).indices
        var widths = columns.map { column in rows.map { $0[column].joined(separator: " ").columns }.max() ?? 0 }
        let narrowest = columns.map { column in rows.flatMap { $0[column].map(\.columns) }.max() ?? 0 }
        while widths.reduce(0, +) + 2 * (columns.count - 1) > limit {
            let wide = columns.filter { widths[$0] > narrowest[$0] }.max { widths[$0] < widths[$1] }
            guard let wide else { break }
            widths[wide] -= 1
        }
        return widths
    }

    /// Joins pieces while they fit into the width; a longer piece is a line by itself.
    static func filled(_ pieces: [String], _ width: Int) -> [String] {
        var lines: [String] = []
        for piece in pieces {
            if let last = lines.last, last.columns + 1 + piece.columns <= width {
                lines[lines.count - 1] = "\(last) \(piece)"
            } else {
                lines.append(piece)
            }
        }
        return lines
    }
}
