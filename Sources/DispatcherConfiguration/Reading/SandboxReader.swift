/// Reads `sandbox: {ProtectHome: read-only, MemoryMax: 4G}`.
struct SandboxReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics

    /// The properties that the daemon needs as they are, by the beginning of their names: what the unit runs, as whom,
    /// on which streams, and how it ends.
    static let reserved = [
        "Exec", "Type", "Standard", "TTY", "User", "Group", "Restart", "BindsTo", "Before", "After", "KillMode",
        "SendSIG", "RemainAfterExit", "Environment", "PassEnvironment", "UnsetEnvironment", "WorkingDirectory",
        "RootDirectory", "Slice", "Delegate", "SuccessExitStatus",
    ]

    /// Returns the properties in the order of the file. In a file outside the user's own folder they are ignored: they
    /// could weaken the sandbox.
    func properties(_ node: YAMLNode) -> [UnitProperty] {
        guard case .mapping(let entries) = node.content else {
            node.refuse("'sandbox'", "a mapping of unit properties", diagnostics)
            return []
        }
        guard origin.isOwn else {
            diagnostics.warning(node.location, "'sandbox' is ignored in a file outside the user's own folder")
            return []
        }
        return entries.compactMap { property($0) }
    }

    private func property(_ entry: YAMLNode.Entry) -> UnitProperty? {
        let name = entry.key.text
        let isName = name.utf8.first.map { ("A"..."Z").contains(UnicodeScalar($0)) } ?? false
        guard isName,
            name.utf8.allSatisfy({ ("A"..."Z").contains(UnicodeScalar($0)) || ("a"..."z").contains(UnicodeScalar($0)) })
        else {
            diagnostics.mistake(
                entry.key.location, "'\(name)' is not a unit property such as ProtectHome or MemoryMax")
            return nil
        }
        guard !Self.reserved.contains(where: { name.hasPrefix($0) }) else {
            diagnostics.mistake(entry.key.location, "the daemon sets '\(name)' itself")
            return nil
        }
        guard let text = entry.value.text("'\(name)'", diagnostics) else { return nil }
        guard !text.text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            diagnostics.mistake(text.location, "the value of '\(name)' must be one line")
            return nil
        }
        return UnitProperty(name: name, value: text.text)
    }
}
