import ArgumentParser
import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// `xcallback history show ID`
struct HistoryShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that is recorded about a request.",
        discussion: """
            Example:
              xcallback history show last
            """)

    @Flag(help: "Print the request as JSON.")
    var json = false

    @Argument(help: RequestReference.help, completion: NameCompletion.requests)
    var id: RequestReference

    func run() throws {
        let (line, request) = try id.read()
        guard !json else { return Shell.print(json: request) }
        for member in request.members ?? [] {
            switch (member.name, member.value) {
            case (HistoryLine.CodingKeys.time.rawValue, .string(let text)):
                show(member.name, .string(LocalTime(text)?.long ?? text))
            case (HistoryLine.CodingKeys.outputSize.rawValue, .number(let bytes)):
                print("output", "\(bytes) bytes, too many to be recorded")
            case (HistoryLine.CodingKeys.command.rawValue, .array(let words)):
                print(member.name, Printable.command(words.map { $0.text ?? $0.json }))
            case (HistoryLine.CodingKeys.steps.rawValue, .object(let steps)):
                Shell.print(member.name)
                for step in steps { print("  \(step.name)", "\(step.value.json) ms") }
            default: show(member.name, member.value)
            }
        }
        for miss in try nearMisses(of: line) { print("near miss", Printable.shown(miss, limit: nil)) }
    }

    /// Returns the near misses of a request's URL; none if the URL would reach another route now. The journal does not
    /// record near misses, so the daemon finds them by its present routes.
    private func nearMisses(of line: HistoryLine) throws -> [String] {
        guard line.route != nil || line.error?.code == StandardCode.noRoute.rawValue else { return [] }
        let reply = try Daemon.call(ExplainMethod.self) { ($0.url, $0.door) = (line.url, line.door) }.reply
        return reply.route == line.route ? reply.nearMisses : []
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
