extension Section {
    /// Reads the path of a file or folder. A relative path is resolved from the given folder.
    func place(_ key: String, relativeTo folder: String) -> String? {
        guard let text = text(key) else { return nil }
        guard !text.text.isEmpty else {
            diagnostics.mistake(text.location, "'\(key)' is empty")
            return nil
        }
        guard !text.isBelowHome else {
            diagnostics.mistake(text.location, LocatedText.homeHint)
            return nil
        }
        return RelativePath.resolve(text.text, relativeTo: folder)
    }
}

extension LocatedText {
    static let homeHint = "'~' is not expanded; write the whole path"

    /// Whether a shell would read the text as a path below the home folder.
    var isBelowHome: Bool { text == "~" || text.hasPrefix("~/") }
}
