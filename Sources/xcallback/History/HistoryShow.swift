import ArgumentParser
import DispatcherMessages
import ProgramHelp
import QueryCoding
import RequestRecord
import URLSchemeRouter
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
        let misses = try nearMisses(of: line).map { Row("near miss", $0) }
        let rows =
            (request.members ?? []).flatMap { Self.rows(of: $0, in: line) } + Self.hiddenReason(of: line) + misses
        let column = max(14, (rows.map(\.label.columns).max() ?? 0) + 2)
        for row in rows {
            let label = row.text.isEmpty && row.command.isEmpty ? row.label : row.label.padded(to: column)
            Shell.print(label + row.text, copied: row.command, indentation: column)
        }
    }

    /// Returns the line of the log with the reason of a failed click, which is not recorded, because pages get what is
    /// recorded. Without such a line, returns where the reason is.
    private static func hiddenReason(of line: HistoryLine) -> [Row] {
        guard line.error?.message == OutcomeError.opaqueMessage else { return [] }
        let pattern = "^a command failed code=[^ ]* id=\(line.id) "
        let search = Daemon.journal + ["--quiet", "--output=cat", "--lines=1", "--grep=\(pattern)"]
        let logged = ChildOutput.run(search)?.lines ?? []
        return logged.isEmpty ? [Row("why", whereHidden)] : logged.map { Row("log", $0) }
    }

    private static let whereHidden =
        "the notification and the daemon's log have the last line of standard error; 'errors: stderr' in the route records it"

    /// A member of the record for people. The members of an object are indented below it.
    private struct Row {
        let label, text, command: String

        init(_ label: String, _ text: String = "", command: String = "") {
            (self.label, self.text, self.command) = (Printable.shown(label), Printable.shown(text, limit: nil), command)
        }
    }

    private static func rows(of member: QueryValue.Member, in line: HistoryLine) -> [Row] {
        switch (HistoryLine.CodingKeys(rawValue: member.name), member.value) {
        case (.time, .string(let text)): [Row(member.name, LocalTime(text)?.long ?? text)]
        case (.door, _): [Row("from", line.door.rawValue)]
        case (.milliseconds, _): [Row("took", took(line))]
        case (.outputSize, .number(let bytes)): [Row("output", "\(bytes) bytes, too many to be recorded")]
        case (.command, .array(let words)):
            [Row(member.name, command: Printable.command(words.map { $0.text ?? $0.json }))]
        case (.steps, .object(let steps)):
            [Row(member.name)] + steps.map { Row("  \($0.name)", "\($0.value.json) ms") }
        default: rows(member.name, member.value)
        }
    }

    /// Returns the time from the acceptance to the outcome, as in the list, and the part of it before the handler started.
    private static func took(_ line: HistoryLine) -> String {
        let waiting = line.steps?.waiting.map { ", \(LocalTime.brief($0.duration)) of it waiting" } ?? ""
        return (line.milliseconds.map { LocalTime.brief($0.duration) } ?? "-") + waiting
    }

    private static func rows(_ label: String, _ value: QueryValue) -> [Row] {
        switch value {
        case .object(let members):
            [Row(label)] + members.flatMap { rows(label.prefix { $0 == " " } + "  \($0.name)", $0.value) }
        case .string(let text): [Row(label, text)]
        case .array, .bool, .null, .number: [Row(label, value.json)]
        }
    }

    /// Returns the near misses of a request's URL; none if the URL would reach another route now. The journal does not
    /// record near misses, so the daemon finds them by its present routes.
    private func nearMisses(of line: HistoryLine) throws -> [String] {
        guard line.route != nil || line.error?.code == StandardCode.noRoute.rawValue else { return [] }
        let reply = try Daemon.call(ExplainMethod.self) { ($0.url, $0.door) = (line.url, line.door) }.reply
        return reply.route == line.route ? reply.nearMisses : []
    }
}
