/// Finds the program for a MIME type by the rules of xdg-mime, which xdg-open uses on a desktop without its own lookup.
///
/// The result is the installed default of the first mimeapps.list that has such a default. Otherwise it is the first
/// program of the first defaults.list or mimeinfo.cache, installed or not. Otherwise it is the .desktop file with the
/// type and the highest InitialPreference. Added and removed associations, TryExec and malformed lines are ignored.
struct XDGMimeLookup {
    let base: BaseDirectories
    let applications: ApplicationDirectories
    /// `$XDG_MENU_PREFIX`, the prefix of the desktop's own cache.
    let menuPrefix: String

    func handler(of type: String) -> SchemeHandler? {
        if let handler = defaultHandler(of: type) { return handler }
        for directory in applications.paths {
            for prefix in [menuPrefix, ""] {
                if let (reason, identifier) = cached(type, directory: directory, prefix: prefix) {
                    return applications.applicationOfXDGOpen(identifier, reason)
                }
            }
        }
        let declared = DeclaredApplication.all(for: type, in: applications.paths).first
        return declared.flatMap { applications.applicationOfXDGOpen($0.name, $0.reason) }
    }

    private func defaultHandler(of type: String) -> SchemeHandler? {
        let key = Array("\(type)=".utf8)
        for directory in base.configurationSearchPath + applications.paths {
            for file in base.defaultApplications(in: directory) {
                guard let bytes = ApplicationDirectories.contents(of: file), bytes.firstIndex(of: key) != nil,
                    let (value, line) = Self.defaultValue(bytes, key: key)
                else { continue }
                let reason = SchemeHandler.Reason(kind: .default, file: file, line: line)
                let identifiers = value.split(separator: UInt8(ascii: ";")).prefix(Self.limit)
                    .map { String(decoding: $0, as: UTF8.self) }
                let handler = identifiers.firstResult { applications.applicationOfXDGOpen($0, reason) }
                if let handler { return handler }
            }
        }
        return nil
    }

    /// Returns the first line of the group that begins with the key.
    private static func defaultValue(_ bytes: [UInt8], key: [UInt8]) -> (value: ArraySlice<UInt8>, line: Int)? {
        var isInside = false
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.first == UInt8(ascii: "[") {
                isInside = line.starts(with: "[Default Applications]".utf8)
            } else if isInside, line.starts(with: key) {
                return (line.dropFirst(key.count), index + 1)
            }
        }
        return nil
    }

    /// Returns the first program of the first line with the type, in any group.
    private func cached(
        _ type: String, directory: String, prefix: String
    ) -> (reason: SchemeHandler.Reason, identifier: String)? {
        for name in ["defaults.list", "mimeinfo.cache"] {
            let file = "\(directory)/\(prefix)\(name)"
            guard let bytes = ApplicationDirectories.contents(of: file),
                let start = bytes.firstIndex(of: Array("\(type)=".utf8))
            else { continue }
            let value = bytes[(start + type.utf8.count + 1)...].prefix { !Self.endsName.contains($0) }
            let identifier = String(decoding: value.trimmed, as: UTF8.self)
            if identifier.isEmpty { return nil }
            let kind: SchemeHandler.Reason.Kind = name == "defaults.list" ? .default : .declared
            return (.init(kind: kind, file: file, line: bytes.lineNumber(of: start)), identifier)
        }
        return nil
    }

    private static let limit = 256
    private static let endsName: Set = [UInt8(ascii: "\n"), UInt8(ascii: "="), UInt8(ascii: ";")]
}
