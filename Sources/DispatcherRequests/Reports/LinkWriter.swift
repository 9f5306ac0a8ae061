package import DesktopEntries
import DispatcherConfiguration
package import DispatcherMessages
package import QueryCoding
import RequestRecord
package import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Writes the URL that runs a route with an input.
package struct LinkWriter {
    let table: DispatchTable
    /// The programs to which the desktop passes the URLs of the callbacks' schemes.
    private let owners: [Scheme: SchemeOwner]

    /// Whether no message names another route.
    private let hidesRoutes: Bool

    package init(table: DispatchTable, owners: [Scheme: SchemeOwner] = [:], hidesRoutes: Bool = false) {
        self.table = table
        self.owners = owners
        self.hidesRoutes = hidesRoutes
    }

    /// A request for a link.
    package struct LinkRequest {
        package var route: String
        package var input: QueryValue
        package var isWeb: Bool
        package var callbacks: Callbacks
        package var source: String?

        package init(route: String, input: QueryValue, isWeb: Bool, callbacks: Callbacks, source: String?) {
            self.route = route
            self.input = input
            self.isWeb = isWeb
            self.callbacks = callbacks
            self.source = source
        }
    }

    /// Returns the link. Throws -32602 with the reason if the route or its input allows no link.
    package func url(_ request: LinkRequest) throws(RPCError) -> String {
        do throws(OutcomeError) {
            return try checkedLink(request).text
        } catch {
            throw RPCError(refusedLink: error)
        }
    }

    /// Returns the link. Throws the reason if the route or its input allows no link.
    package func checkedLink(_ request: LinkRequest) throws(OutcomeError) -> RouteLink {
        do {
            return try write(request)
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
            ) { _ in (parameters, nil) }.text
        }.first
    }

    private func write(_ request: LinkRequest) throws -> RouteLink {
        // If the route does not exist, the table's own error reports that.
        let entry = table.routes.entries(named: request.route).first
        let input = try entry.map { try LinkInput(request.input, of: $0.payload) }
        let link = try table.routes.index.link(
            to: request.route, request.isWeb ? .web(nil) : .app(nil), ownScheme: BuiltInRoute.scheme,
            callbacks: request.callbacks, source: request.source
        ) { entry in (input?.parameters(for: entry.pattern) ?? [], nil) }
        try check(link, route: request.route, input)
        return link
    }

    /// Throws if the link would be refused, or would run another route.
    private func check(_ link: RouteLink, route: String, _ input: LinkInput?) throws {
        let submission = Submission(url: Array(link.text.utf8), written: link.url, door: .control)
        // The id and the time do not matter for a request that does not run.
        let received = ReceivedRequest(
            id: RequestID(recorded: ""), submission: submission, table: table, begun: Timestamp(boot: 0, wall: 0))
        received.note(owners)
        let matched = try MatchedRequest(received, received.parse())
        try matched.callbacks.check { matched.verdict($0, as: .callback) }
        guard matched.match.entry.name.hasSameBytes(as: route) else {
            throw LinkError.answeredBy(matched.match.entry.name, route: route)
        }
        assert(reads(matched, input), "the route '\(route)' does not read its input from \(link.text)")
    }

    /// Whether a route reads the input of a link from the link.
    private func reads(_ matched: MatchedRequest, _ input: LinkInput?) -> Bool {
        guard let definition = matched.route.definition?.value, let input else { return true }
        let intended = try? definition.decode(input.parameters(for: matched.match.entry.pattern))
        return intended != nil && (try? matched.decodedInput()) == intended
    }

    private func message(_ error: LinkError) -> String {
        if hidesRoutes, case .answeredBy = error { return "a value of the input makes the path of another route" }
        guard case .noScope(let route, isWeb: true) = error else { return Printable.message(error.description) }
        return "route '\(route)' has no web link: it names no domain, or only wildcard domains"
    }
}

extension RPCError {
    /// Makes the answer to a client whose route or input allows no link.
    package init(refusedLink error: OutcomeError) {
        let detail = error.detail.map { " (\($0))" } ?? ""
        self.init(.invalidParameters, error.message + detail, dataCode: error.code)
    }
}
