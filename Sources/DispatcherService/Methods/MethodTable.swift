import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The methods of the sockets, after JSON-RPC 2.0.
struct MethodTable: Sendable {
    let dispatcher: Dispatcher
    let replies: ReplyMemory
    let reloader: Reloader
    let work: BackgroundWork

    /// Runs a method; nil for a notification.
    func answer(_ request: RPCRequest, from origin: Origin) async -> RPCReply? {
        var result: Result<QueryValue, RPCError>
        do {
            result = .success(try await perform(request, from: origin))
        } catch {
            result = .failure(error)
        }
        guard let id = request.id else { return nil }
        switch result {
        case .success(let value): return RPCReply(id: id, result: value)
        case .failure(let error): return RPCReply(id: id, error: error)
        }
    }

    private func perform(_ request: RPCRequest, from origin: Origin) async throws(RPCError) -> QueryValue {
        guard origin.door == .control || request.method == "dispatch" else {
            throw RPCError(
                .unknownMethod, "'\(Printable.line(request.method, limit: 64))' is not to be had at this door")
        }
        var parameters = MethodParameters(request.parameters)
        switch request.method {
        case "dispatch": return try await run(parameters.text("url"), .dispatch, &parameters, from: origin)
        case "call": return try await call(&parameters, from: origin)
        case "explain":
            let url = try parameters.text("url")
            let asked = try parameters.optionalText("door")
            try parameters.finish()
            guard let asked = Door(rawValue: asked ?? Door.control.rawValue) else {
                throw RPCError(.invalidParameters, "'door' is 'desktop' or 'control'")
            }
            return await Explanation(url: url, door: asked, dispatcher: dispatcher).value
        case "routes":
            try parameters.finish()
            let table = dispatcher.table
            let obstacles = await dispatcher.obstacles(in: table)
            return ["routes": .array(RouteListing.values(of: table, obstacles: obstacles))]
        case "status":
            try parameters.finish()
            return await StatusReport(dispatcher: dispatcher, reloader: reloader).value()
        case "link":
            let order = LinkWriter.Order(
                route: try parameters.text("route"), input: try parameters.optionalObject("input"),
                isWeb: try parameters.optionalBool("web") ?? false,
                callbacks: try parameters.optionalCallbacks("callbacks"), source: try parameters.optionalText("source"))
            try parameters.finish()
            return try LinkWriter(dispatcher: dispatcher).value(order)
        case "feature":
            let name = try parameters.text("name")
            let isEnabled = try parameters.bool("enabled")
            try parameters.finish()
            return try await FeatureSwitching(dispatcher: dispatcher).value(name, isEnabled)
        case "history": return try await History(dispatcher: dispatcher).requests(&parameters)
        case "rerun":
            let id = try parameters.text("id")
            try parameters.finish()
            return try await History(dispatcher: dispatcher).rerun(id)
        case "forget":
            try parameters.finish()
            return try await History(dispatcher: dispatcher).forget()
        case "reload":
            try parameters.finish()
            return await reloader.reload().value
        default: throw RPCError(.unknownMethod, "there is no method '\(Printable.line(request.method, limit: 64))'")
        }
    }

    /// Runs a URL, with what else the parameters say of the request.
    func run(
        _ url: String, _ kind: Submission.Kind, _ parameters: inout MethodParameters, from origin: Origin
    ) async throws(RPCError) -> QueryValue {
        let door = origin.door
        let clientID = try parameters.optionalText("id")
        // A call is nothing but waiting.
        let waits = kind == .dispatch ? try parameters.optionalBool("wait") ?? true : true
        let environment = try parameters.optionalTexts("environment")
        try parameters.finish()
        if let clientID, clientID.isEmpty || clientID.utf8.count > 64 {
            throw RPCError(.invalidParameters, "'id' is 1 to 64 bytes long")
        }
        let submission = Submission(
            url: Array(url.utf8), door: door, environment: SessionEnvironment.accepted(environment, door: door),
            clientID: clientID, peer: origin.peer,
            depth: min(max(Int(environment[SessionVariables.depth] ?? "") ?? 0, 0), Submission.maximumDepth + 1),
            kind: kind)
        let id = RequestID()
        if let clientID {
            switch replies.admit(clientID, door: door, url: url, request: id) {
            case .new:
                guard let earlier = try await recordedReply(to: submission, clientID) else { break }
                return waits ? earlier.value : Self.accepted(earlier.id)
            case .repeated(let earlier):
                return waits ? await replies.reply(earlier).value : Self.accepted(earlier.request.description)
            case .conflict: throw .otherURL
            }
        }
        let run: @Sendable () async -> OutcomeReply = { [dispatcher, replies] in
            let reply = await dispatcher.run(id, submission, isRecorded: !waits)
            if let clientID { replies.remember(reply, for: clientID, door: door) }
            return reply
        }
        do {
            try dispatcher.ledger.accept(id)
            // Whoever does not wait is told that it will be done.
            if !waits { try await dispatcher.record(id, submission) }
        } catch {
            let reply = OutcomeReply(id: id.description, url: url, outcome: .error(error))
            if let clientID { replies.remember(reply, for: clientID, door: door) }
            if waits { return reply.value }
            throw RPCError(.refused, error.message, dataCode: error.code)
        }
        guard !waits else { return await run().value }
        work.start { _ = await run() }
        return Self.accepted(id.description)
    }

    /// The reply to a request that another process of ours took, under the same name.
    private func recordedReply(to submission: Submission, _ clientID: String) async throws(RPCError) -> OutcomeReply? {
        do {
            let reply = try await History(dispatcher: dispatcher).reply(to: submission)
            if let reply { replies.remember(reply, for: clientID, door: submission.door) }
            return reply
        } catch {
            replies.forget(clientID, door: submission.door)
            throw error
        }
    }

    private static func accepted(_ id: String) -> QueryValue { ["id": .string(id), "state": "accepted"] }
}
