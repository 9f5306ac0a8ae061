package import DesktopEntries
import DispatcherConfiguration
package import DispatcherMessages
package import QueryCoding
package import RequestRecord
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Writes the URL that runs a route with an input.
package struct LinkWriter {
    let table: DispatchTable
    /// The programs to which the desktop passes the URLs of the callbacks' schemes.
    private let owners: [Scheme: SchemeOwner]

    /// The socket of the caller. No message to an agent names another route.
    private let door: Door

    package init(table: DispatchTable, owners: [Scheme: SchemeOwner] = [:], door: Door = .control) {
        self.table = table
        self.owners = owners
        self.door = door
    }

    /// Returns the link. Throws the reason if the route or its input allows no link.
    package func link(
        to route: String, with input: QueryValue, isWeb: Bool = false, callbacks: Callbacks = Callbacks()
    ) throws(OutcomeError) -> WrittenLink {
        do {
            return try write(route, input, isWeb: isWeb, callbacks)
        } catch let error as LinkError {
            let isUnknown = if case .unknownRoute = error { true } else { false }
            throw OutcomeError(isUnknown ? .noRoute : .input, message(error))
        } catch {
            throw OutcomeError(reporting: error)
        }
    }

    /// Returns the link that runs a route with an input, without checking the input; nil if no link can be written. The
    /// record of a refused run has this link.
    package func uncheckedURL(of route: String, input: QueryValue) -> String? {
        let parameters = input.parameters
        return [LinkTarget.app(nil), .web(nil)].lazy.compactMap { target in
            try? table.routes.index.link(
                to: route, target, ownScheme: BuiltInRoute.scheme, callbacks: Callbacks(), source: nil
            ) { _ in (parameters, nil) }.url.description
        }.first
    }

    /// Throws also if the link would be refused, or would run another route.
    private func write(
        _ route: String, _ input: QueryValue, isWeb: Bool, _ callbacks: Callbacks
    ) throws -> WrittenLink {
        // If the route does not exist, the table's own error reports that.
        let entry = table.routes.entries(named: route).first
        let input = try entry.map { try LinkInput(input, of: $0.payload, fromOutside: !door.isTrusted) }
        let url = try table.routes.index.link(
            to: route, isWeb ? .web(nil) : .app(nil), ownScheme: BuiltInRoute.scheme, callbacks: callbacks, source: nil
        ) { entry in (input?.parameters(for: entry.pattern) ?? [], nil) }.url
        let limit = table.settings.limits.parameters
        guard url.parameters.elements.count <= limit else { throw XCallbackURLError.tooManyParameters(limit: limit) }
        // A route with 'from-app' is left to the clicks of its apps.
        let match = try MatchedRequest.match(url, in: table) { $0.senders == nil }
        let link = WrittenLink(match, input?.value ?? .object([]), in: table)
        if !callbacks.isEmpty {
            let matched = try matched(link.text, link)
            try matched.callbacks.check { matched.verdict($0, as: .callback) }
        }
        guard match.entry.name.hasSameBytes(as: route) else {
            throw LinkError.answeredBy(match.entry.name, route: route)
        }
        assert(isReadBack(link), "the route '\(route)' does not read its input from \(link.text)")
        return link
    }

    /// Reads a URL as a request does that has this link.
    private func matched(_ url: String, _ link: WrittenLink?) throws(OutcomeError) -> MatchedRequest {
        // The id and the time do not matter for a request that does not run.
        let received = ReceivedRequest(
            id: RequestID(recorded: ""), submission: Submission(url: Array(url.utf8), link: link, door: .control),
            table: table, begun: Timestamp(boot: 0, wall: 0))
        received.note(owners)
        return try MatchedRequest(received, received.parse())
    }

    /// Whether the text of a link has the same URL, route and input as the link.
    private func isReadBack(_ link: WrittenLink) -> Bool {
        guard let read = try? matched(link.text, nil), let written = try? matched(link.text, link) else { return false }
        return read.url == written.url && read.route.name == written.route.name
            && (try? read.decodedInput()) == (try? written.decodedInput())
    }

    private func message(_ error: LinkError) -> String {
        if !door.isTrusted, case .answeredBy = error { return "a value of the input makes the path of another route" }
        guard case .noScope(let route, isWeb: true) = error else { return Printable.message(error.description) }
        return "route '\(route)' has no web link: it names no domain, or only wildcard domains"
    }
}

extension RPCError {
    /// Makes the answer to a client whose route or input allows no link.
    /// - Parameter outcome: The outcome of the refused run, for a script; nil for no outcome.
    package init(refusedLink error: OutcomeError, outcome: QueryValue? = nil) {
        self.init(.invalidParameters, error.sentence)
        data = .record([(Name.code, .integer(error.code)), (.outcome, outcome)])
    }
}
