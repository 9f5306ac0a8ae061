import DispatcherCommands
import DispatcherMessages
import Foundation
import TestSupport
import UnixSystem

/// Does in this process what the commands of the scenarios would do, and records them.
final class CommandStandIn: CommandRunning {
    private let commands = Lock<[[String]]>([])
    private let (shown, showing) = AsyncStream<[String]>.makeStream()

    let units: StatusReply.Units? = nil

    /// The argument vectors of the commands, in order.
    var vectors: [[String]] { commands.withLock { $0 } }

    /// The files that `touch` would have made.
    var touched: [String] {
        vectors.filter { $0.first?.hasSuffix("/touch") ?? false }.flatMap { $0.dropFirst() }
    }

    /// The questions that a prompt was given, without those after an answer of "always".
    var questions: [String] {
        vectors.filter { $0.dropFirst().first == "answer" }.compactMap(\.last).filter { !Self.isConfirmation($0) }
    }

    /// The answers to the prompts that wait for one: `[sh, answer, later]`.
    private let answers = Lock<[Int]>([])

    /// Answers the prompt that waits.
    /// - Parameter status: Below 0 for a user who does not answer in time.
    func answer(_ status: Int) { answers.withLock { $0.append(status) } }

    /// Whether the screen is locked.
    let isLocked = Lock(false)

    private static func isConfirmation(_ question: String) -> Bool { question.hasPrefix("Always allow ") }

    /// The title and the body of the next notification.
    func notification() async -> [String]? {
        for await notification in shown { return notification }
        return nil
    }

    func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion {
        commands.withLock { $0.append(command.arguments) }
        var arguments = command.arguments[...]
        let program = arguments.popFirst().flatMap { $0.split(separator: "/").last } ?? ""
        if arguments.first == "--" { arguments.removeFirst() }
        switch program {
        case "true", "touch": return .init(end: .exited(0))
        case "false": return .init(end: .exited(1))
        case "printf": return .init(end: .exited(0), output: Array(Self.formatted(arguments).utf8))
        case "cat":
            guard let path = arguments.first else { return .init(end: .exited(0), output: command.input ?? []) }
            guard let data = FileManager.default.contents(atPath: path) else {
                return .init(end: .exited(1), lastErrorLine: "cat: \(path): No such file or directory")
            }
            return .init(end: .exited(0), output: Array(data))
        case "loginctl":
            return .init(end: .exited(0), output: Array((isLocked.withLock { $0 } ? "yes\n" : "no\n").utf8))
        case "notify-send":
            showing.yield(Array(arguments.suffix(2)))
            return .init(end: .exited(0))
        // A prompt that answers with a status, `[sh, answer, "10"]`, and confirms that of "always".
        case "sh" where arguments.first == "answer":
            if arguments.last.map(Self.isConfirmation) == true { return .init(end: .exited(0)) }
            if let status = arguments.dropFirst().first.flatMap({ Int($0) }) {
                return .init(end: status < 0 ? .timedOut : .exited(status))
            }
            while true {
                if let status = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                    return .init(end: status < 0 ? .timedOut : .exited(status))
                }
                // A stream would end for all prompts when one of them is cancelled, so this polls.
                try await Task.sleep(for: .milliseconds(2))
            }
        case "sh":
            guard let match = arguments.last?.wholeMatch(of: /echo (.*) >&2; exit (\d+)/) else { break }
            return .init(end: .exited(Int(match.2) ?? 0), lastErrorLine: String(match.1))
        default: break
        }
        throw Failure("no stand-in for \(command.arguments)")
    }

    /// Like printf(1), it repeats the format until it has used every argument.
    private static func formatted(_ arguments: ArraySlice<String>) -> String {
        guard let format = arguments.first else { return "" }
        let parts = format.components(separatedBy: "%s")
        var values = arguments.dropFirst()
        var output = ""
        repeat {
            output += parts[0]
            for part in parts.dropFirst() { output += (values.popFirst() ?? "") + part }
        } while !values.isEmpty && parts.count > 1
        return output
    }
}
