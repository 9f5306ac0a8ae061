extension Section {
    /// Reads the path of a file or folder. A relative path is resolved from the given folder.
    func place(_ key: String, relativeTo folder: String) -> String? {
        guard let text = text(key) else { return nil }
        guard !text.text.isEmpty else {
            diagnostics.mistake(text.location, "'\(key)' is empty")
            return nil
        }
        guard text.text != "~", !text.text.hasPrefix("~/") else {
            diagnostics.mistake(text.location, "'~' is not expanded; write the whole path")
            return nil
        }
        return RelativePath.resolve(text.text, relativeTo: folder)
    }
}
