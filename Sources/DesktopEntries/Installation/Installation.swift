import UnixSystem
package import XCallbackURL

/// Installs `xcallback` as the program that the desktop starts for URLs, or uninstalls it.
///
/// The installation writes only below the user's XDG directories, and keeps a record of its changes, which
/// ``uninstall(environment:isPurge:)`` reverts. The functions block while update-desktop-database and systemctl run,
/// usually for less than a second: do not call them on the cooperative pool.
package enum Installation {
    /// Copies the programs, writes a .desktop file for each scheme, becomes the default for the schemes, writes the
    /// units and enables the sockets.
    ///
    /// Programs that a shell finds outside of a build folder are not copied. No units are written if a system folder
    /// contains them. A daemon whose program or unit was replaced is restarted if the user manager started it.
    ///
    /// A scheme that another program opens stays with that program, without a .desktop file, unless it is forced.
    /// http and https always stay with the browser. The installation can be repeated at any time, with more or fewer
    /// schemes.
    ///
    /// - Parameters:
    ///   - executable: The absolute path of the running `xcallback`. `xcallbackd` is beside it or on PATH.
    ///   - support: The manual pages, completions and schemas of the programs.
    ///   - routes: The folder of the user's routes, which is created if it is missing; nil for no folder.
    ///   - showsEntries: Whether menus show the entries; nil for the previous choice, which is no at first.
    ///   - force: Returns whether to take a scheme that another program opens.
    ///   - isServing: Returns whether a daemon answers. Called only if there is no user manager to start a daemon.
    /// - Throws: Before any change if a path is not valid in a .desktop file, HOME is missing, the previous record
    ///   cannot be read or the programs cannot be copied; later if a file cannot be written.
    package static func install(
        schemes: [SchemeEntry], executable: String, support: [SupportFile] = [],
        routes: String? = nil, showsEntries: Bool? = nil,
        environment: [String: String], force: (Scheme) -> Bool = { _ in false },
        isServing: () -> Bool = { false }
    ) throws -> InstallationReport {
        var changes = try InstallationChanges(BaseDirectories(environment: environment))
        let programs = try InstalledPrograms(running: executable, base: changes.base, environment: environment)
        let defaults = try SchemeDefaults(environment: environment)
        let taken = defaults.select(schemes, force: force, report: &changes.report)

        let replaced = try changes.copy(programs.copies)
        programs.checkPath(environment: environment, report: &changes.report)
        if let showsEntries { changes.record.showsEntries = showsEntries }
        try changes.writeEntries(taken, executable: programs.client)
        try changes.updateDatabase(environment: environment)
        try defaults.take(taken.map(\.scheme), changes: &changes)
        try changes.writeSupport(support)
        if let routes { try changes.makeRoutes(routes) }
        guard let daemon = programs.daemon else {
            changes.report.fail("write the systemd units: xcallbackd is neither beside \(executable) nor on PATH")
            return changes.report
        }
        let units = UserUnits(base: changes.base, environment: environment)
        let isChanged = try units.install(daemon, changes: &changes)
        units.enable(
            isEnabled: !changes.record.enablesUnits, restart: isChanged || replaced.contains(daemon.text),
            isServing: isServing, report: &changes.report)
        return changes.report
    }

    /// Removes the files that ``install(schemes:executable:environment:force:)`` wrote, restores the files that were in
    /// their place, and gives each scheme its former default.
    ///
    /// All other lines of mimeapps.list stay, and so does a default that another program has taken. A program, .desktop
    /// file or unit that was changed since is left in place and reported.
    ///
    /// - Parameter isPurge: Whether to undo all adoptions, not only those whose entries start a program that is removed.
    package static func uninstall(
        environment: [String: String], isPurge: Bool = false
    ) throws -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        var changes = try InstallationChanges(base)
        let files = changes.record.files
        // The defaults are as they were only after the adoptions are undone.
        try Adoption.removeAll(environment: environment, report: &changes.report) { client in
            isPurge || client.map { files[$0] != nil || !File.isExecutable($0) } ?? false
        }
        guard changes.isInstalled else {
            guard changes.report.lines.isEmpty else { return changes.report }
            changes.report.add(.skipped, "nothing is installed: there is no \(base.installationRecord)")
            return changes.report
        }
        let units = UserUnits(base: base, environment: environment)
        if changes.holdsUnits { units.disable(report: &changes.report) }
        try changes.undo(environment: environment)
        if changes.holdsUnits { units.reload() }
        changes.report.madeDirectories = changes.record.directories.reversed()
        return changes.report
    }

    /// The schemes that ``install(schemes:executable:environment:force:)`` registered last.
    package static func schemes(environment: [String: String]) -> [Scheme] {
        let changes = try? InstallationChanges(BaseDirectories(environment: environment))
        return (changes?.entryPaths ?? []).compactMap { path in
            let name = path.split(separator: "/").last ?? ""
            return Scheme(String(name.dropFirst("xcallback-".count).dropLast(".desktop".count)))
        }
    }

    /// Reports the folders of the daemon that ``uninstall(environment:isPurge:)`` leaves.
    /// - Parameter removal: Returns a command that removes a folder. Our own programs may be gone by then.
    package static func listLeftovers(
        environment: [String: String], report: inout InstallationReport, removal: (String) -> String
    ) throws {
        for folder in try OwnFolder.all(environment: environment) {
            report.add(.left, "\(folder.path), \(folder.contents): '\(removal(folder.path))' removes it")
        }
    }

    /// Stops the daemon and the sockets of the user manager. Does nothing if there is no manager.
    package static func stopUnits(environment: [String: String]) throws {
        try UserUnits(base: BaseDirectories(environment: environment), environment: environment).stop()
    }

    /// Removes the folders of the daemon. The daemon must be stopped, because it would continue to write there.
    package static func purge(
        environment: [String: String], report: inout InstallationReport
    ) throws {
        for folder in try OwnFolder.all(environment: environment) {
            let object = "\(folder.path), \(folder.contents)"
            do {
                try Directory.removeAll(folder.path)
                report.add(.removed, object)
            } catch {
                report.fail("remove \(object): \(error)")
            }
        }
        // They may have been kept for these folders alone.
        report.madeDirectories.forEach(Directory.removeIfEmpty)
    }
}
