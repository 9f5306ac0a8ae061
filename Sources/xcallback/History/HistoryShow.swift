import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback history show ID`
struct HistoryShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that is recorded about a request.",
        discussion: """
            Example:
              xcallback history show 01JD8Z7Q4N
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the request as JSON.")
    var json = false

    @Argument(help: "Id of the request, or the id that its client gave it.")
    var id: String

    func run() throws {
        let answer = try daemon.call(.history, [(.id, .string(id)), (.limit, 1)])
        guard let request = try DaemonOptions.read(answer, as: HistoryReply.printedRequests).first else {
            Shell.report("there is no request '\(Printable.line(id, limit: 64))' in the history")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
        guard !json else { return Shell.print(request.json) }
        for member in request.members ?? [] { show(member.name, member.value) }
    }

    /// Prints a member in its own line, with the members of an object indented below it.
    private func show(_ name: String, _ value: QueryValue, indentation: Int = 0) {
        let label = String(repeating: " ", count: indentation) + name
        let column = label.count < 14 ? label + String(repeating: " ", count: 14 - label.count) : label + " "
        switch value {
        case .object(let members):
            Shell.print(Printable.line(label))
            for member in members { show(member.name, member.value, indentation: indentation + 2) }
        case .string(let text): Shell.print(Printable.line(column + text, limit: .max))
        case .array, .bool, .null, .number: Shell.print(Printable.line(column + value.json, limit: .max))
        }
    }
}
