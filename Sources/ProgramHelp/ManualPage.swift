import DispatcherMessages

/// A manual page in the man macros of roff (man(7), groff_man(7)).
package struct ManualPage: Sendable {
    private var lines: [String] = []

    /// - Parameter section: The section of the manual, such as 1.
    package init(_ name: String, section: Int, title: String) {
        // The hyphens of the date are not escaped, because macros read the date.
        let head = "\"\(Self.escaped(name.uppercased()))\" \(section) \(PackageVersion.date)"
        lines = [".TH \(head) \"xcallbackd \(PackageVersion.text)\""]
        heading("NAME")
        lines.append("\(Self.escaped(name)) \\- \(Self.escaped(title))")
    }

    package var text: String { lines.joined(separator: "\n") + "\n" }

    package mutating func heading(_ text: String) { lines.append(".SH \"\(Self.escaped(text))\"") }

    package mutating func subheading(_ text: String) { lines.append(".SS \"\(Self.escaped(text))\"") }

    /// Adds paragraphs, which are separated by blank lines in the text. Lines that begin with two spaces are an
    /// example.
    package mutating func paragraphs(_ text: String) {
        for part in text.split(separator: "\n\n") {
            let rows = part.split(separator: "\n", omittingEmptySubsequences: false)
            let words = rows.prefix { !$0.hasPrefix("  ") }
            if !words.isEmpty {
                // A heading begins a paragraph.
                if lines.last?.hasPrefix(".S") != true { lines.append(".PP") }
                lines.append(Self.escaped(words.joined(separator: " ")))
            }
            if rows.count > words.count {
                example(rows.dropFirst(words.count).map { String($0.dropFirst(2)) }.joined(separator: "\n"))
            }
        }
    }

    /// Adds a term, its value in plain letters, and its explanation.
    package mutating func item(_ term: String, value: String = "", _ text: String) {
        lines.append(".TP")
        lines.append("\\fB\(Self.escaped(term))\\fR" + (value.isEmpty ? "" : " " + Self.escaped(value)))
        lines.append(Self.escaped(text.replacing("\n", with: " ")))
    }

    /// Adds lines that are shown as they are typed.
    package mutating func example(_ text: String) {
        lines += [".IP", ".nf"]
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(Self.escaped(String(row)))
        }
        lines.append(".fi")
    }

    /// Returns the text with escapes, so that roff prints it unchanged: roff replaces `-` and quotes by other
    /// characters, and reads a line that begins with `.` as a request.
    private static func escaped(_ text: String) -> String {
        var result = text.hasPrefix(".") ? "\\&" : ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
