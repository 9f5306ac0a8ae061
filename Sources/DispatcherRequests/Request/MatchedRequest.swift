package import DispatcherConfiguration
package import DispatcherMessages
package import QueryCoding
import RequestRecord
import Synchronization
package import URLSchemeRouter
package import XCallbackURL

/// A request that has a route.
package final class MatchedRequest: Sendable {
    package let received: ReceivedRequest
    /// The number of better routes that declined the request.
    package let declined: Int
    /// The URL as the route reads it, if the route has `plus-as-space` or its file has `fragment: parameters`; nil
    /// otherwise.
    private let form: XCallbackURL?
    package let match: RouteTable<DispatchRoute>.Match
    package let route: DispatchRoute
    /// The parameters from which the input is decoded: the parameters of the path and of the query, without the token.
    package let parameters: QueryParameters
    /// The form without secrets; nil until it is first read. A request that is neither recorded nor followed by another
    /// request does not need it.
    private let found = AtomicLazyReference<Redaction>()

    /// Finds the best route that is open to the sending app, or the next best route after some routes that declined; if no
    /// route is open to the app, the best route. Throws 404.
    package init(
        _ received: ReceivedRequest, _ url: XCallbackURL, declined: Int = 0
    ) throws(OutcomeError) {
        let submission = received.submission
        let match =
            if declined == 0, let link = submission.link { link.match } else {
                try Self.match(url, in: received.table, declined: declined) { submission.refusal(by: $0) == nil }
            }
        route = match.entry.payload
        if let definition = route.definition {
            form = try Self.form(of: received, url, definition.value, route.feature)
            parameters = definition.value.parameters(of: match, form ?? url)
        } else {
            form = nil
            parameters = match.input(url)
        }
        self.received = received
        self.declined = declined
        self.match = match
    }

    private static func form(
        of received: ReceivedRequest, _ parsed: XCallbackURL, _ definition: RouteDefinition, _ feature: Feature?
    ) throws(OutcomeError) -> XCallbackURL? {
        let plusAsSpace = definition.policy.plusAsSpace
        let url = plusAsSpace ? try received.parsed(plusAsSpace: true) : nil
        guard feature?.readsFragment ?? false else { return url }
        do throws(XCallbackURLError) {
            let limit = received.table.settings.limits.parameters
            return try (url ?? parsed).readingFragment(plusAsSpace: plusAsSpace, parameterLimit: limit)
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// Returns the best route that is open to the sender, or the next best after some routes that declined; if no route
    /// is open, the best route. Throws 404.
    static func match(
        _ url: XCallbackURL, in table: DispatchTable, declined: Int = 0, isOpen: (RouteEntry) -> Bool
    ) throws(OutcomeError) -> RouteTable<DispatchRoute>.Match {
        // The routes are read in place: a copy counts many references.
        var best = declined == 0 ? table.routes.match(url, lenientAuthority: false) : nil
        if declined > 0 || (best?.entry.route).map(isOpen) == false {
            let open = table.routes.matches(url, lenientAuthority: false).filter { isOpen($0.entry.route) }
            best = open.dropFirst(declined).first ?? best
        }
        if let best, declined > 0 || !best.isFallback { return best }
        if declined == 0, case .segment = url.authority {
            let lenient = table.routes.matches(url, lenientAuthority: true).first {
                !$0.isFallback && $0.entry.payload.feature?.lenientAuthority ?? false && isOpen($0.entry.route)
            }
            if let lenient { return lenient }
        }
        guard let best else { throw table.routes.noRoute(for: url) }
        return best
    }

    private init(_ request: MatchedRequest, _ redaction: Redaction) {
        received = request.received
        declined = request.declined
        form = request.form
        match = request.match
        route = request.route
        parameters = request.parameters
        _ = found.storeIfNil(redaction)
    }

    /// The form without the texts that must not be recorded. These texts depend on the request alone, so they are the
    /// same whenever they are first read, except for newer activation tokens.
    var redaction: Redaction {
        found.load() ?? found.storeIfNil(Redaction(Secrets(received, url, match, input: parameters)))
    }

    package var secrets: Secrets { redaction.secrets }

    /// The URL, as the feature of the route reads it.
    package var url: XCallbackURL { form ?? match.url }

    /// The callbacks of the caller. An answer has no callbacks: an x-success in an answer is output of the other app.
    package var callbacks: Callbacks { route.isReply ? Callbacks() : received.callbacks }

    /// Returns the decoded input of a route from a file; an empty object for any other route.
    package func decodedInput() throws(OutcomeError) -> QueryValue {
        guard let definition = route.definition else { return .object([]) }
        do {
            guard declined == 0, let link = submission.link else {
                return try definition.value.decode(parameters, fromOutside: !submission.door.isTrusted)
            }
            try definition.value.checkTogether(link.input, parameters)
            return link.input
        } catch {
            var error = OutcomeError(reporting: error)
            if submission.door.isTrusted, let plusHint {
                error.detail = [error.detail, plusHint].compactMap(\.self).joined(separator: "; ")
            }
            throw error
        }
    }

    /// A hint at the key that would read a `+` of the query as a space; nil if there is no `+`, or the key is set.
    var plusHint: String? {
        guard let definition = route.definition, !definition.value.policy.plusAsSpace,
            let other = try? received.parsed(plusAsSpace: true).parameters.elements,
            let (plus, _) = zip(match.url.parameters.elements, other).first(where: { $0.value != $1.value })
        else { return nil }
        return "the '+' in '\(plus.name)' is not a space; "
            + "'plus-as-space: true' in the file or the route reads '+' as a space"
    }

    /// Returns this request with the secrets of the request that it was forwarded to, whose outcome it reports.
    package func hidingSecrets(of next: RequestProgress) -> MatchedRequest {
        var secrets = secrets
        secrets.formUnion(next.secrets)
        return MatchedRequest(self, Redaction(secrets))
    }

    /// Returns this request with the URL of a redirect. Throws 403 if the URL leads outside, 508 after too many
    /// redirects.
    package func redirected(to target: String) throws(OutcomeError) -> ReceivedRequest {
        guard case .dispatch(let next) = try authorize(target, as: .redirect) else {
            throw OutcomeError(.refused, "a redirect is not opened")
        }
        return received.redirected(to: next, from: url.source)
    }
}

/// A step at which a request has its route.
package protocol MatchedStep: Sendable {
    var matched: MatchedRequest { get }
}

extension MatchedRequest: MatchedStep {
    package var matched: MatchedRequest { self }
}

extension MatchedStep {
    package var received: ReceivedRequest { matched.received }
    package var id: RequestID { matched.received.id }
    package var submission: Submission { matched.received.submission }
    package var settings: Settings { matched.received.table.settings }
    package var url: XCallbackURL { matched.url }
    package var route: DispatchRoute { matched.route }
    package var parameters: QueryParameters { matched.parameters }

    /// Inserts an input, and `${x-url}` and the like, into the command or the URL of a route.
    package func inserting<Text, Failure>(
        _ input: Confidential<QueryValue>,
        _ insert: (QueryValue, (Template.RequestValue) -> String?) throws(Failure) -> Text
    ) throws(Failure) -> Confidential<Text> {
        Confidential(
            revealed: try revealing(input, insert),
            redacted: try insert(input.redacted) {
                value(of: $0, url: Redaction(of: .matched(matched)).url(received.text))
            })
    }

    /// Inserts an input with its secrets only, for a text that is recorded nowhere.
    package func revealing<Text, Failure>(
        _ input: Confidential<QueryValue>,
        _ insert: (QueryValue, (Template.RequestValue) -> String?) throws(Failure) -> Text
    ) throws(Failure) -> Text {
        try insert(input.revealed) { value(of: $0, url: received.text) }
    }

    /// Returns the text of `${x-url}` and the like; nil if the request has no such text.
    private func value(of name: Template.RequestValue, url text: @autoclosure () -> String) -> String? {
        switch name {
        case .url: text()
        case .source: url.source
        case .fragment: url.fragment
        case .id: id.description
        }
    }
}
