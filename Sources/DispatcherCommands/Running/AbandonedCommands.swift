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
        for (signal, time) in [(SIGTERM, CommandRunner.grace), (SIGKILL, Duration.seconds(1))] {
            let end = ContinuousClock.now + time
            var running = Self.processes(having: names)
            for process in running { kill(process, signal) }
            // No event reports the end of a process that is not our child, so this polls.
            while !running.isEmpty, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(20)) {
                running = Self.processes(having: names)
            }
            if running.isEmpty { return [] }
        }
        return Self.processes(having: names)
    }

    /// The processes that have one of the variables, and that of a command's route: an app that was opened has none.
    private static func processes(having names: Set<ArraySlice<UInt8>>) -> [Int32] {
        let route = Array("\(RequestVariables.route)=".utf8)
        return ((try? Directory.entries(of: "/proc")) ?? []).compactMap { Int32($0.name) }.filter { process in
            // Only the environments of our own user's processes can be read.
            guard process != getpid(),
                let environment = try? FileContents.read("/proc/\(process)/environ", limit: 4 << 20)
            else { return false }
            let variables = environment.split(separator: 0)
            return variables.contains { names.contains($0) } && variables.contains { $0.starts(with: route) }
        }
    }
}
