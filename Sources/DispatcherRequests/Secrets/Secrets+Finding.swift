import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// How a request comes to its secrets: from the request before it, by the names of its parameters, and from its callbacks.
extension Secrets {
    /// The secrets that the request came with, and those of its callbacks.
    private init(_ context: IncomingRequest, names: SecretNames = SecretNames()) {
        self.init(textsOf: context.submission.secrets)
        self.names = names
        if case .call(_, _, let secret) = context.submission.kind { self.names.add(ofCaller: secret) }
        let url = context.submission.url
        if let password = URLParts.password(in: url[...]) { insert(URLParts.decoded(url[password])) }
        insertTokens(of: context)
        if let answer = context.answer {
            insert(answer.token)
            for part in answer.unnamedParts { insert(URLParts.decoded(part)) }
            self.names.hideAll()
        }
        for kind in CallbackKind.allCases {
            guard let callback = context.callbacks[kind] else { continue }
            insertSecrets(of: callback.text, after: context)
        }
        guard !context.callbacks.faults.isEmpty else { return }
        URLParts.forEach(of: context.submission.url) { name, part in
            guard let name, CallbackKind.allCases.contains(where: { $0.parameterName == name }) else { return }
            insertSecrets(of: URLParts.decoded(part), after: context)
        }
    }

    /// Adds the activation tokens that a request has had by now.
    mutating func insertTokens(of context: IncomingRequest) {
        for token in context.submission.activation.all { insert(token) }
    }

    /// Adds the secrets of a URL that follows from a request.
    mutating func insertSecrets(of url: String, after context: IncomingRequest) {
        let (table, depth) = (context.table, context.submission.depth + 1)
        // It is never run, so it need not be read.
        guard depth <= Submission.maximumDepth else { return insert(url) }
        let submission = Submission(url: Array(url.utf8), door: context.submission.door, depth: depth)
        let next = IncomingRequest(id: context.id, submission: submission, table: table, begun: context.begun)
        let parsed = try? ParsedRequest(next)
        let isOurs = parsed.map { table.routes.owns($0.url) } ?? true
        // Another app may have the scheme. Then the secrets of the app count, and the secrets of the route too.
        if let parsed, !isOurs || table.contestableSchemes.contains(parsed.url.scheme) { formUnion(Secrets(parsed)) }
        if isOurs { formUnion(RequestProgress(reading: next).secrets) }
    }

    /// The secrets of a URL that cannot be parsed. The names of all routes and apps count.
    fileprivate init(received context: IncomingRequest) {
        self.init(context)
        names.add(context.table.configuration.features.flatMap { $0.routes.flatMap(\.secretNames) })
        names.add(context.table.settings.apps.flatMap(\.secretNames))
        let url = context.submission.url
        URLParts.forEach(of: context.answer?.repaired ?? url) { name, part in
            if let name, names.contains(name) { insert(URLParts.decoded(part)) }
        }
    }

    /// The secrets of a URL without a route.
    fileprivate init(_ parsed: ParsedRequest) {
        self.init(parsed.context)
        names.add(parsed.context.table.settings.app(of: parsed.url.scheme)?.secretNames ?? [])
        insertStrayValues(of: parsed.url, in: parsed.context.table)
        insertValues(of: parsed.url.parameters)
        insertValues(of: parsed.url.reserved)
    }

    /// The secrets of a URL with a route.
    init(
        _ context: IncomingRequest, _ url: XCallbackURL, _ match: RouteTable<DispatchRoute>.Match,
        input: QueryParameters
    ) {
        let route = match.entry.payload
        self.init(context, names: route.secretNames)
        if match.isFallback { insertStrayValues(of: url, in: context.table) }
        // As the command gets it: `007` is 7.
        if let definition = route.definition, definition.value.input.contains(where: \.isSecret),
            case .object(let members)? = try? definition.value.decode(input)
        {
            for member in members where names.contains(member.name) { insertTexts(in: member.value) }
        }
        // The input has no more than these and the parameters of the path.
        insertValues(of: url.parameters)
        insertValues(of: url.reserved)
        if match.entry.pattern.hasParameters { insertValues(of: input) }
        // A value may be a part of its segment. With a lenient authority the path alone matches.
        for index in match.entry.pattern.segments(holding: names.contains) {
            for path in [url.segments, url.path] where index < path.count { insert(path[index]) }
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
    /// Its secrets, as far as it came.
    package var secrets: Secrets {
        switch self {
        case .received(let context): Secrets(received: context)
        case .parsed(let parsed): Secrets(parsed)
        case .matched(let matched): matched.secrets
        }
    }
}
