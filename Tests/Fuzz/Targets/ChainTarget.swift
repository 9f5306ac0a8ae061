import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// A request goes as far as it may: any URL is read, explained and written down without a trap, no secret is in what is
/// written down, and the desktop socket gets nothing approved that its rules do not allow.
struct ChainTarget: FuzzTarget {
    static let name = "chain"
    static let maximumLength = 224
    static func seeds() -> [[UInt8]] {
        (Seeds.texts + samples.map { Array($0.utf8) }).map { [UInt8($0.count & 0xFF)] + $0 }
    }

    private static let samples = [
        "own:///secret/v1234567.txt?pin=sesame&x-success=one%3Ax%3Fpin%3Dsesame", "own:///never", "own:///ask?a=b",
        "own:///allow/7?tags=a&tags=b&n=1.5&x-error=https%3A%2F%2Fa.example%2F", "own:///go?k=x#f", "own:///away?k=a/b",
        "own://x-callback-url/token?key=guess", "own:///token?x-token=text", "xcallback:///reply/abc?a=1",
        "own:///strict?a=1&b=2", "https://a.example/allow/1", "own:///form?a=b+c", "own:///loop",
        "tube://https://u:sesame@h/w?key=sesame#token=sesame&x-success=one:x", "tube:|a%7Cb|c", "own:///in?k=a/b%23c",
        "own:///ask#token=sesame", "own:///in?k=a&x-success=tube:b",
    ]

    private static let table = try? Tables.table(
        settings: "callbacks: {hosts: [a.example], allow: [one]}",
        routes: """
            schemes: [own]
            domains: [a.example]
            desktop: allow
            lenient-authority: true
            routes:
              - {name: allow, path: "/allow/{id:int}", input: {id: int, tags: [line], n: number?, d: date?, u: url?}, run: [/srv/p, $id, [-t, $tags], --, $n]}
              - {name: ask, path: /ask, desktop: ask, input: {a: string?}, run: [/srv/p, --, $a]}
              - {name: never, path: /never, desktop: never, run: [/srv/p]}
              - {name: token, path: /token, desktop: ask, token: {file: t, required: true}, run: [/srv/p]}
              - {name: secret, path: "/secret/v{pin}.txt", input: {pin: {type: line, secret: true}}, open: "one://h/$pin"}
              - {name: go, path: /go, input: {k: string?}, redirect: "own:///ask?a=$k"}
              - {name: away, path: /away, input: {k: string?}, open: "one://h/${k}?q=$k#${x-fragment}", callbacks: {hosts: [], allow: []}}
              - {name: strict, path: /strict, strict-input: true, input: {a: int}, run: [/srv/p, $a]}
              - {name: loop, path: /loop, redirect: "own:///loop"}
              - {name: in, path: /in, input: {k: string}, redirect: "tube:$k"}
              - {name: rest, path: "/rest/{path**}", input: {path: [string], m: {type: string, pattern: "[a-z]+(b|c)*"}}, run: [/srv/p, $path, $m]}
            """,
        """
        feature: tube
        schemes: [tube]
        opaque: true
        desktop: allow
        routes:
          - {name: web, path: ["/https://{rest}", "/https//{rest}"], run: [/srv/p, --, $rest, "${x-url}"]}
          - {name: parts, path: "/{parts}", input: {parts: {type: [string], separator: "|"}}, run: [/srv/p, --, $parts]}
        """)

    func check(_ bytes: [UInt8]) throws {
        let table = try require(Self.table, "the table of the target has a mistake")
        var input = FuzzInput(bytes)
        let flags = input.byte()
        let url = input.remainder()
        let submission = Submission(
            url: url, kind: flags & 2 == 0 ? .dispatch : .call(timeout: .seconds(1), plusAsSpace: nil),
            door: flags & 1 == 0 ? .desktop : .control, depth: Int(flags >> 4))
        var next: ReceivedRequest? = ReceivedRequest(
            id: RequestID(recorded: "id"), submission: submission, table: table, begun: Timestamp(boot: 0, wall: 0))
        var steps = 0
        while let request = next {
            next = try check(request, token: flags & 12 == 4 ? .bytes(Array("text\n".utf8)) : .unusable("no file"))
            steps += 1
            try require(steps <= Submission.maximumDepth + 2, "redirected for ever")
        }
    }

