import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// What would become of a URL, and why: the steps of a request, none of which runs anything.
struct Explanation {
    let value: QueryValue

    init(url: String, door: Door, dispatcher: Dispatcher) async {
        let submission = Submission(url: Array(url.utf8), door: door)
        var request = Request(id: RequestID(), submission: submission, table: dispatcher.table)
        var error: OutcomeError?
        do {
            try dispatcher.judge(&request)
            try await dispatcher.checkAvailability(request)
        } catch let fault {
            error = fault
        }
        // Told even where the request ends before it comes to its input.
        let inputFault = Self.inputFault(&request)
        error = error ?? inputFault
        if let url = request.url, request.match != nil { request.noteNearPaths(of: url) }
        let parsed = request.url
        value = .record([
            ("url", .string(url)),
            ("scheme", parsed.map { .string($0.scheme.text) }),
            ("authority", parsed.flatMap { Self.authority($0.authority) }),
            ("path", parsed.map { .array($0.segments.map { .string($0) }) }),
            ("query", parsed.map { Self.query($0) }),
            ("route", request.match.map { .string($0.entry.name) } ?? .null),
            ("parameters", (request.match?.pathParameters ?? []).grouped(bare: .null)),
            ("input", request.match != nil && inputFault == nil ? Self.input(request) : nil),
            ("callbacks", Self.callbacks(request)),
            ("considered", .array(parsed.map { Self.considered($0, request) } ?? [])),
            ("near-misses", .array(Self.nearMisses(request).map { .string($0) })),
            ("would", .string(error == nil ? "run" : Self.wouldAsk(request, error) ? "ask" : "error")),
            ("error", error?.value),
        ])
    }

    private static func authority(_ authority: Authority) -> QueryValue? {
        switch authority {
        case .none: nil
        case .xCallbackURL: "x-callback-url"
        case .segment(let text), .host(let text): .string(text)
        }
    }

    private static func query(_ url: XCallbackURL) -> QueryValue {
        .array(url.parameters.elements.map { .array([.string($0.name), $0.value.map { .string($0) } ?? .null]) })
    }

    /// The decoded input of a route from a file, secrets left out; the parameters of any other.
    private static func input(_ request: Request) -> QueryValue {
        guard case .definition(let definition)? = request.match?.entry.payload.action,
            case .object(let members) = request.input
        else { return request.parameters.grouped(bare: .null) }
        let secrets = Set(definition.input.filter(\.isSecret).map(\.name))
        return .object(
            members.map { secrets.contains($0.name) ? QueryValue.Member($0.name, "<redacted>") : $0 })
    }

    private static func callbacks(_ request: Request) -> QueryValue {
        .object(
            CallbackKind.allCases.compactMap { kind in
                if let callback = request.callbacks[kind] {
                    return QueryValue.Member(
                        kind.rawValue,
                        [
                            "url": .string(callback.text),
                            "verdict": .string(request.verdict(callback, as: .callback).word),
                        ])
                }
                guard let fault = request.callbacks.faults.first(where: { $0.kind == kind }) else { return nil }
                return QueryValue.Member(
                    kind.rawValue,
                    ["url": .string(fault.text ?? ""), "verdict": .string("refuse: \(fault.error)")])
            })
    }

    private static func considered(_ url: XCallbackURL, _ request: Request) -> [QueryValue] {
        let isLenient = request.match?.entry.payload.feature?.lenientAuthority ?? false
        let all = request.table.routes.considerations(for: url, lenientAuthority: isLenient)
        return all.map { one in
            [
                "route": .string(one.entry.name), "pattern": .string(one.entry.pattern.text),
                "declared": .string(one.entry.declaration), "matches": .bool(one.matches), "near": .bool(one.isNear),
                "reason": .string(one.reason),
            ]
        }
    }

    /// What the log is told, and what only somebody who asks wants to know: what resembles something that is known.
    private static func nearMisses(_ request: Request) -> [String] {
        guard let url = request.url else { return request.nearMisses }
        var misses = request.nearMisses
        if let scheme = request.table.routes.nearestScheme(to: url) {
            misses.append("no route names the scheme '\(url.scheme)'; did you mean '\(scheme)'?")
        }
        guard case .definition(let definition)? = request.match?.entry.payload.action else { return misses }
        let known = definition.input.map(\.name)
        for name in request.parameters.elements.map(\.name) where !known.contains(where: { $0.hasSameBytes(as: name) })
        {
            guard let meant = nearest(to: name, among: known), meant.lowercased() != name.lowercased() else { continue }
            misses.append("'\(name)' is ignored; did you mean '\(meant)'?")
        }
        return misses
    }

    /// What is wrong with the input; nil if it can be decoded, or if no route wants it.
    private static func inputFault(_ request: inout Request) -> OutcomeError? {
        do {
            try request.decode()
            if case .closure(let handler)? = request.match?.entry.payload.action {
                try handler.check(request.parameters)
            }
            return nil
        } catch {
            return error as? OutcomeError ?? OutcomeError(reporting: error)
        }
    }

    /// Whether the desktop door would ask, rather than refuse for good.
    private static func wouldAsk(_ request: Request, _ error: OutcomeError?) -> Bool {
        guard request.submission.door == .desktop, error?.code == StandardCode.refused.rawValue,
            let rule = request.match?.entry.payload.desktop, rule != .never
        else { return false }
        return CallbackKind.allCases.allSatisfy { kind in
            guard let callback = request.callbacks[kind] else { return true }
            if case .refuse = request.verdict(callback, as: .callback) { return false }
            return true
        }
    }
}
