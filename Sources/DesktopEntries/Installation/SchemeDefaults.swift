import XCallbackURL

/// Makes `xcallback` the default program for schemes.
struct SchemeDefaults {
    /// A file's name has at most 255 bytes (NAME_MAX), and the temporary name of the .desktop file is longer than the
    /// final name.
    private static let longestName = 190

    private let environment: [String: String]
    private let handlers: SchemeHandlers

    init(environment: [String: String]) throws(InstallationError) {
        self.environment = environment
        handlers = try SchemeHandlers(environment: environment)
    }

    /// Returns the schemes that no other program opens or, with `force`, all schemes, without duplicates.
    func select(_ schemes: [SchemeEntry], force: Bool, report: inout InstallationReport) -> [SchemeEntry] {
        var seen: Set<Scheme> = []
        var selected: [SchemeEntry] = []
        for entry in schemes where seen.insert(entry.scheme).inserted {
            let scheme = entry.scheme
            if scheme.isWeb {
                report.add(.skipped, "\(scheme): web links stay with the browser")
            } else if DesktopEntry.identifier(of: scheme).utf8.count > Self.longestName {
                report.add(.skipped, "\(scheme): it is too long for the name of a .desktop file")
            } else if mayTake(scheme, force: force, report: &report) {
                selected.append(entry)
                warn(scheme, report: &report)
            }
        }
        return selected
    }

    /// Makes our entry the default for each scheme, in the file that takes effect.
    /// - Parameter name: The program that opens the schemes, for the report.
    func take(
        _ schemes: [Scheme], as name: String = "xcallback", changes: InstallationChanges, former: [DefaultApplications],
        report: inout InstallationReport
    ) throws(InstallationError) {
        guard !schemes.isEmpty else { return }
        let tool: DesktopProgram
        do throws(DesktopProgramError) { tool = try DesktopProgram(.xdgMime, environment: environment) } catch {
            report.fail("become the default program: \(error)")
            return
        }
        guard !report.isRehearsal else {
            for scheme in schemes { note(scheme, as: name, former: former, report: &report) }
            return
        }
        let places = changes.places()
        var failures: [Scheme: DesktopProgramError] = [:]
        for scheme in schemes {
            do throws(DesktopProgramError) {
                _ = try tool.output(["default", changes.identifier(scheme.text), scheme.mimeType], seconds: 10)
            } catch {
                failures[scheme] = error
            }
        }
        try changes.restore(places)
        // xdg-mime writes the file for all desktops. The file of a desktop in use takes precedence.
        try changes.replaceDefaults(of: schemes)
        for scheme in schemes {
            let handler = handlers.handler(of: scheme)
            if let error = failures[scheme] {
                report.fail("become the default for \(scheme): \(error)")
            } else if handler?.identifier != changes.identifier(scheme.text) {
                let opener = handler.map { "\($0.identifier) still opens" } ?? "no program opens"
                report.fail("become the default for \(scheme): \(opener) its links")
            } else {
                note(scheme, as: name, former: former, report: &report)
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
        report.add(
            .skipped,
            "\(scheme): \(reasons.joined(separator: "; ")); 'xcallback install --force' makes xcallback the default")
        return false
    }

    private func warn(_ scheme: Scheme, report: inout InstallationReport) {
        guard scheme.text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return }
        report.add(
            .warning,
            "\(scheme) has a digit: xdg-open 1.1.3 treats its URLs as files; 'gio open' and Firefox deliver them")
    }

    private func note(
        _ scheme: Scheme, as name: String, former: [DefaultApplications], report: inout InstallationReport
    ) {
        let before = former.lazy.compactMap { $0.program(of: scheme.mimeType) }.first
        let rest = "with \(name)" + (before.map { ", previously with \($0)" } ?? "")
        if report.isRehearsal {
            report.add(.planned, "open \(scheme) links \(rest)")
        } else {
            report.add(.done, "\(scheme): links open \(rest)")
        }
    }
}
