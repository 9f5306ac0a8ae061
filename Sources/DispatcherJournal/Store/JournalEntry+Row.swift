import DispatcherMessages
import GRDB
import QueryCoding
import UnixSystem
import XCallbackURL

/// An entry as the values of a row.
extension JournalEntry {
    /// The columns that no step changes. An update omits them, and so leaves their indexes alone.
    static let fixedColumns = [
        "id", "client_id", "door", "depth", "peer_process", "peer_program", "boot_id", "accepted_boot", "accepted_wall",
        "narrowing", "peer_app",
    ]
    /// How many of them later versions have added, at their end.
    private static let laterColumns = 2
    /// The other columns.
    static let changingColumns = [
        "url", "environment", "state", "route", "input", "arguments", "outcome", "output", "error_code",
        "error_message", "error_detail", "callback_url", "callback_state", "callback_reason", "running_boot",
        "concluded_boot", "claimed_boot", "settled_boot", "cursor",
    ]
    /// All columns, in the order of `values`.
    static let columns = fixedColumns + changingColumns

    var values: [DatabaseValue] {
        var output: String?
        var error: OutcomeError?
        switch outcome {
        case .success(.object([])): break
        case .success(let value): output = value.json
        case .error(let fault): error = fault
        case .cancel, nil: break
        }
        return [
            request.id.column, request.clientID.column, request.door.rawValue.column, request.depth.databaseValue,
            (request.peer?.pid).column, (request.peer?.program).column, bootID.column,
            accepted.boot.databaseValue, accepted.wall.databaseValue, (request.narrowing?.json).column,
            (request.peer?.app).column, request.url.column, environment.column, state.rawValue.databaseValue,
            (isCall ? "" : route).column,
            (input?.json).column, arguments.map { QueryValue.array($0.map { .string($0) }).json }.column,
            (outcome?.kind.rawValue).column, output.column, (error?.code).column, (error?.message).column,
            (error?.detail).column, (callback?.url).column, (callback?.state.rawValue).column,
            (callback?.reason).column, times.running.column, times.concluded.column, times.claimed.column,
            times.settled.column, cursor.column,
        ]
    }

    /// The session variables as JSON, by name; nil for none.
    private var environment: String? {
        guard !request.environment.isEmpty else { return nil }
        let members = request.environment.sorted { $0.key < $1.key }
        return QueryValue.object(members.map { QueryValue.Member($0.key, .string($0.value)) }).json
    }

    /// The checksum of a row. A column of a later version counts only if it has a value, so that older rows keep their
    /// checksum.
    static func checksum(of values: [DatabaseValue]) -> Int64 {
        let (first, next) = (fixedColumns.count - laterColumns, fixedColumns.count)
        return RowChecksum(values[..<first] + values[first..<next].filter { !$0.isNull } + values[next...]).value
    }

    /// Reads `columns` and their checksum. Nil if the checksum does not match.
    init?(values: [DatabaseValue], checksum: DatabaseValue) {
        guard values.count == Self.columns.count, Int64.fromDatabaseValue(checksum) == Self.checksum(of: values)
        else { return nil }
        var reader = ColumnReader(values)
        guard let id: String = reader.next() else { return nil }
        let clientID: String? = reader.next()
        guard let door = reader.next().flatMap(Door.init), let depth: Int = reader.next() else { return nil }
        let process: Int32? = reader.next()
        let program: String? = reader.next()
        guard let bootID: String = reader.next(), let boot: Int64 = reader.next(), let wall: Int64 = reader.next()
        else { return nil }
        let narrowing = reader.value()
        let app: String? = reader.next()
        guard let url: String = reader.next() else { return nil }
        let environment = reader.value()
        guard let state = reader.next().flatMap(State.init) else { return nil }
        request = AcceptedRequest(
            id: id, clientID: clientID, door: door, url: url, depth: depth,
            peer: process.map { PeerProcess(pid: $0, program: program, app: app) },
            environment: environment?.textsByName ?? [:], narrowing: narrowing)
        self.bootID = bootID
        accepted = Timestamp(boot: boot, wall: wall)
        self.state = state
        let route: String? = reader.next()
        isCall = route == ""
        self.route = isCall ? nil : route
        input = reader.value()
        arguments = reader.value()?.texts
        outcome = reader.outcome()
        callback = reader.callback()
        times = Times(
            running: reader.next(), concluded: reader.next(), claimed: reader.next(), settled: reader.next())
        cursor = reader.next()
    }
}

/// Reads the values of a row one by one.
private struct ColumnReader {
    private let values: [DatabaseValue]
    private var index = 0

    init(_ values: [DatabaseValue]) { self.values = values }

    mutating func next<Value: DatabaseValueConvertible>() -> Value? {
        defer { index += 1 }
        return Value.fromDatabaseValue(values[index])
    }

    /// Reads the JSON of a column. It needs no depth limit: the checksum shows that this program wrote it.
    mutating func value() -> QueryValue? {
        let text: String? = next()
        return text.map { (try? JSONParser.parse(Array($0.utf8), depthLimit: 512)) ?? .null }
    }

    mutating func outcome() -> Outcome? {
        let kind: String? = next()
        let output = value()
        let code: Int? = next()
        let message: String? = next()
        let detail: String? = next()
        switch kind.flatMap(CallbackKind.init) {
        case .success: return .success(output ?? .object([]))
        case .error: return .error(OutcomeError(code: code ?? 0, message: message ?? "", detail: detail))
        case .cancel: return .cancel
        case nil: return nil
        }
    }

    mutating func callback() -> CallbackReport? {
        let url: String? = next()
        let state: String? = next()
        let reason: String? = next()
        guard let url, let state = state.flatMap(CallbackState.init) else { return nil }
        return CallbackReport(url: url, state: state, reason: reason)
    }
}

extension String {
    /// The text up to its first NUL, because SQLite ends texts there.
    var column: DatabaseValue { (utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self).databaseValue }
}

extension String? {
    var column: DatabaseValue { self?.column ?? .null }
}

extension Optional where Wrapped: FixedWidthInteger & DatabaseValueConvertible {
    var column: DatabaseValue { self?.databaseValue ?? .null }
}

extension QueryValue {
    /// The members of an object whose values are texts.
    fileprivate var textsByName: [String: String] {
        (members ?? []).reduce(into: [:]) { texts, member in texts[member.name] = member.value.string }
    }
}
