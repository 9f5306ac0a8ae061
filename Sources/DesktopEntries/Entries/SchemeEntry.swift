package import XCallbackURL

/// A scheme that the desktop should open with `xcallback`, as its .desktop file describes it.
package struct SchemeEntry: Sendable, Hashable, LosslessStringConvertible {
    package let scheme: Scheme
    /// The name that browsers show when a page asks for the scheme.
    package let name: String
    package let comment: String?

    /// - Parameters:
    ///   - name: Any text. Of the name and of the comment, one line of at most 200 characters is used, without
    ///     formatting characters.
    ///   - comment: The comment. Nil, an invisible text and the name itself mean the standard comment.
    package init(scheme: Scheme, name: String, comment: String? = nil) {
        self.scheme = scheme
        let name = Self.visible(name) ?? "xcallback (\(scheme))"
        self.name = name
        self.comment = comment.flatMap(Self.visible).flatMap { $0 == name ? nil : $0 }
    }

    /// Returns the text as one line of at most 200 characters, without control and formatting characters: these would
    /// end a line of the file, or show a name in another order than written. Nil if no visible text remains.
    static func visible(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse: " "
            default: scalar
            }
        }
        let line = scalars.split(separator: " ").joined(separator: [" "]).prefix(200)
        let text = String(String.UnicodeScalarView(line))
        return text.isEmpty ? nil : text
    }

    /// One line of text in which the daemon's program passes an entry to the client.
    package var description: String {
        "\(scheme)\t\(name)" + (comment.map { "\t\($0)" } ?? "")
    }

    package init?(_ line: String) {
        let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
        guard parts.count >= 2, let scheme = Scheme(parts[0]) else { return nil }
        self.init(scheme: scheme, name: parts[1], comment: parts.count > 2 ? parts[2] : nil)
    }
}
