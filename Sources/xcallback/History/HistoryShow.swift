import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback history show ID`
struct HistoryShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that is recorded about a request.",
        discussion: """
            Example:
              xcallback history show last
            """)

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print the request as JSON.")
    var json = false

    @Argument(help: RequestReference.help, completion: NameCompletion.requests)
    var id: RequestReference

    func run() throws {
        let request = try id.read(from: daemon)
        guard !json else { return Shell.print(json: request) }
        for member in request.members ?? [] {
            let time = member.name == "time" ? member.value.string.flatMap { LocalTime($0) } : nil
            show(member.name, time.map { .string($0.long) } ?? member.value)
        }
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
