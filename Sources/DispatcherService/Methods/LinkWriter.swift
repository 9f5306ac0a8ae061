import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The method `link`: the URL that runs a route with an input.
struct LinkWriter {
    let dispatcher: Dispatcher

    /// What a link is asked to be.
    struct Order {
        var route: String
        var input: QueryValue
        var isWeb: Bool
        var callbacks: Callbacks
        var source: String?
    }

    func value(_ order: Order) throws(RPCError) -> QueryValue {
        do {
            return ["url": .string(try url(order))]
        } catch let error as LinkError {
            throw RPCError(.invalidParameters, message(error))
        } catch {
            let fault = OutcomeError(reporting: error)
            let detail = fault.detail.map { " (\($0))" } ?? ""
            throw RPCError(.invalidParameters, fault.message + detail)
        }
    }

    private func url(_ order: Order) throws -> String {
        let table = dispatcher.table
        // A route that there is not is told below.
        let entry = table.routes.allEntries.first { $0.name.hasSameBytes(as: order.route) }
        let input = try entry.map { try LinkInput(order.input, of: $0.payload) }
        let link = try table.routes.link(
            to: order.route, ownScheme: BuiltInRoute.scheme, isWeb: order.isWeb, callbacks: order.callbacks,
            source: order.source
        ) { pattern in
            let parameters = input?.parameters(for: pattern) ?? []
            return (parameters, parameters)
        }
        try check(link, route: order.route, input, table)
        return link.description
    }

    /// Takes the link as a request would be taken: what would be refused, or read as something else, is no link.
    private func check(_ link: XCallbackURL, route: String, _ input: LinkInput?, _ table: DispatchTable) throws {
        let submission = Submission(url: Array(link.description.utf8), door: .control)
        var request = Request(id: RequestID(), submission: submission, table: table)
        try request.parse()
        try request.route()
        try request.checkCallbacks()
        try request.decode()
        guard let match = request.match, match.entry.name.hasSameBytes(as: route) else {
            throw LinkError.answeredBy(request.match?.entry.name ?? "nothing", route: route)
        }
        guard case .definition(let definition) = match.entry.payload.action, let input else { return }
        let intended = try definition.decode(input.parameters(for: match.entry.pattern))
        guard request.input == intended else {
            throw OutcomeError(.input, "the route '\(route)' would not read the input back from \(link)")
        }
    }

    private func message(_ error: LinkError) -> String {
        guard case .noScope(let route, isWeb: true) = error else { return Printable.line(error.description) }
        return "route '\(route)' has no web link: its scopes name no domain that could stand in one"
    }
}
