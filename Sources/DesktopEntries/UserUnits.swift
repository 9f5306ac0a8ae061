import UnixSystem

/// The units in the user's own manager.
///
/// There may be none: a container, an ssh session without lingering, another init. That is told and is no failure.
struct UserUnits {
    private let base: BaseDirectories
    private let environment: [String: String]

    init(_ base: BaseDirectories, environment: [String: String]) {
        self.base = base
        self.environment = environment
    }

    /// Has the sockets listen, now and after each login.
    func enable(report: inout InstallationReport) {
        do throws(ToolError) {
            try run(["daemon-reload"])
            try run(["enable", "--now"] + sockets)
            report.add(.done, "enabled \(sockets.joined(separator: " and "))")
        } catch {
            report.add(
                .couldNot,
                "enable \(sockets.joined(separator: " and ")): \(error); "
                    + "in a session with a user manager run 'xcallback install' again, or start xcallbackd yourself")
        }
    }

    /// Stops the sockets and the service, and takes them out of the login.
    func disable(report: inout InstallationReport) {
        do throws(ToolError) {
            try run(["disable", "--now"] + sockets)
            try run(["stop", UserUnit.service.name])
            report.add(.done, "disabled \(sockets.joined(separator: " and "))")
        } catch {
            report.add(.couldNot, "stop the units: \(error)")
        }
        removeLinks()
    }

    /// Has the manager see that unit files came or went. Where there is none, nothing is to be seen.
    func reload() {
        do throws(ToolError) { try run(["daemon-reload"]) } catch { return }
    }

    /// What enabling made, for the case that no manager is there to disable.
    private func removeLinks() {
        let directory = "\(base.userUnits)/sockets.target.wants"
        for socket in sockets where Files.destination(ofLink: "\(directory)/\(socket)") == "\(base.userUnits)/\(socket)"
        {
            do throws(SystemCallError) { try Files.remove("\(directory)/\(socket)") } catch { return }
        }
        Files.removeDirectoryIfEmpty(directory)
    }

    private var sockets: [String] { UserUnit.sockets.map(\.name) }

    private func run(_ arguments: [String]) throws(ToolError) {
        _ = try Tool(.systemctl, environment: environment).output(["--user"] + arguments, seconds: 30)
    }
}
