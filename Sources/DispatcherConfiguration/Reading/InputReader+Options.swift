import XCallbackURL

extension InputReader {
    /// `schemes`
    func restrict(_ field: inout InputField, _ section: Section) {
        guard let node = section["schemes"] else { return }
        guard field.type == .url else {
            diagnostics.mistake(section.keyLocation("schemes"), "'schemes' goes with the type url")
            return
        }
        if case .text("any") = node.content {
            field.schemes = .any
        } else if let texts = section.texts("schemes") {
            field.schemes = .listed(Set(texts.compactMap { $0.scheme(diagnostics) }))
        }
    }

    /// `separator`
    func separate(_ field: inout InputField, _ section: Section) {
        guard section.contains("separator") else { return }
        guard field.isArray else {
            diagnostics.mistake(
                section.keyLocation("separator"),
                "'separator' goes with an array, as in {type: [line], separator: \",\"}")
            return
        }
        guard let text = section.text("separator")?.text else { return }
        field.separator = ItemSeparator(text)
        if field.separator == nil {
            section.refuse(
                "separator", "'newline' or one ASCII character that is neither a letter nor a digit", text,
                among: ["newline"])
        }
    }
}
