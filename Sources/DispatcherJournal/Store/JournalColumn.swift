import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// A column of a request's row. One list of columns makes the table and the statements, and reads the rows.
struct JournalColumn: Sendable {
    let name: String
    let type: String
    /// Whether a step may change the column. An update omits the other columns, so that their indexes need no change.
    let isChanging: Bool
    private let value: @Sendable (JournalEntry) -> SQLiteValue
    /// Sets the column's part of an entry. Returns false for a value that this program never writes.
    private let set: @Sendable (SQLiteValue, inout JournalEntry) -> Bool

    /// The columns, in the order in which a row is read.
    static let all: [JournalColumn] = [
        .init("id", \.request.id, constraint: " UNIQUE"), .init("client_id", \.request.clientID),
        .init("door", \.request.door), .init("depth", \.request.depth), .init("peer_process", \.peerProcess),
        .init("peer_program", \.peerProgram), .init("peer_app", \.peerApp), .init("client", \.request.client),
        .init("boot_id", \.bootID), .init("accepted_boot", \.accepted.boot), .init("accepted_wall", \.accepted.wall),
        .init("narrowing", \.request.narrowing), .init("opaque", \.opaque),
        .changing("url", \.request.url), .changing("environment", \.environment), .changing("state", \.stateColumn),
        .changing("route", \.routeColumn), .changing("input", \.input), .changing("arguments", \.argumentList),
        .changing("unit", \.unit), .changing("outcome", \.outcomeKind), .changing("output", \.output),
        .changing("error_code", \.code), .changing("error_message", \.message), .changing("error_detail", \.detail),
        .changing("callback_url", \.callbackURL), .changing("callback_state", \.callbackState),
        .changing("callback_reason", \.callbackReason), .changing("running_boot", \.times.running),
        .changing("concluded_boot", \.times.concluded), .changing("claimed_boot", \.times.claimed),
        .changing("settled_boot", \.times.settled), .changing("cursor", \.cursor),
    ]

    /// The name of the column after the last one, which has the checksum of the others.
    static let checksum = "checksum"
    static let names = all.map(\.name) + [checksum]

    private init<Value: JournalColumnValue>(
        _ name: String, _ path: any WritableKeyPath<JournalEntry, Value> & Sendable, constraint: String = "",
        isChanging: Bool = false
    ) {
        self.name = name
        type = Value.columnType + constraint
        self.isChanging = isChanging
        value = { $0[keyPath: path].column }
        set = { column, entry in
            guard let value = Value(column) else { return false }
            entry[keyPath: path] = value
            return true
        }
    }

    private static func changing<Value: JournalColumnValue>(
        _ name: String, _ path: any WritableKeyPath<JournalEntry, Value> & Sendable
    ) -> Self {
        Self(name, path, isChanging: true)
    }

    static func row(of entry: JournalEntry) -> [SQLiteValue] { all.map { $0.value(entry) } }

    /// Returns the entry of a row; nil if the columns do not form an entry.
    static func entry(of row: [SQLiteValue]) -> JournalEntry? {
        var entry = JournalEntry(
            request: AcceptedRequest(id: "", door: .control, url: ""), bootID: "", at: Timestamp(boot: 0, wall: 0))
        return zip(all, row).allSatisfy { $0.set($1, &entry) } ? entry : nil
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

/// The parts of an entry that have columns of another form. A row is read in the order of its columns, so each setter
/// finds what the columns before it have set.
extension JournalEntry {
    fileprivate var peerProcess: Int32? {
        get { request.peer?.pid }
        set { request.peer = newValue.map { PeerProcess(pid: $0) } }
    }

    fileprivate var peerProgram: String? {
        get { request.peer?.program }
        set { request.peer = request.peer.map { PeerProcess(pid: $0.pid, program: newValue) } }
    }

    fileprivate var peerApp: String? {
        get { request.peer?.app }
        set { request.peer = request.peer.map { PeerProcess(pid: $0.pid, program: $0.program, app: newValue) } }
    }

    fileprivate var opaque: Int? {
        get { request.isOpaque ? 1 : nil }
        set { request.isOpaque = newValue != nil }
    }

    /// The session variables by name; nil if there are no variables.
    fileprivate var environment: QueryValue? {
        get {
            guard !request.environment.isEmpty else { return nil }
            return .object(request.environment.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
        }
        set {
            let members = newValue?.members ?? []
            request.environment = Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { $1 }
        }
    }

    fileprivate var argumentList: QueryValue? {
        get { arguments.map { .array($0.map(QueryValue.string)) } }
        set { arguments = newValue?.texts }
    }

    /// The life as far as the state tells.
    fileprivate var stateColumn: State {
        get { state }
        set {
            life =
                switch newValue {
                case .accepted: .accepted
                case .running: .calling
                case .concluded: .settled(nil)
                }
        }
    }

    /// The route; before a handler has started, the question to which the user agreed.
    fileprivate var routeColumn: String? {
        get { agreement ?? route }
        set {
            switch (life, newValue) {
            case (.accepted, let question?): life = .asked(question)
            case (.calling, let name?):
                life = .running(name)
                route = name
            default: route = newValue
            }
        }
    }

    fileprivate var callbackState: CallbackState? {
        get { life.callback }
        set {
            guard case .settled = life else { return }
            life =
                switch newValue {
                case .unclaimed: .concluded
                case .claimed: .claimed
                case let end: .settled(end)
                }
        }
    }

    fileprivate var outcomeKind: CallbackKind? {
        get { outcome?.kind }
        set {
            outcome = newValue.map { kind in
                switch kind {
                case .success: .success(.object([]))
                case .error: .error(OutcomeError(code: 0, message: ""))
                case .cancel: .cancel
                }
            }
        }
    }

    /// The output; nil for none, and for an empty output.
    fileprivate var output: QueryValue? {
        get { if case .success(let output) = outcome, output != .object([]) { output } else { nil } }
        set { if let newValue, case .success = outcome { outcome = .success(newValue) } }
    }

    /// The code of an error. A success has no code, but may have the size of its output.
    fileprivate var code: Int? {
        get { outcome?.error?.code ?? outputSize }
        set { if !changeError({ $0.code = newValue ?? 0 }) { outputSize = newValue } }
    }

    /// The message of an error, or the reason of a cancel.
    fileprivate var message: String? {
        get { outcome?.error?.message ?? cancelReason?.rawValue }
        set { if !changeError({ $0.message = newValue ?? "" }) { cancelReason = newValue.flatMap(CancelReason.init) } }
    }

    fileprivate var detail: String? {
        get { outcome?.error?.detail }
        set { _ = changeError { $0.detail = newValue } }
    }

    /// Returns false if the outcome is no error.
    private mutating func changeError(_ change: (inout OutcomeError) -> Void) -> Bool {
        guard case .error(var error) = outcome else { return false }
        change(&error)
        outcome = .error(error)
        return true
    }
}
