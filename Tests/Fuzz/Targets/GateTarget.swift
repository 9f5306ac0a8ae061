import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// What the gate lets out is read again by a ``Judge``: no banned scheme, no host and no app that a list does not name,
/// nothing of the caller's replaced. What follows from a request is trusted no more than the request.
struct GateTarget: FuzzTarget {
    static let name = "gate"
    static let maximumLength = 160
    static func seeds() -> [[UInt8]] {
        Seeds.texts(after: 14) + callbacks.map { Seeds.noise(count: 14, seed: 3) + $0.utf8 }
    }

    private static let callbacks = [
        "https://a.example/p?a=mine#f", "HTTPS://A.EXAMPLE:443/", "http://b.example", "one:x?a=1&b",
        "two://h?x-source=me", "own:///r1?a=mine&x-success=one%3Ax", "mailto:a@b?attach=/x", "mailto:a?%61ttachment=x",
        "mailto:a?subject=b&amp;insert=c", "mailto:a#?attach=x", "file:///etc/passwd",
        "mailto:a@b,c@d?subject=e,attachment='/x'&body=%0A", "mailto:a%27,-b%26?cc=%2527", "https://a.example@evil/",
        "https://a.example\\@evil/", "java%73cript:x", "ONE:x?", "one:x?&", "one:x?a&#a?b", "opaque:a",
        "OPAQUE://https://a?b#c",
    ]

    /// The lists of config.yaml, then those that a route may have.
    private static let lists = [
        "", "hosts: [], allow: []", "hosts: [a.example], allow: [one]",
        "hosts: [a.example, \"http://b.example\"], allow: [one, two]",
    ]
    private static let tables: [DispatchTable] = lists.compactMap { list in
        let routes = lists.enumerated().map { index, own in
            "- {name: r\(index), path: /r\(index), run: [\"true\"]\(own.isEmpty ? "" : ", callbacks: {\(own)}")}"
        }
        return try? Tables.table(
            settings: list.isEmpty ? "journal: on" : "callbacks: {\(list)}",
            routes: "schemes: [own]\ndesktop: allow\nroutes:\n" + routes.joined(separator: "\n"),
            "feature: opaque\nschemes: [opaque]\nopaque: true\nroutes: [{name: a, path: \"/{a}\", run: [\"true\"]}]")
    }
    private static let names = [
        "a", "b", "attach", "x-success", "x-error", "x-cancel", "x-source", "x-token", "a.0", "a[]", "insert", "body",
    ]

    /// The schemes of the tables, with that of the built-in routes.
    private static let ours = ["own", "xcallback", "opaque"]

    /// A list of hosts and schemes by which the gate is checked; nil for a list that lets all schemes out.
    private struct Limits {
        var hosts: [String]
        var schemes: [String]?

        init(_ number: Int) {
            hosts = number < 2 ? [] : Array(["a.example", "b.example", "http://b.example"].prefix(2 * number - 3))
            schemes = number == 0 ? nil : Array(["one", "two"].prefix(number - 1))
        }

        func letsOut(_ judge: Judge) -> Bool {
            if let entry = judge.hostEntry { hosts.contains(entry) } else { schemes?.contains(judge.scheme) ?? true }
        }
    }

    func check(_ bytes: [UInt8]) throws {
        try require(Self.tables.count == Self.lists.count, "a table of the target has a mistake")
        var input = FuzzInput(bytes)
        let (configured, own, before) = (input.below(4), input.below(4), input.below(5))
        let door: Door = input.flip() ? .desktop : .control
        let purpose = input.pick(OutgoingGate.Purpose.allCases)
        let depth = input.below(10)
        let outcome = Self.outcome(&input)
        let text = String(decoding: input.remainder(), as: UTF8.self)

        // The request, behind one whose route had lists of its own.
        let table = Self.tables[configured]
        let inherited =
            before == 4 ? CallbackRestriction.none : CallbackRestriction.none.narrowed(by: [Self.callbackLists(before)])
        let callbacks = CallbackKind.allCases.map { "\($0.parameterName)=\(PercentCoding.encode(text))" }
        let submission = Submission(
            url: Array("own:///r\(own)?\(callbacks.joined(separator: "&"))".utf8), door: door, depth: depth,
            narrowing: inherited)
        let request = ReceivedRequest(
            id: RequestID(recorded: "id"), submission: submission, table: table, begun: Timestamp(boot: 0, wall: 0))
        let progress = RequestProgress(reading: request)
        let matched: MatchedRequest
        switch progress {
        case .matched(let found, _): matched = found
        case .received: return try require(depth > Submission.maximumDepth || text.utf8.count > 0, "no URL")
        case .parsed: throw Violation("a route is not found")
        }

        var limits = [Limits(configured), Limits(own)] + (before == 4 ? [] : [Limits(before)])
        if own == 0 { limits.remove(at: 1) }
        if let departure = progress.delivery(of: outcome).delivery?.destination {
            let given = try require(progress.callbacks[outcome.kind], "a callback of no one leaves")
            try checkCallback(departure, given, submission, limits)
            if case .open(let outgoing) = departure, door == .desktop {
                let judge = try Judge(outgoing.text)
                try require(
                    judge.host != nil || Limits(configured).schemes?.contains(judge.scheme) ?? false,
                    "the user was not asked about \(outgoing.text)")
            }
        }
        if let departure = try? matched.authorize(text, as: purpose) {
            try checkRelease(departure, text, purpose, submission, before == 4 ? nil : Limits(before))
        }
    }

