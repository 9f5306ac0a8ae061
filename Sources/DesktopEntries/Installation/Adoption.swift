import UnixSystem
package import XCallbackURL

/// A program that the desktop starts for a scheme although it has no entry of its own, such as an AppImage. The entry starts
/// `xcallback adopted`, which looks for the newest version of the program at each click.
package struct Adoption: Sendable, Hashable {
    package let scheme: Scheme
    package let program: ProgramPattern
    /// The file of the icon; nil for the icon of xcallback.
    let icon: String?
    /// The program that the entry starts; nil for an entry that is not written yet.
    var client: String?

    /// The key of the entry that has the pattern.
    private static let key = "X-XCallback-Program"

    package init(scheme: Scheme, program: ProgramPattern, icon: String? = nil, client: String? = nil) {
        self.scheme = scheme
        self.program = program
        self.icon = icon
        self.client = client
    }

    /// Returns the desktop file id of the entry for a scheme.
    @Sendable static func identifier(of scheme: String) -> String { "xcallback-adopted-\(scheme).desktop" }

    /// The adoption of a scheme, as its entry says; nil without an entry.
    package static func read(_ scheme: Scheme, environment: [String: String]) throws -> Adoption? {
        try read(scheme, BaseDirectories(environment: environment))
    }

    private static func read(_ scheme: Scheme, _ base: BaseDirectories) -> Adoption? {
        guard let bytes = try? FileContents.read(path(of: scheme, base)) else { return nil }
        let keys = KeyFile(bytes, rules: .gio)
        guard let pattern = keys.text(key) else { return nil }
        let client = keys.text("Exec")?.split(separator: " ").first.map(String.init)
        return Adoption(scheme: scheme, program: ProgramPattern(absolute: pattern), client: client)
    }

    private static func path(of scheme: Scheme, _ base: BaseDirectories) -> String {
        "\(base.applications)/\(identifier(of: scheme.text))"
    }

    /// Why a click does not start the program; nil if it does.
    package func fault(environment: [String: String]) -> String? {
        if let client, !File.isExecutable(client) { return "its entry starts '\(client)', which is gone" }
        guard let handler = try? SchemeHandlers(environment: environment).handler(of: scheme) else {
            return "the desktop does not know its entry"
        }
        guard handler.identifier == Self.identifier(of: scheme.text) else {
            return "\(handler.identifier) opens its links (\(handler.reason))"
        }
        do {
            _ = try program.program()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Removes adoptions.
    /// - Parameter isMeant: Returns whether the adoption goes whose entry starts this program.
    static func removeAll(
        environment: [String: String], report: inout InstallationReport, where isMeant: (String?) -> Bool
    ) throws {
        for adoption in try all(environment: environment) where isMeant(adoption.client) {
            let removal = try remove(adoption.scheme, environment: environment)
            report.add(.done, "removed the entry of '\(adoption.program.text)' for \(adoption.scheme): links")
            for line in removal.lines where removal.failed && line.verdict == .couldNot { report.fail(line.text) }
        }
    }

    /// All adoptions, in the order of their schemes.
    package static func all(environment: [String: String]) throws -> [Adoption] {
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
    ) throws -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        let defaults = try SchemeDefaults(environment: environment)
        if let reason = refusal(besides: own) { throw InstallationError.notAdopted(reason) }
        let identifier = Self.identifier(of: scheme.text)
        let handler = try SchemeHandlers(environment: environment).handler(of: scheme)
        let reasons = [handler.map(\.claim), DesktopPlace.loss(scheme)].compactMap(\.self)
        guard force || handler?.identifier == identifier || reasons.isEmpty else {
            throw InstallationError.notAdopted(
                "\(scheme): \(reasons.joined(separator: "; ")); --force gives them to the program")
        }
        let client = try ExecutablePath(executable)
        _ = try program.program()
        var changes = try Self.changes(scheme, base)
        // An entry whose record is lost is not what was there before.
        if !changes.isInstalled { try Self.removeEntry(of: scheme, base) }
        _ = try changes.write(Self.path(of: scheme, base), text(client))
        try changes.updateDatabase(environment: environment)
        try defaults.take([scheme], as: program.text, changes: &changes)
        return changes.report
    }

    /// Removes the adoption of a scheme, and restores the previous default.
    package static func remove(
        _ scheme: Scheme, environment: [String: String]
    ) throws -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        var changes = try changes(scheme, base)
        guard changes.isInstalled else { throw InstallationError.notAdopted("no program is adopted for \(scheme):") }
        // The name of the entry is ours alone, so it goes even if it was edited.
        try removeEntry(of: scheme, base)
        changes.report.add(.done, "removed \(path(of: scheme, base))")
        try changes.undo(environment: environment)
        Directory.removeIfEmpty(base.adoptionRecords)
        return changes.report
    }

    private static func removeEntry(of scheme: Scheme, _ base: BaseDirectories) throws {
        guard read(scheme, base) != nil else { return }
        try File.remove(path(of: scheme, base))
    }

    private static func changes(_ scheme: Scheme, _ base: BaseDirectories) throws -> InstallationChanges {
        try InstallationChanges(
            base, recordPath: "\(base.adoptionRecords)/\(scheme)",
            // The lines of other adoptions stay: their own records have the former defaults.
            identifier: { $0 == scheme.text ? identifier(of: $0) : "" })
    }

    /// Why no program can be adopted for the scheme; nil if one can.
    private func refusal(besides own: [Scheme]) -> String? {
        if scheme.isWeb || scheme.text == "xcallback" || BannedScheme.servingFault(scheme) != nil {
            return "\(scheme): belongs to the desktop, so no program can be adopted for it"
        }
        if scheme.text.utf8.count > 150 { return "the scheme is too long for the name of a .desktop file" }
        if own.contains(scheme) { return "\(scheme): belongs to your routes ('xcallback routes')" }
        if (program.text + (icon ?? "")).utf8.contains(where: { $0 < 0x20 }) {
            return "the name of a program or an icon has no control character"
        }
        return nil
    }

    private func text(_ client: ExecutablePath) -> String {
        let file = program.text.split(separator: "/").last ?? ""
        let name = file.prefix { ($0.isLetter || $0.isNumber) && $0.isASCII }
        return DesktopEntry.text([
            "Name": name.isEmpty ? scheme.text : String(name),
            "Comment": "Opens \(scheme): links, adopted by xcallback",
            "Icon": icon.map(DesktopEntry.escaped), "Exec": "\(client.text) adopted \(scheme) -- %u",
            "MimeType": "\(scheme.mimeType);",
        ]) + "\(Self.key)=\(DesktopEntry.escaped(program.text))\n"
    }
}
