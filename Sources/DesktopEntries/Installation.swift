package import XCallbackURL

/// Makes `xcallback` the program that the desktop starts for URLs, and undoes it.
///
/// Everything is written below the user's own XDG directories. A record of what was there before is kept, so that
/// ``uninstall(environment:)`` puts it back. All of it blocks while the desktop's tools run, well under a second as a
/// rule: call it off the cooperative threads.
package enum Installation {
    /// Writes the .desktop file, becomes the default for the schemes, writes the units and enables the sockets.
    ///
    /// A scheme that another program opens is left to it, and out of the .desktop file, unless `force` is set. http and
    /// https are always left to the browser. It may be done again at any time, with more schemes or fewer.
    ///
    /// - Parameters:
    ///   - executable: the absolute path of `xcallback`.
    ///   - daemon: the absolute path of `xcallbackd`; beside `executable` or on PATH if nil.
    /// - Throws: before anything is changed if the path cannot stand in a .desktop file, HOME is missing or the record
    ///   of the last time cannot be read; later if a file cannot be written.
    package static func install(
        schemes: [Scheme], executable: String, daemon: String? = nil, environment: [String: String], force: Bool
    ) throws(InstallationError) -> InstallationReport {
        let executable = try ExecutablePath(executable)
        var changes = try Changes(BaseDirectories(environment: environment))
        var report = InstallationReport()
        let defaults = try SchemeDefaults(environment: environment)
        let taken = defaults.select(schemes, force: force, report: &report)

        let former = try changes.begin()
        try changes.write(
            changes.base.applications + "/" + DesktopEntry.identifier,
            DesktopEntry.text(executable: executable, schemes: taken))
        report.add(.done, "wrote \(changes.base.applications)/\(DesktopEntry.identifier)")
        try changes.updateDatabase(environment: environment, report: &report)
        try defaults.take(taken, changes: changes, former: former, report: &report)
        try changes.rememberDefaults()
        try installUnits(daemon, beside: executable, environment: environment, changes: &changes, report: &report)
        return report
    }

    /// Puts back what ``install(schemes:executable:daemon:environment:force:)`` changed, and removes what it wrote.
    ///
    /// mimeapps.list is byte for byte what it was, if nothing else has changed it; else the defaults alone are put
    /// back. A .desktop file or unit that was edited since is left and told.
    package static func uninstall(environment: [String: String]) throws(InstallationError) -> InstallationReport {
        let base = try BaseDirectories(environment: environment)
        var changes = try Changes(base)
        var report = InstallationReport()
        guard changes.isInstalled else {
            report.add(.skipped, "nothing is installed: there is no \(base.installationRecord)")
            return report
        }
        let units = UserUnits(base, environment: environment)
        if changes.holdsUnits { units.disable(report: &report) }
        try changes.undo(report: &report)
        try changes.updateDatabase(environment: environment, report: &report)
        if changes.holdsUnits { units.reload() }
        try changes.forget()
        return report
    }

    private static func installUnits(
        _ path: String?, beside executable: ExecutablePath, environment: [String: String], changes: inout Changes,
        report: inout InstallationReport
    ) throws(InstallationError) {
        let sibling = "\(Files.directory(of: executable.text))/xcallbackd"
        let found = Files.isExecutable(sibling) ? sibling : Tool.find("xcallbackd", environment: environment)
        guard let path = path ?? found else {
            report.fail("write the systemd units: there is no xcallbackd beside \(executable.text) nor on PATH")
            return
        }
        let daemon = try ExecutablePath(path)
        let directory = changes.base.userUnits
        for unit in UserUnit.all {
            try changes.write("\(directory)/\(unit.name)", unit.text(daemon: daemon))
            report.add(.done, "wrote \(directory)/\(unit.name)")
        }
        UserUnits(changes.base, environment: environment).enable(report: &report)
    }
}
