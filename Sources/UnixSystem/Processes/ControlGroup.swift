/// The control group of a process in the unified hierarchy (cgroups(7)). systemd names it after the unit.
package struct ControlGroup: Sendable, Hashable {
    /// Such as `/user.slice/user-1000.slice/user@1000.service/app.slice/app-firefox.service`.
    package let path: String

    package init(path: String) { self.path = path }

    /// The control group of a process; nil if the process has ended, or belongs to no group.
    package init?(of pid: Int32) {
        guard let contents = try? FileContents.read("/proc/\(pid)/cgroup", limit: 64 << 10) else { return nil }
        self.init(contents: contents)
    }

    /// Reads the contents of /proc/PID/cgroup.
    package init?(contents: [UInt8]) {
        let lines = contents.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: "0::/".utf8) }) else { return nil }
        path = String(decoding: line.dropFirst(3), as: UTF8.self)
    }

    /// The names of the units that hold the process, the outermost first.
    package var units: [Substring] { path.split(separator: "/").filter { !$0.hasSuffix(".slice") } }
}
