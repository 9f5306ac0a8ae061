import DispatcherMessages

extension UserManager {
    /// The text that systemd-run writes to standard error when a unit has started.
    static let startMark = "Running as unit"

    /// Returns the command that opens a URL in a transient unit, which the manager removes after its end. The command
    /// writes ``startMark``, and ends with the opener's exit status; without a message bus, the command ends when the
    /// unit has started.
    ///
    /// systemd-run reads the variables from its own environment: in its arguments, other users could read them.
    /// - Parameters:
    ///   - unit: The name of the unit.
    ///   - own: The variables that a child process of the daemon would get. If the daemon is a unit of the manager, the
    ///     manager's own variables apply instead, because the daemon was started before the desktop had a display.
    ///   - requested: The variables of the request itself, which always apply.
    func command(
        for arguments: [String], in unit: String, own: [String: String], requested: [String: String]
    ) -> CommandRunner.Command {
        let variables = isOurs ? requested : own
        // The manager may have the activation token of the program that filled its environment. A variable in the list
        // of unset names cannot be set as well.
        let unset =
            ["BROWSER", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"]
            + SessionVariables.activationNames.filter { requested[$0] == nil }
        // systemd-run waits on the bus that the variables name, and only the user's bus knows the manager.
        let usesBus = hasBus && (variables[Self.busVariable].map { namesBus($0) } ?? true)
        let words =
            [
                program, "--user", "--collect", "--slice=app.slice", "--unit=\(unit)",
                "--description=Opened by xcallbackd",
                // Reports whether the program could be executed. A simple unit counts as started after the fork.
                "--property=Type=exec",
                // Many openers start the app and end at once. The end of the unit must not kill the app.
                "--property=KillMode=process",
                "--property=UnsetEnvironment=\(unset.joined(separator: " "))",
            ] + (usesBus ? ["--wait"] : []) + variables.keys.sorted().map { "--setenv=\($0)" }
        return CommandRunner.Command(
            arguments: words + ["--"] + arguments.map(Self.quoted),
            environment: variables.merging(environment) { $1 }, directory: "/", outputLimit: 4096,
            timeout: OpenerEnd.period)
    }

    private static let busVariable = "DBUS_SESSION_BUS_ADDRESS"

    /// Whether an address of D-Bus leads to the user's bus.
    private func namesBus(_ address: String) -> Bool {
        let path = "unix:path=\(runtimeFolder)/bus"
        return address == path || address.hasPrefix("\(path),")
    }
}
