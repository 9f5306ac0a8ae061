import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// A request on its way: each step fills in what the next one needs, or throws the error that ends it. Nothing here
/// runs anything, so `explain` takes the same steps.
struct Request: Sendable {
    let id: RequestID
    let submission: Submission
    let table: DispatchTable
    private(set) var url: XCallbackURL?
    /// Known before everything else in the URL, so that its errors still reach x-error.
    private(set) var callbacks = Callbacks()
    private(set) var match: RouteTable<DispatchRoute>.Match?
    /// What the input is decoded from.
    private(set) var parameters: QueryParameters = []
    /// The decoded input of a route from a file.
    private(set) var input: QueryValue = .object([])
    /// Spellings that come near to something that is known.
    private(set) var nearMisses: [String] = []

    init(id: RequestID, submission: Submission, table: DispatchTable) {
        self.id = id
        self.submission = submission
        self.table = table
    }

    mutating func parse() throws(OutcomeError) {
        if submission.door == .desktop, submission.url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        do {
            let raw = try RawURL(submission.url)
            callbacks = Callbacks(raw)
            let limit = table.settings.limits.parameters
            var parsed = try XCallbackURL(raw, plusAsSpace: false, parameterLimit: limit)
            match = table.routes.match(parsed, lenientAuthority: false)
            if let feature = match?.entry.payload.feature, feature.plusAsSpace {
                parsed = try XCallbackURL(raw, plusAsSpace: true, parameterLimit: limit)
            }
            url = parsed
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    mutating func route() throws(OutcomeError) {
        guard let url else { return }
        noteNearMisses(of: url)
        if match == nil || match?.isFallback == true,
            let lenient = table.routes.match(url, lenientAuthority: true), !lenient.isFallback,
            lenient.entry.payload.feature?.lenientAuthority ?? false
        {
            match = lenient
        }
        guard match != nil else { throw table.routes.noRoute(for: url) }
    }

    func checkCallbacks() throws(OutcomeError) {
        if let fault = callbacks.faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            guard let callback = callbacks[kind] else { continue }
            if case .refuse(let reason) = verdict(callback) {
                throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(reason)")
            }
        }
    }

    /// A token stands in for the prompt, never for `never`.
    func checkDesktopRule() throws(OutcomeError) {
        guard let match, let url else { return }
        let route = match.entry.payload
        if submission.door == .desktop, route.desktop == .never {
            throw OutcomeError(.refused, "route '\(match.entry.name)' is not open to the desktop")
        }
        let hasToken = try RouteToken.isGiven(in: url, for: route)
        guard submission.door == .desktop, !hasToken else { return }
        try checkConfirmation(match)
    }

    /// What somebody would have to confirm is refused while nobody can be asked.
    private func checkConfirmation(_ match: RouteTable<DispatchRoute>.Match) throws(OutcomeError) {
        let route = match.entry.payload
        let name = match.entry.name
        switch route.desktop {
        case .ask, .askAlways:
            throw OutcomeError(
                .refused,
                "route '\(name)' must be confirmed and nobody can be asked; "
                    + "'desktop: allow' at \(match.entry.declaration) lets it run unasked")
        case .allow, .never: break
        }
        for kind in CallbackKind.allCases {
            guard let callback = callbacks[kind], verdict(callback) == .ask else { continue }
            throw OutcomeError(
                .refused,
                "\(kind.parameterName) to \(callback.scheme): must be confirmed and nobody can be asked; "
                    + "naming it in 'allow' of 'callbacks' in config.yaml lets it go unasked")
        }
    }

    mutating func decode() throws(OutcomeError) {
        guard let match, let url else { return }
        parameters = match.input(url)
        guard case .definition(let definition) = match.entry.payload.action else { return }
        do {
            input = try definition.decode(parameters)
        } catch {
            throw OutcomeError(reporting: error)
        }
    }

    func verdict(_ callback: CallbackURL) -> CallbackPolicy.Verdict {
        CallbackPolicy(lists: table.settings.callbacks, ownSchemes: table.schemes).verdict(
            callback, door: submission.door, narrowing: match?.entry.payload.callbacks ?? [])
    }

    /// What `${x-url}` and its like stand for; nil where the request says nothing.
    func value(of name: Template.RequestValue) -> String? {
        switch name {
        case .url: submission.text
        case .source: url?.source
        case .fragment: url?.fragment
        case .id: id.description
        }
    }

    /// `X-Success` is not x-success, and `Title` not `title`: nothing is corrected, but somebody should know.
    private mutating func noteNearMisses(of url: XCallbackURL) {
        let reserved = CallbackKind.allCases.map(\.parameterName) + ["x-source"]
        var known = reserved
        if case .definition(let definition)? = match?.entry.payload.action { known += definition.input.map(\.name) }
        for parameter in url.parameters.elements + url.reserved.elements {
            guard !known.contains(where: { $0.hasSameBytes(as: parameter.name) }),
                let meant = known.first(where: { $0.lowercased() == parameter.name.lowercased() })
            else { continue }
            nearMisses.append("'\(parameter.name)' is not '\(meant)': names compare exactly")
        }
    }
}
