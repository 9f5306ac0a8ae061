/// The control group of a process (cgroups(7)). systemd names it after the unit.
package struct ControlGroup: Sendable, Hashable {
    /// Such as `/user.slice/user-1000.slice/user@1000.service/app.slice/app-firefox.service`.
    package let path: String

    package init(path: String) { self.path = path }

    /// The control group of a process; nil if the process has ended, or belongs to no group.
    package init?(of pid: Int32) {
        guard let contents = try? FileContents.read("/proc/\(pid)/cgroup", limit: 64 << 10) else { return nil }
        self.init(contents: contents)
    }

    /// Reads the contents of /proc/PID/cgroup: the group in the unified hierarchy or, on a system that has both, in that of
    /// systemd.
    package init?(contents: [UInt8]) {
        let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n")
        let line =
            lines.first { $0.hasPrefix("0::/") && $0 != "0::/" } ?? lines.first { $0.contains(":name=systemd:/") }
            ?? lines.first { $0 == "0::/" }
        guard let path = line?.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last else {
            return nil
        }
        self.init(path: String(path))
    }

    /// The names of the units that hold the process, the outermost first.
    package var units: [Substring] { path.split(separator: "/").filter { !$0.hasSuffix(".slice") } }
}
