import UnixSystem
package import XCallbackURL

/// A program that the desktop starts for a scheme although it has no entry of its own, such as an AppImage. The entry starts
/// `xcallback adopted`, which looks for the newest version of the program at each click.
package struct Adoption: Sendable, Hashable {
    package let scheme: Scheme
    package let program: ProgramPattern
    /// The file of the icon; nil for the icon of xcallback.
    let icon: String?

    /// The key of the entry that has the pattern.
    private static let key = "X-XCallback-Program"

    package init(scheme: Scheme, program: ProgramPattern, icon: String? = nil) {
        self.scheme = scheme
        self.program = program
        self.icon = icon
    }

    /// Returns the desktop file id of the entry for a scheme.
    @Sendable static func identifier(of scheme: String) -> String { "xcallback-adopted-\(scheme).desktop" }

    /// The adoption of a scheme, as its entry says; nil without an entry.
    package static func read(_ scheme: Scheme, environment: [String: String]) throws(InstallationError) -> Adoption? {
        let base = try BaseDirectories(environment: environment)
        return read(scheme, base)
    }

    private static func read(_ scheme: Scheme, _ base: BaseDirectories) -> Adoption? {
        let path = "\(base.applications)/\(identifier(of: scheme.text))"
        guard let bytes = try? FileContents.read(path) else { return nil }
        var pattern: String?
        _ = KeyFile.read(bytes) { entry in
            if entry.key.elementsEqual(key.utf8) { pattern = KeyFile.string(entry.value) }
        }
        return pattern.map { Adoption(scheme: scheme, program: ProgramPattern(absolute: $0)) }
    }

    /// All adoptions, in the order of their schemes.
    package static func all(environment: [String: String]) throws(InstallationError) -> [Adoption] {
        let base = try BaseDirectories(environment: environment)
        let names = ((try? Directory.entries(of: base.adoptionRecords)) ?? []).map(\.name)
        return names.compactMap { Scheme($0) }.compactMap { read($0, base) }
    }

    /// Writes the entry, and makes it the default for the scheme.
    /// - Parameters:
    ///   - executable: The path of `xcallback`.
    ///   - own: The schemes of the user's routes.
    ///   - force: Whether to take a scheme that another app opens.
    package func install(
        executable: String, besides own: [Scheme], environment: [String: String], force: Bool
    ) throws(InstallationError) -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        let defaults = try SchemeDefaults(environment: environment)
        if let reason = refusal(besides: own) { throw .notAdopted(reason) }
        let identifier = Self.identifier(of: scheme.text)
        let handler = try SchemeHandlers(environment: environment).handler(of: scheme)
        if let handler, handler.identifier != identifier, !force {
            throw .notAdopted(
                "\(scheme): \(handler.identifier) opens its links (\(handler.reason)); --force gives them to the program"
            )
        }
        let client = try ExecutablePath(executable)
        do {
            _ = try program.program()
        } catch {
            throw .notAdopted("\(error)")
        }
        var report = InstallationReport()
        var changes = try self.changes(base)
        let former = try changes.begin()
        _ = try changes.write("\(base.applications)/\(identifier)", text(client), report: &report)
        try changes.updateDatabase(environment: environment, report: &report)
        try defaults.take([scheme], as: program.text, changes: changes, former: former, report: &report)
        try changes.rememberDefaults()
        return report
    }

    /// Removes the adoption of a scheme, and restores the previous default.
    package static func remove(
        _ scheme: Scheme, environment: [String: String]
    ) throws(InstallationError) -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        let adoption = Adoption(scheme: scheme, program: ProgramPattern(absolute: ""))
        var changes = try adoption.changes(base)
        guard changes.isInstalled else { throw .notAdopted("no program is adopted for \(scheme):") }
        var report = InstallationReport()
        try changes.undo(report: &report)
        try changes.updateDatabase(environment: environment, report: &report)
        try changes.forget()
        Directory.removeIfEmpty(base.adoptionRecords)
        return report
    }

    private func changes(_ base: BaseDirectories) throws(InstallationError) -> InstallationChanges {
        try InstallationChanges(
            base, recordPath: "\(base.adoptionRecords)/\(scheme)", identifier: Self.identifier)
    }

    /// Why no program can be adopted for the scheme; nil if one can.
    private func refusal(besides own: [Scheme]) -> String? {
        if scheme.isWeb || ["file", "xcallback"].contains(scheme.text) {
            return "no program can be adopted for \(scheme):"
        }
        if own.contains(scheme) { return "\(scheme): belongs to your routes ('xcallback routes')" }
        if program.text.utf8.contains(where: { $0 < 0x20 }) { return "the name of a program has no control character" }
        return nil
    }

    private func text(_ client: ExecutablePath) -> String {
        let file = program.text.split(separator: "/").last ?? ""
        let name = file.prefix { ($0.isLetter || $0.isNumber) && $0.isASCII }
        func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\") }
        return """
            [Desktop Entry]
            Type=Application
            Name=\(name.isEmpty ? scheme.text : String(name))
            Comment=Opens \(scheme): links, adopted by xcallback
            Icon=\(escaped(icon ?? SupportFile.iconName))
            Exec=\(client.text) adopted \(scheme) -- %u
            NoDisplay=true
            Terminal=false
            StartupNotify=true
            MimeType=\(scheme.mimeType);
            \(Self.key)=\(escaped(program.text))

            """
    }
}
