import URLSchemeRouter

/// Rules for values in the names of files.
enum FileNames {
    /// Returns the folder in which a value would name a file, from the text before the value, as in `~/Notes/x-$title`:
    /// `~/Notes/` for the texts `~/Notes/`, `~/Notes/x-` and `--file=~/Notes/`. Nil for a text without `/`, a lone `/`,
    /// a URL, and a path that begins with a plain name, as in `Notes/`.
    static func folder(in text: String) -> String? {
        guard let slash = text.lastIndex(of: "/"), text.hasPrefix("file:///") || !text.contains("://") else {
            return nil
        }
        var name = text[...slash]
        // The text after `=` is the argument of an option, or the value of an assignment.
        if let end = name.firstIndex(of: "="), name.hasPrefix("-") || NameRules.isVariable(String(name[..<end])) {
            name = name[name.index(after: end)...]
        }
        if name.hasPrefix("file://") { name = name.dropFirst(7) }
        let isFolder =
            ["~/", "./", "../", "$"].contains(where: name.hasPrefix)
            // A lone `/` is more often the beginning of a pattern.
            || name.first == "/" && name.utf8.count > 1
        return isFolder ? String(name) : nil
    }

    static func warning(of input: String, in folder: String) -> String {
        "the value of '\(input)' may hold '/' and so name a file outside \(folder); "
            + "add pattern: \"[^/]+\" to '\(input)', or give it the type path"
    }
}

extension InputField {
    /// Whether a value in a file's name may lead to another folder.
    var mayLeaveFolder: Bool {
        switch type {
        case .string, .line, .url: true
        case .matching(let pattern, _):
            ["/", "../a", "a/b", "a/../b", "/a", "../../a", "../"].contains(where: pattern.matches)
        case .oneOf(let values): values.contains { $0.contains("../") }
        case .int, .number, .bool, .date, .uuid, .base64, .path: false
        }
    }
}
