import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import FoundationEssentials
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The methods that tell what would happen, and what has happened.
struct ReportMethods: Sendable {
    let dispatcher: Dispatcher

    func explain(_ parameters: ExplainMethod.Parameters) async -> ExplanationReply {
        let (url, door) = (parameters.url, parameters.door ?? .control)
        let variables = ChildEnvironment.accepted(parameters.environment ?? [:], door: .control)
        let sender = parameters.app.map { PeerProcess(pid: 0, app: $0) }
        var reply = await explanation(of: url, at: door, from: sender, variables)
        if door == .control { reply.click = ExplainedClick(await explanation(of: url, at: .desktop, from: sender)) }
        let asks = (reply.click?.would ?? reply.end.would) == .ask
        if asks, await dispatcher.session.isLocked() { reply.isLocked = true }
        return reply
    }

    /// - Parameters:
    ///   - sender: The process that sends the URL.
    ///   - variables: The variables of the caller's session.
    private func explanation(
        of url: String, at door: Door, from sender: PeerProcess?, _ variables: [String: String] = [:]
    ) async -> ExplanationReply {
        let submission = Submission(url: Array(url.utf8), door: door, environment: variables, peer: sender)
        return await explanation(of: dispatcher.receive(submission))
    }

    /// Returns the explanation of a request, and of the requests that would follow from it. The depth limit ends the
    /// chain.
    private func explanation(of received: ReceivedRequest, shown: String? = nil) async -> ExplanationReply {
        let progress = RequestProgress(reading: received)
        await dispatcher.owners.lookUp(for: progress)
        let matched = progress.matched
        var token = TokenText.notNeeded
        var reason: OutcomeError?
        if let matched {
            token = await TokenFiles.text(for: matched)
            let variables = dispatcher.environment.variables(for: received)
            do throws(OutcomeError) {
                if let feature = matched.route.feature {
                    try await dispatcher.availability.check(feature, environment: variables)
                }
            } catch {
                reason = error
            }
        }
        let (door, now) = (received.submission.door, dispatcher.clock())
        let explanation = Explanation(
            of: received, shown: shown,
            pause: dispatcher.pauses.current(of: door, at: now), token: token, unavailable: reason,
            isGranted: dispatcher.consent.grants.contains)
        var reply = explanation.reply
        if reply.would == .ask, let name = reply.route,
            let mute = dispatcher.consent.mutes.mute(of: name, at: door, now: now)
        {
            (reply.would, reply.error) = (.error, OutcomeError(.tooMany, mute.reason + mute.cure))
        }
        if reply.command != nil, let matched { reply.missing = await missingPrograms(of: matched) }
        if door == .control { addReasons(to: &reply.callbacks.members, for: received) }
        if let next = explanation.next, let url = reply.opens {
            reply.follows = JSONValue(await self.explanation(of: next, shown: url).value)
        }
        return reply
    }

    /// Adds why no app would get a callback that would be opened. A click does not learn which apps are installed.
    private func addReasons(to callbacks: inout [NamedValues<ExplainedCallback>.Member], for received: ReceivedRequest)
    {
        for index in callbacks.indices where callbacks[index].value.verdict == OutgoingGate.Verdict.open.word {
            guard let url = try? CallbackURL(callbacks[index].value.url) else { continue }
            callbacks[index].value.reason = dispatcher.opener.undeliverableReason(url.scheme, for: received)
        }
    }

    private func missingPrograms(of matched: MatchedRequest) async -> [String]? {
        guard let definition = matched.route.definition?.value else { return nil }
        let variables = dispatcher.environment.variables(for: matched.received, also: definition.environment)
        let missing = try? await FileWork.run { definition.missingPrograms(in: variables) }
        return missing.flatMap { $0.isEmpty ? nil : $0 }
    }

    func link(_ parameters: LinkMethod.Parameters) async throws(RPCError) -> LinkReply {
        let callbacks = try Self.callbacks(parameters.callbacks ?? [:])
        let table = dispatcher.tables.table
        let writer = LinkWriter(table: table, owners: await dispatcher.owners.of(callbacks, in: table))
        do throws(OutcomeError) {
            let link = try writer.link(
                to: parameters.route, with: parameters.input?.value ?? .object([]), isWeb: parameters.isWeb ?? false,
                callbacks: callbacks)
            return LinkReply(url: link.text)
        } catch {
            throw RPCError(refusedLink: error)
        }
    }

