import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The columns of a request's row. One walk over an entry names the columns, writes a row, or reads a row.
struct JournalColumns {
    private enum Purpose { case naming, writing, reading }

    private let purpose: Purpose
    private var columns: [(name: String, type: String)] = []
    /// The values that are written, or that are still to be read.
    private var values: ArraySlice<SQLiteValue> = []
    /// Whether all values that were read are values that this program writes.
    private var isSound = true

    private init(_ purpose: Purpose) { self.purpose = purpose }

    /// The columns, in the order of a row.
    static let all: [(name: String, type: String)] = {
        var columns = JournalColumns(.naming)
        var entry = empty
        entry.visit(&columns)
        return columns.columns
    }()

    /// The name of the column after the last one, which has the checksum of the others.
    static let checksum = "checksum"
    static let names = all.map(\.name) + [checksum]

    private static let empty = JournalEntry(
        request: AcceptedRequest(id: "", door: .control, url: ""), bootID: "", at: Timestamp(boot: 0, wall: 0))

    static func row(of entry: JournalEntry) -> [SQLiteValue] {
        var columns = JournalColumns(.writing)
        var entry = entry
        entry.visit(&columns)
        return Array(columns.values)
    }

    /// Returns the entry of a row; nil if the columns do not form an entry.
    static func entry(of row: [SQLiteValue]) -> JournalEntry? {
        var columns = JournalColumns(.reading)
        columns.values = row[...]
        var entry = empty
        entry.visit(&columns)
        return columns.isSound ? entry : nil
    }

    /// Names a column, writes its value, or reads its value.
    fileprivate mutating func callAsFunction<Value: JournalColumnValue>(
        _ name: String, _ value: inout Value, constraint: String = ""
    ) {
        switch purpose {
        case .naming: columns.append((name, Value.columnType + constraint))
        case .writing: values.append(value.column)
        case .reading:
            if let column = values.popFirst(), let read = Value(column) { value = read } else { isSound = false }
        }
    }

    fileprivate var isReading: Bool { purpose == .reading }
}

extension JournalEntry {
    /// Visits the columns in the order of a row.
    fileprivate mutating func visit(_ column: inout JournalColumns) {
        column("id", &request.id, constraint: " UNIQUE")
        column("client_id", &request.clientID)
        column("door", &request.door)
        column("depth", &request.depth)
        var peer = (pid: request.peer?.pid, program: request.peer?.program, app: request.peer?.app)
        column("peer_process", &peer.pid)
        column("peer_program", &peer.program)
        column("peer_app", &peer.app)
        column("client", &request.client)
        column("boot_id", &bootID)
        column("accepted_boot", &accepted.boot)
        column("accepted_wall", &accepted.wall)
        column("narrowing", &request.narrowing)
        var opaque = request.isOpaque ? 1 : nil
        column("opaque", &opaque)
        column("url", &request.url)
        var environment = request.environment.isEmpty ? nil : Self.object(request.environment)
        column("environment", &environment)
        var state = state
        column("state", &state)
        // Before a handler has started, the column has the question to which the user agreed.
        var name = agreement ?? route
        column("route", &name)
        column("input", &input)
        var texts = arguments.map { QueryValue.array($0.map(QueryValue.string)) }
        column("arguments", &texts)
        column("unit", &unit)
        var kind = outcome?.kind
        column("outcome", &kind)
        // An empty output has no value.
        var output: QueryValue? = if case .success(let value) = outcome, value != .object([]) { value } else { nil }
        column("output", &output)
        // An error has a code. A success may have the size of its output here.
        var code = outcome?.error?.code ?? outputSize
        column("error_code", &code)
        // The message of an error, or the reason of a cancel.
        var message = outcome?.error?.message ?? cancelReason?.rawValue
        column("error_message", &message)
        var detail = outcome?.error?.detail
        column("error_detail", &detail)
        column("callback_url", &callbackURL)
        var callback = life.callback
        column("callback_state", &callback)
        column("callback_reason", &callbackReason)
        column("running_boot", &times.running)
        column("concluded_boot", &times.concluded)
        column("claimed_boot", &times.claimed)
        column("settled_boot", &times.settled)
        column("cursor", &cursor)
        guard column.isReading else { return }
        request.peer = peer.pid.map { PeerProcess(pid: $0, program: peer.program, app: peer.app) }
        request.isOpaque = opaque != nil
        request.environment = Dictionary((environment?.members ?? []).map { ($0.name, $0.value.string ?? "") }) { $1 }
        arguments = texts?.texts
        life = Life(state, name, callback)
        route = state == .accepted ? nil : name
        switch kind {
        case .success: outcome = .success(output ?? .object([]))
        case .error: outcome = .error(OutcomeError(code: code ?? 0, message: message ?? "", detail: detail))
        case .cancel: outcome = .cancel
        case nil: break
        }
        guard kind != .error else { return }
        outputSize = code
        cancelReason = message.flatMap(CancelReason.init)
    }

