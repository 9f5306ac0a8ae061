import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// An entry as the columns of a row.
extension JournalEntry {
    /// The columns that no step changes. An update omits these columns, so that their indexes need no change.
    static let fixedColumns = [
        "id", "client_id", "door", "depth", "peer_process", "peer_program", "peer_app", "client", "boot_id",
        "accepted_boot",
        "accepted_wall", "narrowing", "opaque",
    ]
    /// The columns that a step may change.
    static let changingColumns = [
        "url", "environment", "state", "route", "input", "arguments", "unit", "outcome", "output", "error_code",
        "error_message", "error_detail", "callback_url", "callback_state", "callback_reason", "running_boot",
        "concluded_boot", "claimed_boot", "settled_boot", "cursor",
    ]
    /// All columns, in the order of a row's bytes.
    static let columns = fixedColumns + changingColumns

    /// Adds `columns` to a row.
    func add(to row: inout RowBytes) {
        row.add(request.id)
        row.add(request.clientID)
        row.add(request.door.rawValue)
        row.add(Int64(request.depth))
        row.add((request.peer?.pid).map(Int64.init))
        row.add(request.peer?.program)
        row.add(request.peer?.app)
        row.add(request.client)
        row.add(bootID)
        row.add(accepted.boot)
        row.add(accepted.wall)
        row.add(request.narrowing)
        row.add(request.isOpaque ? 1 : Int64?.none)
        row.add(request.url)
        row.add(environment)
        row.add(state.rawValue)
        row.add(routeColumn)
        row.add(input)
        row.add(arguments.map { QueryValue.array($0.map(QueryValue.string)) })
        row.add(unit)
        addOutcome(to: &row)
        row.add(callbackURL)
        row.add(life.callback?.rawValue)
        row.add(callbackReason)
        row.add(times.running)
        row.add(times.concluded)
        row.add(times.claimed)
        row.add(times.settled)
        row.add(cursor)
    }

    /// The route; before a handler has started, the agreement.
    private var routeColumn: String? { agreement ?? route }

    private func addOutcome(to row: inout RowBytes) {
        var output: QueryValue?
        var error: OutcomeError?
        switch outcome {
        case .success(.object([])), .cancel, nil: break
        case .success(let value): output = value
        case .error(let fault): error = fault
        }
        row.add(outcome?.kind.rawValue)
        row.add(output)
        // A success has no code.
        row.add((error?.code ?? outputSize).map(Int64.init))
        // A cancel has no error.
        row.add(error?.message ?? cancelReason?.rawValue)
        row.add(error?.detail)
    }

    /// The session variables by name; nil if there are no variables.
    private var environment: QueryValue? {
        guard !request.environment.isEmpty else { return nil }
        return .object(request.environment.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }

    /// Reads the columns of a row; nil if the columns do not form an entry.
    init?(_ row: RowBytes) {
        guard let entry = row.bytes.withUnsafeBytes({ Self(columns: $0) }) else { return nil }
        self = entry
    }

    private init?(columns bytes: UnsafeRawBufferPointer) {
        var reader = RowBytes.Reader(bytes)
        guard let id = reader.text() else { return nil }
        let clientID = reader.text()
        guard let door = reader.text().flatMap(Door.init), let depth = reader.number() else { return nil }
        let process = reader.number()
        let program = reader.text()
        let app = reader.text()
        let client = reader.text()
        guard let bootID = reader.text(), let boot = reader.number(), let wall = reader.number() else { return nil }
        let narrowing = reader.value()
        let isOpaque = reader.number() != nil
        guard let url = reader.text() else { return nil }
        let environment = reader.value()
        guard let state = reader.text().flatMap(State.init) else { return nil }
        let request = AcceptedRequest(
            id: id, clientID: clientID, door: door, url: url, depth: Int(depth),
            peer: process.map { PeerProcess(pid: Int32(truncatingIfNeeded: $0), program: program, app: app) },
            client: client, environment: environment?.textsByName ?? [:], narrowing: narrowing,
            isOpaque: isOpaque)
        self.init(request: request, bootID: bootID, at: Timestamp(boot: boot, wall: wall))
        let route = reader.text()
        self.route = state == .accepted ? nil : route
        input = reader.value()
        arguments = reader.value()?.texts
        unit = reader.text()
        (outcome, outputSize, cancelReason) = reader.outcome()
        callbackURL = reader.text()
        let callback = reader.text().flatMap(CallbackState.init)
        callbackReason = reader.text()
        life = Life(state, route, callback)
        times = Times(
            running: reader.number(), concluded: reader.number(), claimed: reader.number(), settled: reader.number())
        cursor = reader.number()
    }
}

extension Life {
    /// The life of a request whose row has these columns.
    /// - Parameter route: The question to which the user agreed, before a handler has started.
    fileprivate init(_ state: JournalEntry.State, _ route: String?, _ callback: CallbackState?) {
        self =
            switch (state, callback) {
            case (.accepted, _): route.map(Life.asked) ?? .accepted
            case (.running, _): route.map(Life.running) ?? .calling
            case (.concluded, .unclaimed): .concluded
            case (.concluded, .claimed): .claimed
            case (.concluded, let end): .settled(end)
            }
    }
}

extension RowBytes.Reader {
    fileprivate mutating func number() -> Int64? { next().number }

    fileprivate mutating func text() -> String? { next().string }

    /// Reads the JSON of a column. The JSON needs no depth limit: the checksum shows that this program wrote it.
    fileprivate mutating func value() -> QueryValue? {
        guard case .text(let text) = next() else { return nil }
        return (try? JSONParser.parse(Array(text), depthLimit: 512)) ?? .null
    }

    fileprivate mutating func outcome() -> (Outcome?, outputSize: Int?, CancelReason?) {
        let kind = text()
        let output = value()
        let code = number()
        let message = text()
        let detail = text()
        switch kind.flatMap(CallbackKind.init) {
        case .success: return (.success(output ?? .object([])), code.map(Int.init), nil)
        case .error:
            let error = OutcomeError(code: code.map(Int.init) ?? 0, message: message ?? "", detail: detail)
            return (.error(error), nil, nil)
        case .cancel: return (.cancel, nil, message.flatMap(CancelReason.init))
        case nil: return (nil, nil, nil)
        }
    }

}

extension QueryValue {
    /// The members of an object whose values are texts.
    fileprivate var textsByName: [String: String] {
        (members ?? []).reduce(into: [:]) { texts, member in texts[member.name] = member.value.string }
    }
}
