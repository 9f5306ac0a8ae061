import ArgumentParser
import DispatcherMessages
import QueryCoding

/// A request of the history as the command line names it: by its id, by the id that its client gave it, by the last
/// characters of its id, or as `last`.
struct RequestReference: ExpressibleByArgument {
    private let text: String

    init?(argument: String) { text = argument }

    static let help: ArgumentHelp =
        "Id of the request, at least its last 4 characters, the id that its client gave it, or 'last'."

    /// How many of the last characters of an id are shown.
    static let shownLength = 6
    /// The fewest characters of an id.
    private static let shortest = 4

    /// Everything that is known of the request, as the daemon printed it. Throws the exit status after printing an error.
    func read(from daemon: DaemonOptions) throws -> QueryValue {
        let answer = try daemon.call(.history, [(.id, .string(id(from: daemon))), (.limit, 1)])
        guard let request = try DaemonOptions.read(answer, as: HistoryReply.printedRequests).first else {
            throw failure("there is no request '\(Printable.shown(text, limit: 64))' in the history")
        }
        return request
    }

    /// The whole id of the request. Throws the exit status after printing an error.
    /// - Parameter isRunning: Whether `last` is the last request that still waits or runs, and not the last of all.
    func id(from daemon: DaemonOptions, isRunning: Bool = false) throws -> String {
        if text == "last" {
            // One that ends meanwhile is found all the same, because those that run are read first.
            let running = try ids(daemon, [(.running, true)] + (isRunning ? [] : [(.answers, false)]), limit: 1)
            let ended = isRunning ? [] : try ids(daemon, [(.answers, false)], limit: 1)
            // The ids are in the order of their times.
            guard let last = (running + ended).max() else {
                throw failure(isRunning ? "nothing is running" : "the history is empty")
            }
            return last
        }
        var ids = try ids(daemon, [(.id, .string(text))], limit: 1)
        // A client may have given its request an id that is the end of another one.
        if text.utf8.count >= Self.shortest {
            for id in try self.ids(daemon, [(.ending, .string(text.uppercased()))], limit: 2) where !ids.contains(id) {
                ids.append(id)
            }
        }
        let shown = Printable.shown(text, limit: 64)
        guard let id = ids.first else { throw failure("there is no request '\(shown)' in the history") }
        guard ids.count == 1 else {
            throw failure("'\(shown)' may be \(ids.joined(separator: " or ")); write the whole id")
        }
        return id
    }

    /// The ids that a text names: the whole one, or those with such an ending.
    static func matches(of text: String, among ids: [String]) -> [String] {
        let ending = text.uppercased()
        return ids.contains(ending) ? [ending] : ids.filter { ending.utf8.count >= shortest && $0.hasSuffix(ending) }
    }

    private func ids(
        _ daemon: DaemonOptions, _ parameters: [(ParameterName, QueryValue?)], limit: Int
    ) throws -> [String] {
        let answer = try daemon.call(.history, parameters + [(.limit, .integer(limit))])
        return try DaemonOptions.read(answer, as: HistoryReply.init).requests.map(\.id)
    }

    private func failure(_ message: String) -> ExitCode {
        Shell.report(message)
        return ExitCode(ExitStatus.errorOutcome.rawValue)
    }
}
