import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem
import XCallbackURL

extension AgentServer {
    /// How long the daemon has to send the list of its routes, in milliseconds.
    private static let listTime: Int32 = 10_000
    private static let away = "xcallbackd cannot be reached; start it, or run 'xcallback doctor'"
    private static let awayReply = AgentReply(failure: "error 503: \(away)", code: 503)

    mutating func list(_ request: AgentMessage.Request, isModern: Bool) throws(AgentMessage.Fault) {
        typealias Fault = AgentMessage.Fault
        guard request.parameters[.cursor] == nil else {
            throw Fault(id: request.id, code: Fault.parameters, message: "the list has one page, and no cursor")
        }
        guard refresh() else { throw Fault(id: request.id, code: Fault.internal, message: Self.away) }
        let members: [(String, QueryValue?)] =
            [("tools", .array(tools.map(\.value)))] + (isModern ? [("ttlMs", 0), ("cacheScope", "private")] : [])
        reply(to: request.id, members, isModern: isModern)
    }

    /// Asks the daemon for its routes, and waits for them. False if the daemon does not answer.
    private mutating func refresh() -> Bool {
        guard let number = try? link.send(RoutesMethod.self, RoutesMethod.Parameters()) else {
            lose()
            return false
        }
        let end = ContinuousClock.now + .milliseconds(Int(Self.listTime))
        while link.isConnected, ContinuousClock.now < end {
            var polled = pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            guard retrying({ Int(poll(&polled, 1, Self.listTime)) }) > 0 else { return false }
            var isDone = false
            for line in link.lines() {
                if line[.id]?.whole(Int.self) == number {
                    isDone = take(line)
                } else {
                    handle(reply: line)
                }
            }
            if !link.isConnected { lose() }
            if isDone {
                follow()
                return true
            }
        }
        return false
    }

    /// Takes the tools of a table. False if the line has none.
    private mutating func take(_ line: QueryValue) -> Bool {
        guard let result = line[.result], let reply = try? RouteListingReply(result) else { return false }
        let patterns = patterns
        let routes = reply.routes.filter { route in
            patterns.isEmpty || patterns.contains { fnmatch($0, route.name, 0) == 0 }
        }
        tools = routes.map(AgentTool.init).sorted { $0.name < $1.name }
        cursor = reply.cursor
        return true
    }

    /// Waits for the next table, unless the server waits already.
    mutating func follow() {
        guard following == nil, link.isConnected, let cursor else { return }
        var parameters = RoutesMethod.Parameters()
        parameters.follow = .after(cursor)
        following = try? link.send(RoutesMethod.self, parameters)
    }

    mutating func call(_ request: AgentMessage.Request, isModern: Bool) throws(AgentMessage.Fault) {
        typealias Fault = AgentMessage.Fault
        guard let name = request.parameters[.name]?.string else {
            throw Fault(id: request.id, code: Fault.parameters, message: "'name' is missing")
        }
        let arguments = request.parameters[.arguments] ?? .object([])
        guard arguments == .null || arguments.members != nil else {
            throw Fault(id: request.id, code: Fault.parameters, message: "'arguments' must be an object")
        }
        // A tool may be newer than the list; a list from before the daemon was away may be old.
        var isThere = true
        if following == nil || !tools.contains(where: { $0.name == name }) {
            let before = cursor == nil ? nil : tools
            isThere = refresh()
            if isThere { announceIfChanged(from: before) }
        }
        guard isThere else {
            return reply(to: request, Self.awayReply, isModern: isModern)
        }
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw Fault(id: request.id, code: Fault.parameters, message: "there is no tool '\(name)'")
        }
        let meta = request.parameters[.meta]
        let call = Call(
            request: request, tool: tool, id: DispatchParameters.makeID(), isModern: isModern,
            token: meta?[.progressToken].flatMap { $0.isIdentifier ? $0 : nil })
        var parameters = RunMethod.Parameters()
        parameters.route = tool.route
        parameters.input = JSONObject(arguments == .null ? .object([]) : arguments)
        parameters.id = call.id
        parameters.client = Self.client(meta?[Self.named("clientInfo")]) ?? client
        guard let number = try? link.send(RunMethod.self, parameters) else {
            lose()
            return reply(to: request, Self.awayReply, isModern: isModern)
        }
        calls[number] = call
    }

    /// Handles what the daemon has sent.
    mutating func receive() {
        for line in link.lines() { handle(reply: line) }
        if !link.isConnected { lose() }
    }

    private mutating func handle(reply line: QueryValue) {
        guard let number = line[.id]?.whole(Int.self) else {
            // The daemon has read no id, because the line of a call is too long for it.
            let longest = calls.max { $0.value.request.length < $1.value.request.length }
            guard let longest else { return }
            return end(longest.key, line)
        }
        if number == following {
            following = nil
            let before = tools
            guard take(line) else { return }
            announceIfChanged(from: before)
            return follow()
        }
        end(number, line)
    }

    /// Ends a call by the daemon's reply.
    private mutating func end(_ number: Int, _ line: QueryValue) {
        guard let call = calls.removeValue(forKey: number), !call.isCancelled else { return }
        if let result = line[.result], let outcome = try? OutcomeReply(result) {
            return reply(to: call.request, AgentReply(outcome, of: call.tool), isModern: call.isModern)
        }
        let error = line[.error]
        let code = error?[.data]?[.code]?.whole(Int.self) ?? 500
        let message = error?[.message]?.string ?? "the daemon's reply cannot be read"
        guard code != StandardCode.noRoute.rawValue else {
            return write(
                AgentMessage.Fault(
                    id: call.request.id, code: AgentMessage.Fault.parameters,
                    message: "there is no tool '\(call.tool.name)' any more"
                ).line)
        }
        reply(
            to: call.request, AgentReply(failure: "error \(code): \(message)", code: code), isModern: call.isModern)
    }

    /// The connection to the daemon is lost, so it is unknown how the running calls end.
    private mutating func lose() {
        for line in link.lines() { handle(reply: line) }
        following = nil
        let lost = calls
        calls = [:]
        for call in lost.values where !call.isCancelled {
            reply(
                to: call.request,
                AgentReply(failure: "error 502: the daemon ended; the action may have ended or not", code: 502),
                isModern: call.isModern)
        }
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
