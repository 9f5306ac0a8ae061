import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Finds the secrets of a request: the secrets that it came with, the values of parameters and path segments with
/// secret names, the password in its URL, a fragment that no route reads as a query, its activation tokens, the token and
/// unnamed parts of an app's answer, and the secrets of its callbacks.
extension Secrets {
    /// The secrets that the request came with, and the secrets of its callbacks.
    private init(_ received: ReceivedRequest, names: SecretNames = SecretNames()) {
        self.init()
        formUnion(received.submission.secrets)
        self.names = names
        if case .call(_, _, let secret) = received.submission.kind { self.names.add(ofCaller: secret) }
        let url = received.url
        insertPassword(of: url[...])
        insertTokens(of: received)
        if let answer = received.answer {
            insert(answer.token)
            for part in answer.unnamedParts { insert(RawPart.decoded(part)) }
            self.names = SecretNames(isEveryNameSecret: true)
        }
        for kind in CallbackKind.allCases {
            guard let callback = received.callbacks[kind] else { continue }
            insertSecrets(of: callback.text, after: received)
        }
        guard !received.callbacks.faults.isEmpty else { return }
        for part in RawPart.all(in: url) where part.isCallback {
            insertSecrets(of: RawPart.decoded(url[part.place]), after: received)
        }
    }

    /// Adds all activation tokens that a request has had so far.
    mutating func insertTokens(of received: ReceivedRequest) {
        for token in received.submission.activation.all { insert(token) }
    }

    /// Adds the secrets of a URL that follows from a request.
    mutating func insertSecrets(of url: String, after received: ReceivedRequest) {
        let (table, depth) = (received.table, received.submission.depth + 1)
        // A URL at this depth never runs, so its parts are not read.
        guard depth <= Submission.maximumDepth else { return insert(url) }
        // A callback's own fragment is recorded, because the callback must be opened.
        let bytes = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
        let submission = Submission(url: bytes, door: received.submission.door, depth: depth)
        let next = ReceivedRequest(id: received.id, submission: submission, table: table, begun: received.begun)
        guard let parsed = try? next.parse() else { return formUnion(Secrets(unparsed: next)) }
        let isOurs = table.routes.owns(parsed)
        // Another app may have the scheme. Then both the secrets of the app and the secrets of the route count.
        if !isOurs || table.contestableSchemes.contains(parsed.scheme) { formUnion(Secrets(next, parsed)) }
        if isOurs { formUnion(RequestProgress(next, parsed).secrets) }
    }

    /// The secrets of a URL that cannot be parsed. The names of all routes and apps count.
    fileprivate init(unparsed received: ReceivedRequest) {
        self.init(received)
        names.add(received.table.configuration.features.flatMap { $0.routes.flatMap(\.secretNames) })
        names.add(received.table.settings.apps.flatMap(\.secretNames))
        insertParts(of: (received.answer?.repaired ?? received.url)[...])
        let url = received.url
        for part in RawPart.all(in: url) where part.name == nil {
            insertParts(of: RawPart.decoded(url[part.place]))
        }
        insertFragment(
            url.firstIndex(of: UInt8(ascii: "#")).map { String(decoding: url[($0 + 1)...], as: UTF8.self) })
    }

    /// The secrets of a URL without a route.
    fileprivate init(_ received: ReceivedRequest, _ url: XCallbackURL) {
        self.init(received)
        names.add(received.table.settings.app(of: url.scheme)?.secretNames ?? [])
        insertStrayValues(of: url, in: received.table)
        insertValues(of: url)
        // The fragment of a call is part of what a script asks another app for.
        if case .dispatch = received.submission.kind { insertFragment(url.fragment) }
    }

    /// The secrets of a URL with a route.
    init(
        _ received: ReceivedRequest, _ url: XCallbackURL, _ match: RouteTable<DispatchRoute>.Match,
        input: QueryParameters
    ) {
        let route = match.entry.payload
        self.init(received, names: route.secretNames)
        if match.isFallback { insertStrayValues(of: url, in: received.table) }
        if !(route.feature?.readsFragment ?? false) { insertFragment(url.fragment) }
        // The input has only these parameters and the parameters of the path.
        insertValues(of: url)
        // A secret counts in the form that the command gets: `007` is 7.
        if let definition = route.definition, definition.value.input.contains(where: \.isSecret),
            case .object(let members)? = try? definition.value.decode(input)
        {
            for member in members where names.contains(member.name) { insertTexts(in: member.value) }
        }
        if match.entry.pattern.hasParameters { insertValues(of: input) }
        // A value may be a part of its segment. With a lenient authority, only the path matches.
        for index in match.entry.pattern.segments(holding: names.contains) {
            for path in [url.segments, url.path] where index < path.count { insert(path[index]) }
        }
    }

    /// Adds the values of secret names, and the secrets of URLs inside values, segments, the fragment and an opaque part. The
    /// callbacks are searched on their own.
    private mutating func insertValues(of url: XCallbackURL) {
        insertValues(of: url.parameters)
        insertValues(of: url.reserved)
        let texts = url.segments + [url.opaquePart, url.fragment.map { "#\($0)" }].compactMap(\.self)
        for text in url.parameters.elements.compactMap(\.value) + texts { insertParts(of: text) }
    }

    /// Adds a fragment, in the form of the URL and decoded.
    private mutating func insertFragment(_ fragment: String?) {
        guard let fragment else { return }
        insert(fragment)
        insert(RawPart.decoded(Array(fragment.utf8)[...]))
        // A fragment of which one value is hidden by its name is no longer found as a whole.
        for pair in fragment.utf8.split(whereSeparator: { "?&".utf8.contains($0) }) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1)
            if let last = parts.last { insert(RawPart.decoded(Array(last)[...])) }
        }
    }

    /// Adds the segments that may be meant for a secret parameter of a route that did not match.
    private mutating func insertStrayValues(of url: XCallbackURL, in table: DispatchTable) {
        let routes = table.secretPatterns(for: url)
        names.add(routes.flatMap(\.1))
        let first = routes.compactMap { pattern, names in pattern.segments(holding: names.contains).first }.min()
        for segment in url.segments.dropFirst(first ?? .max) { insert(segment) }
    }
}

extension RequestProgress {
    /// The secrets that are known at the step that the request reached.
    package var secrets: Secrets {
        switch self {
        case .received(let received): Secrets(unparsed: received)
        case .parsed(let received, let url): Secrets(received, url)
        case .matched(let matched, _): matched.secrets
        }
    }
}

extension Redaction {
    /// - Parameters:
    ///   - next: A URL that follows from the request.
    ///   - keepsInputs: Whether values are kept; nil to use the setting `history`.
    package convenience init(of progress: RequestProgress, next: String? = nil, keepsInputs: Bool? = nil) {
        let received = progress.received
        var secrets = progress.secrets
        // The prompt may have provided a newer activation token.
        secrets.insertTokens(of: received)
        if let next { secrets.insertSecrets(of: next, after: received) }
        let same: Redaction? = if case .matched(let matched, _) = progress { matched.redaction } else { nil }
        self.init(secrets, keepsInputs: keepsInputs ?? received.table.settings.history.inputs, like: same)
    }

    /// Returns the form in which the journal records a request. If no route has the scheme, no value is kept: the file that
    /// says which values are secret may be refused, or may not exist yet.
    package static func journal(of progress: RequestProgress, next: String? = nil) -> Redaction {
        Redaction(of: progress, next: next, keepsInputs: progress.mayHaveRoute ? nil : false)
    }
}
