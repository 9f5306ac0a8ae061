import XCallbackURL

/// Reads the schemes that a refused file names.
enum SchemeClaim {
    /// Reads the key `schemes`. If the file is not valid YAML, only the lines of that key are read.
    static func schemes(in bytes: [UInt8]) -> [Scheme] { value(bytes) ?? value(lines(bytes)) ?? [] }

    private static func value(_ bytes: [UInt8]) -> [Scheme]? {
        guard case .mapping(let entries)? = YAMLReader.read(bytes, file: "", diagnostics: Diagnostics())?.content,
            let entry = entries.first(where: { $0.key.text == FeatureKeys.schemes.name })
        else { return nil }
        return entry.value.texts("'schemes'", Diagnostics())?.compactMap { Scheme($0.text) }
    }

    /// The line that begins with `schemes`, and the lines that continue it.
    private static func lines(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        guard let start = lines.firstIndex(where: { $0.starts(with: FeatureKeys.schemes.name.utf8) }) else {
            return []
        }
        let rest = lines[(start + 1)...].prefix { " -#]".utf8.contains($0[$0.startIndex]) }
        return Array(lines[start...start + rest.count].joined(separator: [0x0A]))
    }
}