    /// Returns the request that it is redirected to.
    private func check(_ request: ReceivedRequest, token: TokenText) throws -> ReceivedRequest? {
        let progress = RequestProgress(reading: request)
        let reply = Explanation(of: request, token: token, unavailable: nil, isGranted: { _ in false }).reply
        _ = try JSONParser.parse(Array(reply.value.json.utf8), depthLimit: 64)
        try checkRecord(of: progress)
        _ = progress.delivery(of: .error(OutcomeError(.failed, "no")))
        if let url = try? request.parse(), case .call = request.submission.kind,
            let call = try? AppCall(request, url)
        {
            let outgoing = try? call.url(answering: [.success: "xcallback://x-callback-url/reply/token"])
            if let outgoing {
                let judge = try Judge(outgoing.text)
                try require(!judge.isNeverCalled, "it is called: \(outgoing.text)")
                try require(request.submission.door == .control || !judge.isBanned, "a banned URL is called")
            }
        }
        guard let matched = progress.matched,
            let approved = try? ApprovedRequest(checking: matched, token: token), approved.question == nil
        else { return nil }
        let isDesktop = request.submission.door == .desktop
        let isOpen = !isDesktop || !["never", "ask"].contains(Self.name(of: matched))
        try require(isOpen, "a web page runs it unasked: \(request.given)")
        if isDesktop, Self.name(of: matched) == "token" {
            guard case .bytes = token else { throw Violation("there is no token: \(request.given)") }
            try require(Self.hasToken(request.text), "no token was given: \(request.given)")
        }
        guard let action = matched.route.definition?.value.action else { return nil }
        switch action {
        case .run(let arguments):
            let words = (try? approved.inserting(approved.input, arguments.arguments))?.revealed ?? ["/srv/p"]
            try require(words.first == "/srv/p", "another program: \(words)")
        case .open(let template):
            guard let url = try? approved.inserting(approved.input, template.url).revealed else { return nil }
            if case .open(let outgoing)? = try? approved.matched.authorize(url, as: .open) {
                try require(outgoing.text.utf8.starts(with: "one://h/".utf8), "it leads elsewhere: \(outgoing.text)")
            }
        case .redirect(let template):
            guard let url = try? approved.inserting(approved.input, template.url).revealed else { return nil }
            return try? approved.matched.redirected(to: url)
        case .script, .worker: break
        }
        return nil
    }

    private static func name(of matched: MatchedRequest) -> String {
        String(matched.route.name.dropFirst("fuzz.".count))
    }

    private static func hasToken(_ url: String) -> Bool {
        guard let found = try? XCallbackURL(url) else { return false }
        return found.reserved["x-token"] == .value("text") || found.parameters["key"] == .value("text")
    }

    /// What is written down of a request has none of its secrets.
    private func checkRecord(of progress: RequestProgress) throws {
        let written = Redaction(of: progress).url(progress.received.text)
        guard let url = progress.url else { return }
        guard url.opaquePart == nil else { return try checkOpaque(url, written) }
        let parts = try Self.parts(of: written)
        for secret in Self.secrets(of: progress, url) where !Secrets.mark.utf8.contains(secret.utf8) {
            // A short one is left where it is a part of a longer text: it is there by chance.
            let isLeft = parts.contains { part in
                secret.utf8.count < 3 ? part.hasSameBytes(as: secret) : part.utf8.contains(secret.utf8)
            }
            try require(!isLeft, "\(secret.debugDescription) is written down: \(written)")
        }
    }

    /// An opaque URL has no callback, and no value with a secret name is recorded.
    private func checkOpaque(_ url: XCallbackURL, _ written: String) throws {
        try require(
            url.callbacks == Callbacks() && url.fragment == nil && url.parameters == [], "it has more than a path")
        guard let segment = url.path.first, let left = try? XCallbackURL(opaque: written).path.first else { return }
        let pairs = segment.utf8.split { "?#&".utf8.contains($0) }.dropFirst().map { String(Substring($0)) }
        for pair in pairs where pair.hasPrefix("key=") && pair.utf8.count > "key=".utf8.count + 2 {
            try require(!left.utf8.contains(pair.utf8), "\(pair) is recorded: \(written)")
        }
    }

    /// The decoded parts of a URL, as far as they decode: a mark may take the place of half an escape. The host of a callback
    /// stays as it is.
    private static func parts(of url: String) throws -> [String] {
        let raw = try RawURL(Array(url.utf8))
        let parameters = try? raw.decodedParameters(plusAsSpace: false, limit: .max)
        let values = parameters?.elements.compactMap(\.value) ?? []
        return ((try? raw.decodedSegments()) ?? []) + values.map(Self.withoutHost)
    }

    private static func withoutHost(_ text: String) -> String {
        guard (try? CallbackURL(text))?.host != nil, let slashes = text.firstRange(of: "//") else { return text }
        return String(text[slashes.upperBound...].drop { !["/", "?", "#"].contains($0) })
    }

    /// The values that are secret by their names.
    private static func secrets(of progress: RequestProgress, _ url: XCallbackURL) -> [String] {
        let names = ["token", "key", "password", "auth-token", "access-token"]
        let parameters = url.parameters.elements.filter { parameter in
            names.contains { $0.hasSameBytes(as: parameter.name) }
        }
        var pin: String?
        if let matched = progress.matched, matched.route.name == "fuzz.secret",
            case .value(let text) = matched.parameters["pin"]
        {
            pin = text
        }
        return (parameters.compactMap(\.value) + [pin].compactMap(\.self)).filter { !$0.isEmpty }
    }
}
