import DispatcherConfiguration
package import DispatcherMessages
import QueryCoding
import URLSchemeRouter
package import XCallbackURL

/// The explanation of a URL: what each step of its request would do, and why, without running anything.
package struct Explanation {
    package let reply: ExplanationReply
    /// The request that this request would lead to: its redirect, or a URL of one of our schemes that its route opens.
    package let next: ReceivedRequest?

    /// - Parameters:
    ///   - shown: The URL to show; nil for the received URL.
    ///   - pause: The pause of the request's socket; nil while the socket is not paused.
    ///   - token: The text of the token file of the URL's route.
    ///   - unavailable: The error of an unavailable feature of the route; nil while the feature is available.
    ///   - isGranted: Whether the user has permanently allowed such requests.
    package init(
        of received: ReceivedRequest, shown: String? = nil, pause: Pause? = nil, token: TokenText,
        unavailable: OutcomeError?,
        isGranted: (Grant) -> Bool
    ) {
        let progress = RequestProgress(reading: received)
        let (approved, error) = Self.approved(received, progress.matched, token)
        // The input is checked even if the request ends before its input is needed.
        let inputError = progress.matched.flatMap(Self.inputError)
        let question = approved?.question
        let isAllowed = question?.grant.map(isGranted) ?? false
        var planned = ExplanationReply()
        let (followed, fault) = Self.plan(approved, &planned)
        let end = pause?.refusal(of: received) ?? error ?? unavailable ?? inputError ?? fault
        next = end == nil ? followed : nil
        let url = progress.url
        var reply = end == nil ? planned : ExplanationReply()
        reply.url = shown ?? received.given
        reply.scheme = url?.scheme.text
        reply.authority = url.flatMap { Self.authority($0.authority) }
        reply.path = url?.segments
        reply.query = url?.parameters.elements.map { ParameterPair(name: $0.name, value: $0.value) }
        reply.route = progress.routeName
        reply.parameters = JSONValue((progress.matched?.match.pathParameters ?? []).grouped(bare: .null))
        if inputError == nil { reply.input = progress.matched.map { JSONValue(Self.input($0)) } }
        reply.callbacks = Self.callbacks(progress)
        reply.considered = url.map { Self.considered($0, progress) } ?? []
        reply.nearMisses = Self.nearMisses(progress)
        if let end {
            reply.would = .error
            reply.error = Redaction(of: progress, keepsInputs: true).outcome(.error(end)).error
        } else {
            reply.would = question != nil && !isAllowed ? .ask : .run
            reply.isGranted = isAllowed ? true : nil
            reply.obstacle = question?.obstacle
        }
        self.reply = reply
    }

    /// Adds the command that a route would run, the URL that it would open or the worker that it would ask, without secrets.
    /// - Returns: The request that would follow, or the error with which the request would end.
    private static func plan(
        _ request: ApprovedRequest?, _ reply: inout ExplanationReply
    ) -> (ReceivedRequest?, OutcomeError?) {
        guard let request else { return (nil, nil) }
        let matched = request.matched
        var next: ReceivedRequest?
        do throws(OutcomeError) {
            let route = matched.route.definition?.value
            let input = request.input.map { route?.explainingPaths(in: $0) ?? $0 }
            switch route?.action {
            case .run(let arguments):
                reply.command = try matched.inserting(input, arguments.arguments).redacted
            case .script(let script):
                reply.command = route?.shown(script)
                reply.script = script.text
            case .open(let template):
                let url = try matched.inserting(input, template.url)
                reply.opens = url.redacted
                switch try matched.authorize(url.revealed, as: .open) {
                case .open: reply.opens = CallbackURL.opened(url.redacted)
                case .dispatch(let submission):
                    next = ReceivedRequest(
                        id: matched.id, submission: submission, table: matched.received.table,
                        begun: matched.received.begun)
                }
            case .redirect(let template):
                let url = try matched.inserting(input, template.url)
                reply.opens = url.redacted
                next = try matched.redirected(to: url.revealed)
            case .worker(let name):
                _ = try matched.received.table.workers(serving: name)
                reply.worker = name
            case nil: break
            }
            // The route of the next request may declare other secrets.
            if let next, let url = reply.opens {
                reply.opens = Redaction(of: RequestProgress(reading: next)).url(url)
            }
            return (next, nil)
        } catch {
            return (nil, error)
        }
    }

    /// The request as it may run, or the error that ends it before.
    private static func approved(
        _ received: ReceivedRequest, _ matched: MatchedRequest?, _ token: TokenText
    ) -> (ApprovedRequest?, OutcomeError?) {
        do throws(OutcomeError) {
            let matched = if let matched { matched } else { try MatchedRequest(received, received.parse()) }
            return (try ApprovedRequest(checking: matched, token: token), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func authority(_ authority: Authority) -> String? {
        switch authority {
        case .none: nil
        case .xCallbackURL: "x-callback-url"
        case .segment(let text), .host(let text): text
        }
    }

    /// Returns the decoded input of a route from a file, without its secrets; for any other route, the parameters.
    private static func input(_ matched: MatchedRequest) -> QueryValue {
        guard matched.route.definition != nil, let input = try? matched.decodedInput() else {
            return matched.parameters.grouped(bare: .null)
        }
        return matched.secrets.marked(input)
    }

    private static func callbacks(_ progress: RequestProgress) -> NamedValues<ExplainedCallback> {
        let callbacks = progress.callbacks
        let members: [(String, ExplainedCallback)] = CallbackKind.allCases.compactMap { kind in
            if let callback = callbacks[kind] {
                let verdict = progress.verdict(callback, as: .callback)
                return (kind.rawValue, ExplainedCallback(url: callback.text, verdict: verdict.word))
            }
            guard let fault = callbacks.faults.first(where: { $0.kind == kind }) else { return nil }
            return (kind.rawValue, ExplainedCallback(url: fault.text ?? "", verdict: "refuse: \(fault.error)"))
        }
        return NamedValues(members)
    }

    private static func considered(_ url: XCallbackURL, _ progress: RequestProgress) -> [ConsideredRoute] {
        let isLenient = progress.route?.feature?.lenientAuthority ?? false
        return progress.received.table.routes.considerations(for: url, lenientAuthority: isLenient) { entry in
            progress.received.submission.refusal(by: entry.route).map { "passed over: \($0)" }
        }.map { one in
            ConsideredRoute(
                route: one.entry.name, pattern: one.entry.pattern.text, declaration: one.entry.declaration,
                matches: one.matches, isNear: one.isNear, reason: one.reason)
        }
    }

    /// The near misses that the log shows, and further ones that help only the author of a URL.
    private static func nearMisses(_ progress: RequestProgress) -> [String] {
        var misses = progress.nearMisses
        if progress.matched != nil { misses += progress.pathMisses }
        guard let url = progress.url else { return misses }
        if let scheme = progress.received.table.routes.nearestScheme(to: url) {
            misses.append("no route names the scheme '\(url.scheme)'; did you mean '\(scheme)'?")
        }
        guard let matched = progress.matched, let definition = matched.route.definition?.value else { return misses }
        let known = definition.input.map(\.name).filter { matched.parameters[$0] == .absent }
        for name in matched.parameters.elements.map(\.name) where !definition.input.contains(where: { $0.takes(name) })
        {
            guard let meant = nearest(to: name, among: known), meant.lowercased() != name.lowercased() else { continue }
            misses.append("'\(name)' is ignored; did you mean '\(meant)'?")
        }
        return misses + [matched.plusHint].compactMap(\.self)
    }

    /// Returns the error of the input; nil for an input that can be decoded.
    private static func inputError(_ matched: MatchedRequest) -> OutcomeError? {
        do {
            _ = try matched.decodedInput()
            if case .closure(let closure) = matched.route.action { try closure.handler.check(matched.parameters) }
            return nil
        } catch {
            return error as? OutcomeError ?? OutcomeError(reporting: error)
        }
    }
}
