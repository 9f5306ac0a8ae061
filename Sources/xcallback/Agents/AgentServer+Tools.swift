import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem
import XCallbackURL

extension AgentServer {
    /// How long the daemon has to send the list of its routes.
    private static let listTime = Duration.seconds(10)

    mutating func list(_ request: RPCRequest) throws(RPCReply) {
        do { try refresh() } catch { throw request.fault(error.message, code: .internal) }
        try reply(list: "tools", tools.map(\.value), to: request)
    }

    /// Replies with a list of one page.
    mutating func reply(list member: String, _ values: [QueryValue], to request: RPCRequest) throws(RPCReply) {
        guard request.parameters[.cursor] == nil else { throw request.fault("the list has one page, and no cursor") }
        let age: [(String, QueryValue?)] = request.isModern ? [("ttlMs", 0), ("cacheScope", "private")] : []
        reply(to: request, [(member, .array(values))] + age)
    }

    /// Asks the daemon for its routes, and waits for them.
    private mutating func refresh() throws(OutcomeError) {
        let number: Int
        do throws(OutcomeError) { number = try link.send(RoutesMethod.self).id } catch {
            receive()
            throw error
        }
        let end = ContinuousClock.now + Self.listTime
        while link.waitForLines(until: end) {
            var reply: QueryValue?
            for line in link.lines() {
                let id = line[.id]?.whole(Int.self)
                // Without a call, an error without an id is about this request, or refuses the connection.
                if id == number || (id == nil && calls.isEmpty) { reply = line } else { handle(reply: line) }
            }
            if !link.isConnected { lose() }
            guard let reply else { continue }
            guard take(reply) else { throw OutcomeError(of: reply) }
            follow()
            if !link.isConnected { lose() }
            return
        }
        throw .away
    }

    /// Takes the tools of a table. False if the line has none.
    private mutating func take(_ line: QueryValue) -> Bool {
        guard let result = line[.result], let reply = try? RouteListingReply(result) else { return false }
        let patterns = patterns.isEmpty ? ["*"] : patterns
        for pattern in patterns
        where cursor == nil && !reply.routes.contains(where: { fnmatch(pattern, $0.name, 0) == 0 }) {
            Shell.report("no route that agents are offered matches '\(Printable.shown(pattern))'")
        }
        let routes = reply.routes.filter { route in patterns.contains { fnmatch($0, route.name, 0) == 0 } }
        tools = routes.map(AgentTool.init).sorted { $0.name < $1.name }
        cursor = reply.cursor
        return true
    }

    /// Waits for the next table, unless the server waits already.
    mutating func follow() {
        guard following == nil, link.isConnected, let cursor else { return }
        following = try? link.send(RoutesMethod.self) { $0.follow = .after(cursor) }.id
    }

    mutating func call(_ request: RPCRequest) throws(RPCReply) {
        guard let name = request.parameters[.name]?.string else { throw request.fault("'name' is missing") }
        let arguments = request.parameters[.arguments] ?? .object([])
        guard arguments == .null || arguments.members != nil else {
            throw request.fault("'arguments' must be an object")
        }
        // A tool may be newer than the list; a list from before the daemon was away may be old.
        if following == nil || !tools.contains(where: { $0.name == name }) {
            let before = cursor == nil ? nil : tools
            do { try refresh() } catch { return reply(to: request, AgentReply(error)) }
            announceIfChanged(from: before)
        }
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw request.fault("there is no tool '\(name)'")
        }
        let meta = request.parameters[.meta]
        var call = Call(
            request: request, tool: tool, id: RandomToken.make(),
            token: meta?[.progressToken].flatMap { $0.isIdentifier ? $0 : nil })
        let client = Self.client(meta?[Self.named("clientInfo")]) ?? client
        do throws(OutcomeError) {
            let sent = try link.send(RunMethod.self) {
                ($0.route, $0.id, $0.client) = (tool.route, call.id, client)
                $0.input = JSONObject(arguments == .null ? .object([]) : arguments)
            }
            call.length = sent.length
            calls[sent.id] = call
        } catch {
            if !link.isConnected { receive() }
            reply(to: request, AgentReply(error))
        }
    }

    /// Handles what the daemon has sent, and the end of the connection.
    mutating func receive() {
        // To wait for the next table may read more lines.
        repeat {
            for line in link.lines() { handle(reply: line) }
        } while link.hasLines
        if !link.isConnected { lose() }
    }

    private mutating func handle(reply line: QueryValue) {
        guard let number = line[.id]?.whole(Int.self) else { return handle(refusal: line) }
        if number == following {
            following = nil
            let before = tools
            guard take(line) else { return }
            announceIfChanged(from: before)
            return follow()
        }
        end(number, line)
    }

    /// Ends the call that the daemon refuses without its id.
    private mutating func handle(refusal line: QueryValue) {
        guard OutcomeError(of: line).code == StandardCode.tooLarge.rawValue else {
            // The daemon refuses the connection, or has not understood a line. No call may wait for ever.
            for number in calls.keys.sorted() { end(number, line) }
            return
        }
        // The settings of the daemon have a lower limit. The longest line that has no reply is above this limit too.
        if let longest = calls.max(by: { $0.value.length < $1.value.length }) { end(longest.key, line) }
    }

    /// Ends a call by the daemon's reply.
    private mutating func end(_ number: Int, _ line: QueryValue) {
        guard let call = calls.removeValue(forKey: number), !call.isCancelled else { return }
        if let result = line[.result], let outcome = try? OutcomeReply(result) {
            return reply(to: call.request, AgentReply(outcome, of: call.tool))
        }
        let failure = OutcomeError(of: line)
        guard failure.code != StandardCode.noRoute.rawValue else {
            return output.write(call.request.fault("there is no tool '\(call.tool.name)' any more").json)
        }
        reply(to: call.request, AgentReply(failure))
    }

    /// The connection to the daemon is lost, so it is unknown how the running calls end.
    private mutating func lose() {
        following = nil
        let lost = calls
        calls = [:]
        for call in lost.values where !call.isCancelled { reply(to: call.request, AgentReply(OutcomeError.lost)) }
    }

    /// Notifies the clients of another list of tools, but not of another table with the same tools.
    /// - Parameter before: The previous list; nil for the first list.
    private mutating func announceIfChanged(from before: [AgentTool]?) {
        guard let before, before != tools else { return }
        if isInitialized { notify("notifications/tools/list_changed") }
        for stream in streams where stream.hearsChanges {
            notify("notifications/tools/list_changed", ["_meta": .record(stream.meta)])
        }
    }
}