    private static func object(_ texts: [String: String]) -> QueryValue {
        .object(texts.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
}

extension Life {
    /// The life of a request, as far as its row tells.
    fileprivate init(_ state: JournalEntry.State, _ name: String?, _ callback: CallbackState?) {
        self =
            switch (state, name, callback) {
            case (.accepted, let question, _): question.map(Self.asked) ?? .accepted
            case (.running, let route, _): route.map(Self.running) ?? .calling
            case (.concluded, _, .unclaimed): .concluded
            case (.concluded, _, .claimed): .claimed
            case (.concluded, _, let end): .settled(end)
            }
    }
}

/// A type that a column may have.
private protocol JournalColumnValue: SendableMetatype {
    static var columnType: String { get }
    init?(_ column: SQLiteValue)
    var column: SQLiteValue { get }
}

extension String: JournalColumnValue {
    fileprivate static var columnType: String { "TEXT NOT NULL" }
    fileprivate init?(_ column: SQLiteValue) {
        guard let text = column.string else { return nil }
        self = text
    }
    /// SQLite's functions end a text at a NUL.
    fileprivate var column: SQLiteValue { .text(utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self) }
}

extension FixedWidthInteger {
    fileprivate static var columnType: String { "INTEGER NOT NULL" }
    fileprivate init?(_ column: SQLiteValue) {
        guard let number = column.number else { return nil }
        self.init(exactly: number)
    }
    fileprivate var column: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: JournalColumnValue {}
extension Int: JournalColumnValue {}
extension Int32: JournalColumnValue {}

/// JSON. It needs no depth limit: the checksum shows that this program wrote it.
extension QueryValue: JournalColumnValue {
    fileprivate static var columnType: String { String.columnType }
    fileprivate init?(_ column: SQLiteValue) {
        guard let text = column.string, let value = try? JSONParser.parse(Array(text.utf8), depthLimit: 512)
        else { return nil }
        self = value
    }
    fileprivate var column: SQLiteValue { .text(json) }
}

extension RawRepresentable<String> {
    fileprivate static var columnType: String { String.columnType }
    fileprivate init?(_ column: SQLiteValue) { self.init(rawValue: column.string ?? "") }
    fileprivate var column: SQLiteValue { .text(rawValue) }
}

extension Door: JournalColumnValue {}
extension JournalEntry.State: JournalColumnValue {}
extension CallbackKind: JournalColumnValue {}
extension CallbackState: JournalColumnValue {}

extension Optional: JournalColumnValue where Wrapped: JournalColumnValue {
    fileprivate static var columnType: String { String(Wrapped.columnType.prefix { $0 != " " }) }
    fileprivate init?(_ column: SQLiteValue) {
        if case .none = column {
            self = .none
        } else if let value = Wrapped(column) {
            self = value
        } else {
            return nil
        }
    }
    fileprivate var column: SQLiteValue { self?.column ?? .none }
}
