import DispatcherMessages

/// Text in HTML.
enum HTML {
    /// Returns a text of the configuration for a person to read, isolated so that it does not change the order of the
    /// text around it.
    static func shown(_ text: String) -> String { escaped(Printable.shown(text, limit: nil, isolated: true)) }

    /// Returns a text escaped for an element or a quoted attribute. Control characters, which HTML does not allow, are
    /// dropped.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            case "\n", "\t": output += "&#\(scalar.value);"
            default:
                if scalar.value >= 0x20, scalar.value != 0x7f { output.unicodeScalars.append(scalar) }
            }
        }
    }
}
