import UnixSystem

/// The systemd units in the user's service manager.
///
/// There may be no manager: in a container, in an ssh session without lingering, or with another init system. A missing
/// manager is reported, but is not a failure.
struct UserUnits {
    let base: BaseDirectories
    let environment: [String: String]

    /// Writes the units for the daemon, unless a system folder contains the units.
    ///
    /// - Returns: Whether the units replace other units.
    func install(_ daemon: ExecutablePath, changes: inout InstallationChanges) throws -> Bool {
        let shipped = systemFolder
        var isChanged = false
        for unit in UserUnit.all {
            let path = "\(base.userUnits)/\(unit.name)"
            let isOther =
                try shipped == nil ? changes.write(path, unit.text(daemon: daemon)) : changes.withdraw(path)
            isChanged = isChanged || isOther
        }
        if let shipped { changes.report.add(.packaged, "units: \(shipped) contains them") }
        if shipped == nil || !areEnabled { changes.record.enablesUnits = true }
        try changes.save()
        return isChanged
    }

    /// Enables the sockets, now and after each login. Sockets that a package has enabled for all users are only
    /// started.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether a package has enabled the sockets.
    ///   - restart: Whether a running service uses a previous program or unit.
    ///   - isServing: Returns whether a daemon answers without a manager.
    func enable(isEnabled: Bool, restart: Bool, isServing: () -> Bool, report: inout InstallationReport) {
        let start = (isEnabled ? ["start"] : ["enable", "--now"]) + sockets
        // A service that failed too often would not start, and its sockets would fail again.
        let isDone = perform(
            [["daemon-reload"], ["reset-failed", "xcallbackd*"], start], "enable \(listedSockets)",
            hint: isServing() ? "; a daemon runs already" : "; start the daemon yourself: xcallbackd &", &report)
        guard isDone else { return }
        report.add(.done, "\(isEnabled ? "started" : "enabled") \(listedSockets)")
        if restart { self.restart(report: &report) }
    }

    /// Runs commands of systemctl. Reports a command that fails, as a skipped step if there is no user manager.
    /// - Parameter hint: What to do without a user manager.
    /// - Returns: Whether no command failed.
    private func perform(
        _ commands: [[String]], _ step: String, hint: @autoclosure () -> String = "",
        _ report: inout InstallationReport
    ) -> Bool {
        do {
            for command in commands { try run(command) }
            return true
        } catch {
            let answers = (try? run(["show-environment"])) != nil
            report.add(
                answers ? .couldNot : .skipped, answers ? "\(step): \(error)" : "\(step): no user manager\(hint())")
            return false
        }
    }

    /// Stops and disables the sockets and the service.
    func disable(report: inout InstallationReport) {
        let commands = [["disable", "--now"] + sockets, ["stop", UserUnit.service.name]]
        if perform(commands, "stop the units", &report) { report.add(.done, "disabled \(listedSockets)") }
        removeLinks()
    }

    /// Stops the units, including units of a package, which start again at the next login. Does nothing without a
    /// manager.
    func stop() { _ = try? run(["stop"] + sockets + [UserUnit.service.name]) }

    /// Restarts the service if it runs. The sockets stay open, so that no connection is refused meanwhile.
    private func restart(report: inout InstallationReport) {
        let service = UserUnit.service.name
        do {
            // 3 is the status of a unit that does not run.
            guard try run(["is-active", service], accepting: [0, 3]).hasPrefix("active") else { return }
            try run(["try-restart", service])
            report.add(.done, "restarted \(service)")
        } catch {
            report.fail("restart \(service): \(error)")
        }
    }

    /// Makes the manager read the unit files again. Does nothing without a manager.
    func reload() { _ = try? run(["daemon-reload"]) }

    /// Removes the links of enabled units when no user manager can disable them.
    private func removeLinks() {
        let directory = "\(base.userUnits)/sockets.target.wants"
        for socket in sockets {
            let link = "\(directory)/\(socket)"
            guard File.destination(ofLink: link)?.hasSuffix("/\(socket)") == true else { continue }
            try? File.remove(link)
        }
        Directory.removeIfEmpty(directory)
    }

    /// Whether the manager already starts the sockets at each login.
    private var areEnabled: Bool {
        guard let states = try? run(["is-enabled"] + sockets, accepting: [0, 1]) else { return false }
        return states.split(separator: "\n").map { $0 == "enabled" } == sockets.map { _ in true }
    }

    private var sockets: [String] { UserUnit.sockets.map(\.name) }

    /// `a.socket, b.socket and c.socket`
    private var listedSockets: String {
        "\(sockets.dropLast().joined(separator: ", ")) and \(sockets.last ?? "")"
    }

    /// The folder outside of the home that contains all units, as a package installs them (systemd.unit(5)); nil
    /// without such a folder.
    private var systemFolder: String? {
        let parents =
            base.configurationSearchPath.dropFirst() + ["/etc", "/run"] + base.dataSearchPath.dropFirst()
            + ["/usr/local/lib", "/usr/lib", "/lib"]
        return parents.map { "\($0)/systemd/user" }.first { folder in
            UserUnit.all.allSatisfy { File.isReadable("\(folder)/\($0.name)") }
        }
    }

    @discardableResult
    private func run(_ arguments: [String], accepting statuses: Set<Int32> = [0]) throws -> String {
        try DesktopProgram.systemctl.output(["--user"] + arguments, environment: environment, accepting: statuses)
    }
}
