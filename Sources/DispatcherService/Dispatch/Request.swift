import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// A request on its way: each step fills in what the next one needs, or throws the error that ends it. Nothing here
/// runs anything, so `explain` takes the same steps.
struct Request: Sendable {
    let id: RequestID
    let submission: Submission
    let table: DispatchTable
    /// The URL that came in, before any redirect.
    let given: String
    let begun: Timestamp
    private(set) var url: XCallbackURL?
    /// Known before everything else in the URL, so that its errors still reach x-error.
    private(set) var callbacks = Callbacks()
    /// The x-source of the URL that was redirected here.
    private var formerSource: String?
    /// What the URLs that were redirected here had to hide.
    private(set) var formerSecrets = Secrets()
    /// Whether the journal knows of it.
    var isRecorded = false
    private(set) var match: RouteTable<DispatchRoute>.Match?
    /// How many of the routes that match have declined.
    private var declined = 0
    /// What the input is decoded from.
    private(set) var parameters: QueryParameters = []
    /// The decoded input of a route from a file.
    private(set) var input: QueryValue = .object([])
    /// Spellings that come near to something that is known.
    private(set) var nearMisses: [String] = []

    init(id: RequestID, submission: Submission, table: DispatchTable) {
        self.init(id: id, submission: submission, table: table, given: submission.text, begun: .now)
    }

    private init(
        id: RequestID, submission: Submission, table: DispatchTable, given: String, begun: Timestamp
    ) {
        self.id = id
        self.submission = submission
        self.table = table
        self.given = given
        self.begun = begun
    }

    /// Begins again as another URL, which tells the same callers of its outcome unless it names others.
    mutating func redirect(to target: String) throws(OutcomeError) {
        guard case .dispatch(let next) = try release(target, as: .redirect) else {
            throw OutcomeError(.refused, "a redirect is not opened")
        }
        var request = Request(id: id, submission: next, table: table, given: given, begun: begun)
        request.callbacks = callbacks
        request.formerSource = url?.source
        request.formerSecrets = secrets
        request.isRecorded = isRecorded
        self = request
    }

    /// Leaves the URL to the next best route.
    mutating func decline() { declined += 1 }

    mutating func parse() throws(OutcomeError) {
        if submission.door == .desktop, submission.url.count > CallbackURL.maximumLength {
            throw OutcomeError(.tooLarge, "the URL is longer than \(CallbackURL.maximumLength) bytes")
        }
        try read(plusAsSpace: false)
        // A command that calls us again says how deep it stands.
        guard submission.depth <= Submission.maximumDepth else { throw Submission.tooDeep }
    }

    private mutating func read(plusAsSpace: Bool) throws(OutcomeError) {
        do {
            let raw = try RawURL(submission.url)
            let own = Callbacks(raw)
            if own != Callbacks() { callbacks = own }
            let limit = table.settings.limits.parameters
            var parsed = try XCallbackURL(raw, plusAsSpace: plusAsSpace, parameterLimit: limit)
            parsed.source = parsed.source ?? formerSource
            url = parsed
        } catch {
            throw OutcomeError(error.code, error.description)
        }
    }

    /// Finds the best route that has not declined.
    mutating func route() throws(OutcomeError) {
        guard let url else { return }
        match = table.routes.matches(url, lenientAuthority: false, limit: declined + 1).dropFirst(declined).first
        if declined == 0, match?.isFallback ?? true {
            let lenient = table.routes.matches(url, lenientAuthority: true).first {
                !$0.isFallback && $0.entry.payload.feature?.lenientAuthority ?? false
            }
            match = lenient ?? match
        }
        if match?.entry.payload.feature?.plusAsSpace ?? false { try read(plusAsSpace: true) }
        noteNearMisses(of: url)
        // What the answer of another app names x-success is output.
        if case .builtIn(.reply)? = match?.entry.payload.action { callbacks = Callbacks() }
        guard match != nil else {
            noteNearPaths(of: url)
            throw table.routes.noRoute(for: url)
        }
    }

    func checkCallbacks() throws(OutcomeError) {
        if let fault = callbacks.faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            guard let callback = callbacks[kind] else { continue }
            if case .refuse(let reason) = verdict(callback, as: .callback) {
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
            guard let callback = callbacks[kind], verdict(callback, as: .callback) == .ask else { continue }
            throw OutcomeError(
                .refused,
                "\(kind.parameterName) to \(callback.scheme): must be confirmed and nobody can be asked; "
                    + "naming it in 'allow' of 'callbacks' in config.yaml lets it go unasked")
        }
    }

    mutating func decode() throws(OutcomeError) {
        guard let match, let url else { return }
        guard case .definition(let definition) = match.entry.payload.action else {
            parameters = match.input(url)
            return
        }
        parameters = match.input(definition.stripping(RouteToken.removingKey(from: url, for: definition)))
        do {
            input = try definition.decode(parameters)
        } catch {
            throw OutcomeError(reporting: error)
        }
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

    /// `/Create` is not /create.
    mutating func noteNearPaths(of url: XCallbackURL) {
        for path in table.routes.caseSlips(for: url) {
            nearMisses.append("the path is not '\(path)': paths compare exactly")
        }
    }

    /// `X-Success` is not x-success, and `Title` not `title`: nothing is corrected, but somebody should know.
    private mutating func noteNearMisses(of url: XCallbackURL) {
        nearMisses = []
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
