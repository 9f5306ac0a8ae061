import ArgumentParser
import DispatcherMessages
import QueryCoding
import UnixSystem

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
            switch (member.name, member.value) {
            case (HistoryLine.Name.time, .string(let text)):
                show(member.name, .string(LocalTime(text)?.long ?? text))
            case (HistoryLine.Name.outputSize, .number(let bytes)):
                print("output", "\(bytes) bytes, too many to be recorded")
            case (HistoryLine.Name.command, .array(let words)):
                print(member.name, Printable.command(words.map { $0.text ?? $0.json }))
            case (HistoryLine.Name.steps, .object(let steps)):
                Shell.print(member.name)
                for step in steps { print("  \(step.name)", "\(step.value.json) ms") }
            default: show(member.name, member.value)
            }
        }
    }

    /// Prints a member in its own line, with the members of an object indented below it.
    private func show(_ name: String, _ value: QueryValue, indentation: Int = 0) {
        let label = String(repeating: " ", count: indentation) + name
        switch value {
        case .object(let members):
            Shell.print(Printable.shown(label))
            for member in members { show(member.name, member.value, indentation: indentation + 2) }
        case .string(let text): print(label, Printable.shown(text, limit: nil))
        case .array, .bool, .null, .number: print(label, Printable.shown(value.json, limit: nil))
        }
    }

    private func print(_ label: String, _ text: String) {
        let label = Printable.shown(label)
        Shell.print(label + String(repeating: " ", count: max(1, 14 - label.columns)) + text)
    }
}
