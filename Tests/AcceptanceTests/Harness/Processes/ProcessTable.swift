import Foundation

/// The facts about other processes in /proc.
enum ProcessTable {
    /// Whether a process lives. One that has ended and waits for its parent does not.
    static func isAlive(_ pid: Int) -> Bool {
        guard let fields = status(pid) else { return false }
        return fields.state != "Z" && fields.state != "X"
    }

    /// The children of a process, zombies included.
    static func children(of parent: pid_t) -> [Int] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { Int($0) }.filter { status($0)?.parent == Int(parent) }
    }

    /// The number of open descriptors of a process.
    static func descriptors(of pid: pid_t) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
    }

    /// The memory of a process that no other process shares, in KiB.
    static func privateMemory(of pid: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
    }

    private static func status(_ pid: Int) -> (state: Substring, parent: Int)? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[name...].split(separator: " ")
        guard fields.count > 2, let parent = Int(fields[2]) else { return nil }
        return (fields[1], parent)
    }
}
