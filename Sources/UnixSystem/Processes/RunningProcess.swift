import Glibc

/// A process that runs now, as proc(5) shows it.
package struct RunningProcess: Sendable, Hashable {
    /// The path of the program; nil if this process may not read it.
    package let program: String?
    package let parent: Int32
    /// Whether the controlling terminal is a pseudo-terminal: the process was started in a window of a terminal.
    package let isInTerminal: Bool
    package let group: ControlGroup?

    package init(program: String?, parent: Int32, isInTerminal: Bool = false, group: ControlGroup?) {
        self.program = program
        self.parent = parent
        self.isInTerminal = isInTerminal
        self.group = group
    }

    /// Looks up a process; nil if it has ended.
    package init?(_ pid: Int32) {
        guard let line = try? FileContents.read("/proc/\(pid)/stat", limit: 4096),
            // The name before this bracket may have any characters. The fields after it: state, parent, process group,
            // session, terminal.
            let bracket = line.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = line[bracket...].split(separator: UInt8(ascii: " ")).prefix(6)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        guard fields.count == 6, let parent = fields[2].flatMap(Int32.init(exactly:)), let terminal = fields[5] else {
            return nil
        }
        self.init(
            program: File.destination(ofLink: "/proc/\(pid)/exe"), parent: parent,
            isInTerminal: Self.pseudoTerminals.contains(terminal >> 8 & 0xfff), group: ControlGroup(of: pid))
    }

    /// The major numbers of pseudo-terminals (devices.txt of the Linux kernel).
    private static let pseudoTerminals = 136...143
}
