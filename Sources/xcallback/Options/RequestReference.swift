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

    /// The minimum number of characters that name an id.
    private static let shortest = 4

    /// Returns the record of the request, read and as the daemon printed it. Throws the exit status after printing an error.
    func read() throws -> (line: HistoryLine, printed: QueryValue) {
        let id = try id()
        let answer = try Daemon.call(HistoryMethod.self) { ($0.id, $0.limit) = (id, 1) }
        guard let line = answer.reply.requests.first,
            let printed = HistoryReply.printedRequests(of: answer.printed).first
        else { throw Shell.failure(absence) }
        return (line, printed)
    }

    /// Returns the whole id of the request. Throws the exit status after printing an error.
    /// - Parameter isRunning: Whether `last` means the last request that still waits or runs, not the last of all
    ///   requests.
    func id(isRunning: Bool = false) throws -> String {
        if text == "last" {
            // Running requests are read first, so that a request that ends meanwhile is found too.
            let running = try ids(limit: 1) { ($0.isRunning, $0.listsAnswers) = (true, isRunning) }
            let ended = isRunning ? [] : try ids(limit: 1) { $0.listsAnswers = false }
            // The order of the ids is the order of their times.
            guard let last = (running + ended).max() else {
                throw Shell.failure(isRunning ? "nothing is running" : "the history is empty")
            }
            return last
        }
        var ids = try ids(limit: 1) { $0.id = text }
        // A client may have given its request an id that is the end of another id.
        if text.utf8.count >= Self.shortest {
            let ending = try self.ids(limit: 2) { $0.ending = text.uppercased() }
            for id in ending where !ids.contains(id) { ids.append(id) }
        }
        return try Self.only(ids, for: text, missing: absence)
    }

    /// Says that no request has the text as its name.
    private var absence: String { "there is no request '\(Printable.shown(text, limit: 64))' in the history" }

    /// Returns the only id that a text names. Throws the exit status after printing an error.
    /// - Parameter missing: The error if no id has the name.
    static func only(_ ids: [String], for text: String, missing: String) throws -> String {
        guard let id = ids.first else { throw Shell.failure(missing) }
        guard ids.count == 1 else {
            let choices = ids.joined(separator: " or ")
            throw Shell.failure("'\(Printable.shown(text, limit: 64))' may be \(choices); write the whole id")
        }
        return id
    }

    /// Returns the ids that a text names: the same id, or all ids with this ending.
    static func matches(of text: String, among ids: [String]) -> [String] {
        let ending = text.uppercased()
        return ids.contains(ending) ? [ending] : ids.filter { ending.utf8.count >= shortest && $0.hasSuffix(ending) }
    }

    /// - Parameter select: Sets the parameters that select the requests.
    private func ids(limit: Int, _ select: (inout HistoryMethod.Parameters) -> Void) throws -> [String] {
        let history = try Daemon.call(HistoryMethod.self) {
            select(&$0)
            $0.limit = limit
        }
        return history.reply.requests.map(\.id)
    }
}