    private static func callbackLists(_ number: Int) -> CallbackLists {
        let limits = Limits(number)
        return CallbackLists(hosts: Set(limits.hosts), allow: limits.schemes.map { Set($0.compactMap { Scheme($0) }) })
    }

    private static func outcome(_ input: inout FuzzInput) -> Outcome {
        switch input.below(4) {
        case 0: return .cancel
        case 1: return .error(OutcomeError(code: input.below(256), message: input.text()))
        default:
            var members: [QueryValue.Member] = []
            for name in names where input.flip() { members.append(QueryValue.Member(name, .string(name))) }
            return .success(.object(members))
        }
    }

    private func checkCallback(
        _ departure: Destination, _ given: CallbackURL, _ submission: Submission, _ limits: [Limits]
    ) throws {
        switch departure {
        case .open(let outgoing):
            let (judge, caller) = (try Judge(outgoing.text), try Judge(CallbackURL.opened(given.text)))
            try checkForm(judge, outgoing.text)
            try require(!judge.isBanned, "a banned URL leaves: \(outgoing.text)")
            try require(limits.allSatisfy { $0.letsOut(judge) }, "a list does not name \(outgoing.text)")
            try require(!Self.ours.contains(judge.scheme), "our own URL leaves: \(outgoing.text)")
            try checkUntouched(judge, caller, outgoing.text)
        case .dispatch(let following):
            try checkFollowing(following, submission)
            let (judge, caller) = (try Judge(following.text), try Judge(given.text))
            try require(
                Self.ours.contains(judge.scheme) && judge.scheme != "opaque",
                "not a callback of ours: \(following.text)")
            try checkUntouched(judge, caller, following.text)
            let (own, theirs) = (Callbacks(try RawURL(following.url)), Callbacks(try RawURL(Array(given.text.utf8))))
            try require(own == theirs, "the callbacks of the caller changed: \(following.text)")
            // A URL with a port leaves as a callback, and is refused as a request.
            guard let found = try? XCallbackURL(following.text), let asked = try? XCallbackURL(given.text) else {
                return
            }
            for name in asked.parameters.elements.map(\.name) {
                try require(
                    found.parameters[name] == asked.parameters[name], "'\(name)' is replaced: \(following.text)")
            }
        }
    }

    /// All that the caller wrote is there, and what was added names none of the caller's parameters.
    private func checkUntouched(_ judge: Judge, _ caller: Judge, _ text: String) throws {
        try require(judge.head.utf8.starts(with: caller.head.utf8), "the caller's URL changed: \(text)")
        try require(judge.fragment == caller.fragment, "the caller's fragment changed: \(text)")
        try require(judge.scheme == caller.scheme && judge.host == caller.host, "it leads elsewhere: \(text)")
        for pair in judge.pairs(of: judge.head).dropFirst(judge.pairs(of: caller.head).count) {
            let name = ReferenceDecoder.decode(Array(pair.prefix { $0 != 0x3D }), plusAsSpace: false)
            for reserved in ["x-success", "x-error", "x-cancel", "x-source", "x-token"] {
                try require(name != .success(Array(reserved.utf8)), "an output speaks for the caller: \(text)")
            }
        }
    }

    private func checkRelease(
        _ departure: Destination, _ text: String, _ purpose: OutgoingGate.Purpose, _ submission: Submission,
        _ inherited: Limits?
    ) throws {
        switch departure {
        case .dispatch(let following):
            try require(purpose != .call && purpose != .commandCall, "a call stays inside: \(following.text)")
            try require(Self.ours.contains(try Judge(following.text).scheme), "not our own: \(following.text)")
            try checkFollowing(following, submission)
        case .open(let outgoing):
            let judge = try Judge(outgoing.text)
            try checkForm(judge, outgoing.text, mayHaveUserInfo: purpose == .call)
            try require(purpose != .redirect, "a redirect leaves: \(outgoing.text)")
            if purpose != .callback {
                try require(inherited?.letsOut(judge) ?? true, "an earlier route does not let out \(outgoing.text)")
            }
            let isRefused =
                switch purpose {
                case .open: judge.isNeverOpened
                case .call: judge.isNeverCalled
                case .callback, .redirect, .commandCall: judge.isBanned
                }
            try require(!isRefused, "it is opened: \(outgoing.text)")
            try require(purpose == .call || !judge.givesMailOptions, "a mail may give options: \(outgoing.text)")
        }
    }

    private func checkForm(_ judge: Judge, _ text: String, mayHaveUserInfo: Bool = false) throws {
        try require(mayHaveUserInfo || !judge.hasUserInfo, "user info leaves: \(text)")
        try require(!judge.isMalformed, "a raw byte leaves: \(text)")
        try require(judge.scheme.utf8.allSatisfy { !(0x41...0x5A).contains($0) }, "a capital in the scheme: \(text)")
        try require(text.utf8.count <= 131_071, "\(text.utf8.count) bytes leave")
    }

    private func checkFollowing(_ following: Submission, _ submission: Submission) throws {
        try require(following.door == submission.door, "it came by another socket")
        try require(
            following.depth == submission.depth + 1 && following.depth <= Submission.maximumDepth,
            "depth \(following.depth)")
        for text in ["https://a.example/", "https://b.example/", "one:x", "two:x", "three:x"] {
            let url = try CallbackURL(text)
            if submission.narrowing.refusal(of: url) != nil {
                try require(following.narrowing.refusal(of: url) != nil, "\(text) is let out again")
            }
        }
    }
}