    private static func callbacks(_ texts: [String: String]) throws(RPCError) -> Callbacks {
        var callbacks = Callbacks()
        for (key, text) in texts {
            guard let kind = CallbackKind.allCases.first(where: { $0.rawValue == key || $0.parameterName == key })
            else {
                throw RPCError(
                    .invalidParameters,
                    "'callbacks' takes success, error and cancel, not '\(Printable.shown(key, limit: 64))'")
            }
            do {
                callbacks[kind] = try CallbackURL(text)
            } catch {
                throw RPCError(.invalidParameters, "\(kind.parameterName): \(error)")
            }
        }
        return callbacks
    }

    func routes(_ parameters: RoutesMethod.Parameters, _ caller: MethodCaller) async -> RouteListingReply {
        let door = caller.origin.door
        let published =
            switch parameters.follow ?? .no {
            case .no: dispatcher.tables.published
            case .now: await dispatcher.tables.next(after: dispatcher.tables.published.number)
            case .after(let number): await dispatcher.tables.next(after: number)
            }
        let reasons = await dispatcher.availability.unavailableReasons(
            in: published.table, for: door, dispatcher.environment)
        var reply = RouteListing.reply(of: published.table, unavailable: reasons, at: door)
        reply.cursor = published.number
        return reply
    }

    func history(
        _ parameters: HistoryMethod.Parameters, _: MethodCaller
    ) async throws(RPCError) -> HistoryReply {
        var query = HistoryQuery()
        query.id = parameters.id
        query.ending = parameters.ending
        query.route = parameters.route
        query.outcome = parameters.outcome
        if parameters.listsAnswers == false {
            query.exceptRoute = BuiltInRoute.reply.name
            query.exceptURL = RoundTripCall.url
        }
        if let text = parameters.since {
            guard let since = time(text) else {
                throw RPCError(
                    .invalidParameters, "'since' is a time such as 2027-01-31T09:30:00Z, or how long ago: 2h")
            }
            query.since = since
        }
        if let limit = parameters.limit {
            guard limit >= 0 else { throw RPCError(.invalidParameters, "'limit' must be a whole number of at least 0") }
            query.limit = limit
        }
        let follow = parameters.follow ?? .no
        let isRunning = parameters.isRunning ?? false
        guard !isRunning || follow == .no else {
            throw RPCError(.invalidParameters, "'running' and 'follow' exclude each other")
        }
        do {
            guard follow != .no else {
                let cursor = await dispatcher.journal.cursor
                if isRunning {
                    let entries = await dispatcher.journal.running.filter(query.matches).prefix(query.limit ?? .max)
                    return HistoryReply(requests: entries.map { self.entry($0).runningLine }, cursor: cursor)
                }
                let entries = try await dispatcher.journal.history(query).map(entry)
                return HistoryReply(
                    requests: entries.map { query.id ?? query.ending == nil ? $0.line : $0.detailedLine },
                    cursor: cursor)
            }
            let from = if case .after(let cursor) = follow { cursor } else { await dispatcher.journal.cursor }
            let (entries, cursor) = try await next(after: from, query)
            return HistoryReply(requests: entries.reversed().map { HistoryEntry(entry: $0).line }, cursor: cursor)
        } catch {
            throw RPCError(unreadableJournal: error)
        }
    }

    private func entry(_ entry: JournalEntry) -> HistoryEntry {
        HistoryEntry(
            entry: entry, askedRoute: dispatcher.consent.askedRoute(of: entry.id),
            isLocked: dispatcher.consent.isLocked)
    }

    /// Returns the time in milliseconds since 1970.
    private func time(_ text: String) -> Int64? {
        if let ago = UnitText.duration(text) { return dispatcher.clock().wall - Int64(ago / .milliseconds(1)) }
        return Date.read(text).map { Int64($0.timeIntervalSince1970 * 1000) }
    }

    /// Waits for finished requests that match, oldest first. Returns an empty list if the daemon stops first.
    private func next(
        after start: Int64, _ query: HistoryQuery
    ) async throws(JournalError) -> (entries: [JournalEntry], cursor: Int64) {
        var cursor = start
        while true {
            let settlement = dispatcher.journal.settlement
            let entries = try await dispatcher.journal.changes(after: cursor)
            cursor = entries.last?.cursor ?? cursor
            let matching = entries.filter(query.matches)
            if !matching.isEmpty { return (matching, cursor) }
            if entries.isEmpty, await settlement.value() == nil { return ([], cursor) }
        }
    }

    func forget(_: NoMembers) async throws(RPCError) -> NoMembers {
        do {
            try await dispatcher.journal.clear()
        } catch {
            throw RPCError(OutcomeError(.draining, "the history cannot be cleared: \(error)"))
        }
        return NoMembers()
    }
}
