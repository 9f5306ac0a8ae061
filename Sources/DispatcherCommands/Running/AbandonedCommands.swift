import DispatcherMessages
import Glibc
import UnixSystem

/// The commands of requests that the previous daemon was killed under. They may have outlived it.
package struct AbandonedCommands: Sendable {
    private let units: UnitCommandRunner

    package init(units: UnitCommandRunner) { self.units = units }

    /// Ends the commands of requests and what they have started: their units, and the processes of our user that have the
    /// variables of such a command.
    /// - Parameter requests: The ids of the requests.
    /// - Returns: The processes that still run, after SIGTERM, 2 s, SIGKILL and 1 s.
    package func end(ofRequests requests: [String]) async -> [Int32] {
        await units.stop(requests.flatMap(CommandUnit.names))
        let names = Set(requests.map { Array("\(RequestVariables.id)=\($0)".utf8)[...] })
        let route = Array("\(RequestVariables.route)=".utf8)
        // An app that was opened has no variable of a route.
        return await Self.end { variables in
            variables.contains { names.contains($0) } && variables.contains { $0.starts(with: route) }
        }
    }

    /// Ends the dialogs of the daemons that had the socket folder before this one: an answer to them would reach nobody.
    package static func endPrompts(in folder: String) async {
        let own = promptVariables(in: folder).map { Array("\($0.key)=\($0.value)".utf8)[...] }
        let prefix = Array("\(promptVariable)=\(promptPlace(folder))".utf8)
        _ = await end { variables in variables.contains { $0.starts(with: prefix) && !own.contains($0) } }
    }

    /// The variable that tells the dialogs of this daemon.
    package static func promptVariables(in folder: String) -> [String: String] {
        let stat = String(decoding: (try? FileContents.read("/proc/self/stat")) ?? [], as: UTF8.self)
        // The process and its start (proc(5)) belong to no other daemon. The name of the program may have any characters.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return [promptVariable: "\(promptPlace(folder))\(getpid())@\(fields.count > 19 ? String(fields[19]) : "")"]
    }

    private static let promptVariable = "XCALLBACK_PROMPT"

    /// The socket folder, and the namespace of processes: a container may have a folder of the same name.
    private static func promptPlace(_ folder: String) -> String {
        var status = stat()
        _ = stat("/proc/self/ns/pid", &status)
        return "\(folder):\(status.st_ino):"
    }

    /// Ends the processes of our user whose variables match.
    /// - Returns: Those that still run, after SIGTERM, 2 s, SIGKILL and 1 s.
    private static func end(_ matches: ([ArraySlice<UInt8>]) -> Bool) async -> [Int32] {
        for (signal, time) in [(SIGTERM, CommandRunner.grace), (SIGKILL, Duration.seconds(1))] {
            let end = ContinuousClock.now + time
            var running = processes(matches)
            for process in running { kill(process, signal) }
            // No event reports the end of a process that is not our child, so this polls.
            while !running.isEmpty, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(20)) {
                running = processes(matches)
            }
            if running.isEmpty { return [] }
        }
        return processes(matches)
    }

    private static func processes(_ matches: ([ArraySlice<UInt8>]) -> Bool) -> [Int32] {
        ((try? Directory.entries(of: "/proc")) ?? []).compactMap { Int32($0.name) }.filter { process in
            // Only the environments of our own user's processes can be read.
            guard process != getpid(),
                let environment = try? FileContents.read("/proc/\(process)/environ", limit: 4 << 20)
            else { return false }
            return matches(environment.split(separator: 0))
        }
    }
}
