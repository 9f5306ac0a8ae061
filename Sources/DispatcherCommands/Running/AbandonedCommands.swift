import DispatcherMessages
import Glibc
import UnixSystem

/// The commands of the requests that ran when the previous daemon was killed. The commands may still run.
package enum AbandonedCommands {
    /// Ends the commands of requests and the processes that they have started: the units of the commands, and the
    /// user's processes that have the variables of such a command.
    /// - Parameters:
    ///   - requests: The ids of the requests.
    ///   - units: Runs the commands of this daemon.
    /// - Returns: The processes that still run after SIGTERM, 2 s, SIGKILL and 1 s.
    package static func end(ofRequests requests: [String], units: UnitCommandRunner) async -> [Int32] {
        await units.stop(requests.flatMap(CommandUnit.names))
        let names = Set(requests.map { Array("\(RequestVariables.id)=\($0)".utf8)[...] })
        let route = Array("\(RequestVariables.route)=".utf8)
        // An opened app has no variable with the name of a route.
        return await end { variables in
            variables.contains { names.contains($0) } && variables.contains { $0.starts(with: route) }
        }
    }

    /// Ends the dialogs of earlier daemons with this socket folder, because no daemon would read an answer to them.
    package static func endPrompts(in folder: String) async {
        let own = promptVariables(in: folder).map { Array("\($0.key)=\($0.value)".utf8)[...] }
        let prefix = Array("\(promptVariable)=\(promptPlace(folder))".utf8)
        _ = await end { variables in variables.contains { $0.starts(with: prefix) && !own.contains($0) } }
    }

    /// Returns the variable that identifies the dialogs of this daemon.
    package static func promptVariables(in folder: String) -> [String: String] {
        [promptVariable: promptPlace(folder) + daemon]
    }

    /// The name of this daemon, which no other daemon has.
    private static let daemon = RandomToken.make()
    private static let promptVariable = "XCALLBACK_PROMPT"

    /// Returns the socket folder and the process namespace, because a container may have a folder of the same name.
    private static func promptPlace(_ folder: String) -> String {
        var status = stat()
        _ = stat("/proc/self/ns/pid", &status)
        return "\(folder):\(status.st_ino):"
    }

    /// Ends the user's processes whose variables match.
    /// - Returns: The processes that still run after SIGTERM, 2 s, SIGKILL and 1 s.
    private static func end(_ matches: ([ArraySlice<UInt8>]) -> Bool) async -> [Int32] {
        for (signal, time) in [(SIGTERM, CommandRunner.grace), (SIGKILL, Duration.seconds(1))] {
            let end = ContinuousClock.now + time
            var running = processes(matches)
            for process in running { kill(process, signal) }
            // No event reports the end of a process that is not a child of the daemon, so this loop polls.
            while !running.isEmpty, ContinuousClock.now < end, await Deadline.wait(for: .milliseconds(20)) {
                running = processes(matches)
            }
            if running.isEmpty { return [] }
        }
        return processes(matches)
    }

    private static func processes(_ matches: ([ArraySlice<UInt8>]) -> Bool) -> [Int32] {
        ((try? Directory.entries(of: "/proc")) ?? []).compactMap { Int32($0.name) }.filter { process in
            // Only the environments of the user's own processes can be read.
            guard process != getpid(),
                let environment = try? FileContents.read("/proc/\(process)/environ", limit: 4 << 20)
            else { return false }
            return matches(environment.split(separator: 0))
        }
    }
}
