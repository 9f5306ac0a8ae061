import DispatcherMessages

/// Rows of text in columns.
struct TextTable {
    private var rows: [[String]] = []

    init(_ header: [String]? = nil) {
        if let header { rows = [header] }
    }

    mutating func add(_ row: [String]) { rows.append(row.map { Printable.line($0, limit: 200) }) }

    var lines: [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < columns - 1 { line += String(repeating: " ", count: widths[column] - cell.utf8.count + 2) }
            }
            return line
        }
    }
}
