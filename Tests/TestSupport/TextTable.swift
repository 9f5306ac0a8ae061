import Foundation

/// The tables of the folder Cases, for rows that are texts alone. A row is a line; ` || ` separates its cells, `⏎` is a line
/// feed, and `␍` a carriage return. `# ` begins a comment, and `## ` the name of a section.
package enum TextTable {
    /// The rows of a file, or of one of its sections. A missing table stops the tests: without rows, no test would fail.
    package static func rows(_ file: String, _ section: String? = nil) -> [[String]] {
        guard let text = try? Repository.text("Tests/TestSupport/Cases/\(file)") else {
            fatalError("there is no table \(file)")
        }
        var current: String?
        var rows: [[String]] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") {
                current = String(line.dropFirst(3))
            } else if !line.hasPrefix("# "), section == nil || section == current {
                rows.append(line.replacing("⏎", with: "\n").replacing("␍", with: "\r").components(separatedBy: " || "))
            }
        }
        guard !rows.isEmpty else { fatalError("the table \(file) has no rows of \(section ?? "any section")") }
        return rows
    }
}
