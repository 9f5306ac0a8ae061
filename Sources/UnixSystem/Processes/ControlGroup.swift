/// The control group of a process (cgroups(7)). systemd names it after the unit.
package struct ControlGroup: Sendable, Hashable {
    /// The path of the group, such as `/user.slice/user-1000.slice/user@1000.service/app.slice/app-firefox.service`.
    package let path: String

    package init(path: String) { self.path = path }

    /// The control group of a process; nil if the process has ended, or belongs to no group.
    package init?(of pid: Int32) {
        guard let contents = try? FileContents.read("/proc/\(pid)/cgroup", limit: 64 << 10) else { return nil }
        self.init(contents: contents)
    }

    /// Parses the contents of /proc/PID/cgroup. The group is the process's group in the unified hierarchy or, on a
    /// system with both hierarchies, in systemd's hierarchy.
    package init?(contents: [UInt8]) {
        var named: ArraySlice<UInt8>?
        var root: ArraySlice<UInt8>?
        // Split as bytes, because the contents are read for each connection.
        for line in contents.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[2].first == UInt8(ascii: "/") else { continue }
            if fields[1].isEmpty, fields[0].elementsEqual("0".utf8) {
                guard fields[2].count == 1 else {
                    self.init(path: String(decoding: fields[2], as: UTF8.self))
                    return
                }
                root = fields[2]
            } else if named == nil, fields[1].elementsEqual("name=systemd".utf8) {
                named = fields[2]
            }
        }
        guard let path = named ?? root else { return nil }
        self.init(path: String(decoding: path, as: UTF8.self))
    }

    /// The names of the units that contain the process, the outermost first.
    package var units: [Substring] { path.split(separator: "/").filter { !$0.hasSuffix(".slice") } }

    /// The name of the outermost unit of the user manager that contains the process.
    package var unit: Substring? { units.first { !$0.hasPrefix("user@") } }
}
