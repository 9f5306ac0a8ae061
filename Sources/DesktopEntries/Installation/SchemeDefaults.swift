import XCallbackURL

/// Makes `xcallback` the default program for schemes.
struct SchemeDefaults {
    /// A file's name has at most 255 bytes (NAME_MAX), and the temporary name of the .desktop file is longer than the
    /// final name.
    private static let longestName = 190

    private let handlers: SchemeHandlers

    init(environment: [String: String]) throws {
        handlers = try SchemeHandlers(environment: environment)
    }

    /// Returns the schemes that no other program opens, and those that are forced, without duplicates.
    func select(_ schemes: [SchemeEntry], force: (Scheme) -> Bool, report: inout InstallationReport) -> [SchemeEntry] {
        var seen: Set<Scheme> = []
        var selected: [SchemeEntry] = []
        for entry in schemes where seen.insert(entry.scheme).inserted {
            let scheme = entry.scheme
            if scheme.isWeb {
                report.add(.skipped, "\(scheme): web links stay with the browser")
            } else if DesktopEntry.identifier(of: scheme).utf8.count > Self.longestName {
                report.add(.skipped, "\(scheme): it is too long for the name of a .desktop file")
            } else if mayTake(scheme, force: force(scheme), report: &report) {
                selected.append(entry)
            }
        }
        return selected
    }

    /// Makes our entry the default for each scheme, in the file that takes effect. Other schemes are given back.
    /// - Parameter name: The program that opens the schemes, for the report.
    func take(_ schemes: [Scheme], as name: String = "xcallback", changes: inout InstallationChanges) throws {
        _ = try changes.setDefaults(schemes)
        try changes.save()
        for scheme in schemes {
            let handler = handlers.handler(of: scheme)
            let rest = "with \(name)" + (changes.formerDefault(of: scheme).map { ", previously with \($0)" } ?? "")
            if handler?.identifier == changes.identifier(scheme.text) {
                changes.report.add(.done, "\(scheme): links open \(rest)")
            } else {
                let opener = handler.map { "\($0.identifier) still opens" } ?? "no program opens"
                changes.report.fail("become the default for \(scheme): \(opener) its links")
            }
        }
    }

    private func mayTake(_ scheme: Scheme, force: Bool, report: inout InstallationReport) -> Bool {
        let handler = handlers.handler(of: scheme)
        if let handler, DesktopEntry.isOurs(handler.identifier, for: scheme) { return true }
        let loss = DesktopPlace.loss(scheme)
        guard !force else {
            if let loss { report.add(.warning, "\(scheme): \(loss)") }
            return true
        }
        let reasons = [handler.map(\.claim), loss].compactMap(\.self)
        guard !reasons.isEmpty else { return true }
        let other =
            loss == nil
            ? "" : "; for a program of yours, remove the routes and run 'xcallback adopt \(scheme) PROGRAM --force'"
        let reason = reasons.joined(separator: "; ")
        report.add(
            .skipped, "\(scheme): \(reason); 'xcallback install --force' makes xcallback the default\(other)")
        return false
    }
}
