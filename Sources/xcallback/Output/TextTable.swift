import DispatcherMessages
import ProgramHelp

/// Rows of text in columns. A cell consists of pieces, which are printed side by side, or below each other if there is no
/// room.
struct TextTable {
    /// A way to make room in a column on a narrow terminal.
    enum Saving {
        /// Cuts the pieces, to this number of columns of the terminal at least.
        case cut(to: Int)
        case drop
        /// Puts the cells below the cells of the previous column.
        case join
        /// Makes a piece of each word.
        case split
    }

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
    ///   - savings: The ways to make room, with the numbers of columns, which are used in this order until each piece fits.
    ///   - style: The style of a cell, by its row and the number of its column.
    func lines(
        within limit: Int = .max, savings: [(Saving, Int)] = [], style: (Int, Int) -> TextStyle? = { _, _ in nil }
    ) -> [String] {
        let columns = columns(within: limit, savings)
        let widths = widths(of: columns, within: limit)
        return rows.enumerated().flatMap { number, row in
            let cells = zip(columns, widths).map { $0.lines(of: row, width: $1) }
            return (0..<(cells.map(\.count).max() ?? 0)).map { index in
                var line = ""
                var end = 0
                var length = 0
                for (column, (cell, width)) in zip(columns, zip(cells, widths)) {
                    if index < cell.count, !cell[index].isEmpty {
                        line += String(repeating: " ", count: end - length)
                        line += style(number, column.numbers[0])?.applied(to: cell[index]) ?? cell[index]
                        length = end + cell[index].columns
                    }
                    end = max(end + width, length) + 2
                }
                return line
            }
        }
    }

    /// Columns of the rows that are one column of the lines.
    private struct Column {
        var numbers: [Int]
        /// The width to which the pieces may be cut.
        var shortest = Int.max
        var isSplit = false

        /// The pieces of each cell, with the spaces between them.
        func cells(of row: [[String]]) -> [[String]] {
            numbers.map { number in
                let spaced = row[number].dropLast().map { "\($0) " } + row[number].suffix(1)
                return isSplit ? spaced.flatMap(TextLayout(width: 20).pieces) : spaced
            }
        }

        func lines(of row: [[String]], width: Int) -> [String] {
            cells(of: row).flatMap { cell in
                TextLayout(width: width).lines(of: shortest == .max ? cell : cell.map { $0.cut(toColumns: width) })
            }
        }
    }

    private func columns(within limit: Int, _ savings: [(Saving, Int)]) -> [Column] {
        var columns = (rows.first ?? []).indices.map { Column(numbers: [$0]) }
        for (saving, number) in savings where total(columns.map(narrowest)) > limit {
            guard let index = columns.firstIndex(where: { $0.numbers.contains(number) }) else { continue }
            switch saving {
            case .cut(let width): columns[index].shortest = width
            case .drop: columns.remove(at: index)
            case .join: columns[index - 1].numbers += columns.remove(at: index).numbers
            case .split: columns[index].isSplit = true
            }
        }
        return columns
    }

    /// Returns the widths of the columns: each is as wide as its widest cell, then the widest are narrowed until all
    /// fit.
    private func widths(of columns: [Column], within limit: Int) -> [Int] {
        var widths = columns.map { column in
            rows.flatMap(column.cells).map { $0.joined().columns }.max() ?? 0
        }
        let narrowest = columns.map(narrowest)
        while total(widths) > limit {
            let wide = columns.indices.filter { widths[$0] > narrowest[$0] }.max { widths[$0] < widths[$1] }
            guard let wide else { break }
            widths[wide] -= 1
        }
        return widths
    }

    private func narrowest(_ column: Column) -> Int {
        min(column.shortest, rows.flatMap(column.cells).joined().map(\.trimmed.columns).max() ?? 0)
    }

    /// The width of columns with the spaces between them.
    private func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * (widths.count - 1) }
}
