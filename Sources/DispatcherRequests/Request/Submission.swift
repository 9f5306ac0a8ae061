package import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
package import RequestRecord
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// A received URL, and the data that came with it.
package final class Submission: Sendable {
    /// The bytes of the URL as they came, without the end of the line.
    package let url: [UInt8]
    /// The link, if the daemon wrote the URL: for a route that is run by its name.
    package let link: WrittenLink?
    /// The answer of another app, if the URL has the form of an answer.
    let answer: AppAnswer?
    package let kind: Kind
    /// Whether a command that was started for another request sent it.
    private let isFromCommand: Bool
    package let door: Door
    /// The caller's session variables, already filtered for its socket, without the activation token.
    package let environment: [String: String]
    package let activation: ActivationToken
    /// The id that the caller gave to the request.
    package let clientID: String?
    package let peer: PeerProcess?
    /// The name that an agent gives itself.
    package let client: String?
    /// The number of requests that led to this request, each caused by the request before it.
    package let depth: Int
    /// The restriction by the requests that led to this request.
    package let narrowing: CallbackRestriction
    /// The secrets of the requests that led to this request.
    package let secrets: Secrets

    package enum Kind: Sendable, Hashable {
        /// A route of the daemon runs the request.
        case dispatch
        /// A route of the daemon runs the request, or another app answers it within the timeout. The caller specifies
        /// which names are secret.
        case call(timeout: Duration, plusAsSpace: Bool?, secret: [String] = [])
    }

    /// - Parameters:
    ///   - isFromCommand: Whether a command that was started for another request sent it.
    ///   - environment: The caller's session variables.
    ///   - activation: The token of the request that led to this request; nil to use the token in the variables.
    package init(
        url: [UInt8], link: WrittenLink? = nil, kind: Kind = .dispatch, isFromCommand: Bool = false, door: Door,
        environment: [String: String] = [:],
        activation: ActivationToken? = nil, clientID: String? = nil, peer: PeerProcess? = nil, client: String? = nil,
        depth: Int = 0,
        narrowing: CallbackRestriction = .none, secrets: Secrets = Secrets()
    ) {
        answer = AppAnswer(url)
        self.url = url
        self.link = link
        self.kind = kind
        self.isFromCommand = isFromCommand
        self.door = door
        self.environment = environment.filter { !SessionVariables.activationNames.contains($0.key) }
        self.activation = activation ?? ActivationToken(of: environment, holder: door == .desktop ? .daemon : .window)
        self.clientID = clientID
        self.peer = peer
        self.client = client
        self.depth = depth
        self.narrowing = narrowing
        self.secrets = secrets
    }

    /// Returns why `from-app` of a route does not leave it to this request; nil for a route without the key, and for a click
    /// in an app that it names.
    func refusal(by route: RouteEntry) -> String? {
        guard let senders = route.senders else { return nil }
        let app = door == .desktop ? peer?.app : nil
        guard !senders.contains(where: { app?.hasSameBytes(as: $0) ?? false }) else { return nil }
        let sender = door == .desktop ? app.map { "'\($0)'" } ?? "an unknown app" : "a script"
        return "open only to clicks in \(senders.joined(separator: ", ")), not to \(sender)"
    }

    /// Whether the user's own script calls an app: the script alone chose the URL.
    var isOwnCall: Bool {
        guard case .call = kind else { return false }
        return door.isTrusted && !isFromCommand
    }

    /// The maximum depth of a request.
    package static let maximumDepth = URLSchemeRouter.maximumDepth

    package static let tooDeep = OutcomeError(.loop, "too many nested requests (limit \(maximumDepth))")

    package var text: String { String(decoding: url, as: UTF8.self) }
}

/// The activation token of a request, with which one window may take the focus (the protocol xdg-activation; startup
/// notification on X11). Each program that the request starts gets the token. The compositor accepts the token once,
/// for the first window that shows it, so a program without a window does not use it up. The token is never recorded.
///
/// The desktop shows that an app starts until a window shows the token. The program that has the token ends that.
package final class ActivationToken: Sendable {
    /// The program that has the token.
    package enum Holder: Sendable {
        /// The daemon, which opens no window.
        case daemon
        /// A dialog or a command, which has ended, but may have started a program with a window.
        case command
        /// An app, or the script that sent the request: a window may come at any time.
        case window
    }

    private static let limit = 1024

    /// The token that came with the request, and the tokens that replaced it. The last token is the current token.
    private let state: Lock<(tokens: [String], holder: Holder)>

    /// Reads the token from a caller's variables.
    init(of environment: [String: String], holder: Holder) {
        let given = SessionVariables.activationNames.lazy.compactMap { environment[$0] }.first(where: Self.isToken)
        state = Lock((given.map { [$0] } ?? [], holder))
    }

    /// The token that came with the request, and the tokens that replaced it.
    var all: [String] { state.withLock(\.tokens) }

    /// Returns the variables for a program that is started.
    package func give(to holder: Holder) -> [String: String] {
        state.withLock { $0.holder = holder }
        return variables
    }

    /// The current token, and the time after the end of the request from which on no window will show it; nil without such
    /// a token. KDE, too, waits five seconds for the window of a program.
    package var unused: (token: String, after: Duration)? {
        state.withLock { state in
            guard let token = state.tokens.last else { return nil }
            switch state.holder {
            case .daemon: return (token, .zero)
            case .command: return (token, .seconds(5))
            case .window: return nil
            }
        }
    }

    /// The current token under both of its names; empty if there is no token.
    package var variables: [String: String] {
        guard let token = all.last else { return [:] }
        return Dictionary(uniqueKeysWithValues: SessionVariables.activationNames.map { ($0, token) })
    }

    /// Replaces the token with a newer token, which the daemon has. Ignores a text that is not a token.
    package func replace(with newer: String) { replace(with: newer, holder: .daemon) }

    /// Takes the token of a newer request, if that request has a token.
    package func replace(with newer: ActivationToken) {
        let (token, holder) = newer.state.withLock { state in
            defer { state.holder = .window }
            return (state.tokens.last, state.holder)
        }
        if let token { replace(with: token, holder: holder) }
    }

    private func replace(with newer: String, holder: Holder) {
        guard Self.isToken(newer) else { return }
        state.withLock {
            $0.tokens.append(newer)
            $0.holder = holder
        }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// The URLs that all the routes that a request has passed allow it to open. Each request that follows inherits the
/// restriction, and can only make it stricter.
package struct CallbackRestriction: Sendable, Hashable {
    /// The hosts that web links may name, as in ``CallbackLists``; nil for any host.
    private(set) var hosts: Set<String>?
    /// The other schemes that may be opened; nil for any scheme.
    private(set) var schemes: Set<Scheme>?

    /// Allows every URL.
    package static let none = CallbackRestriction(hosts: nil, schemes: nil)
    /// Allows no URL.
    package static let total = CallbackRestriction(hosts: [], schemes: [])

    /// Returns the restriction of a request whose route has these lists too.
    package func narrowed(by lists: [CallbackLists]) -> CallbackRestriction {
        lists.reduce(self) { narrowing, lists in
            CallbackRestriction(
                hosts: narrowing.hosts?.intersection(lists.hosts) ?? lists.hosts,
                schemes: lists.allow.map { narrowing.schemes?.intersection($0) ?? $0 } ?? narrowing.schemes)
        }
    }

    /// Returns why a URL may not be opened; nil if it may be opened.
    package func refusal(of url: CallbackURL) -> String? {
        if let entry = url.hostEntry {
            return hosts?.contains(entry) ?? true ? nil : "the route's 'callbacks' do not name the host \(entry)"
        }
        return schemes?.contains(url.scheme) ?? true ? nil : "the route's 'callbacks' do not allow \(url.scheme):"
    }
}

/// The form in which the journal stores the restriction.
extension CallbackRestriction {
    /// `{"hosts":["example.org"],"schemes":[]}`; nil if every URL is allowed.
    package var value: QueryValue? {
        guard self != .none else { return nil }
        func array(_ texts: some Sequence<String>) -> QueryValue { .array(texts.sorted().map { .string($0) }) }
        return QueryValue.record([("hosts", hosts.map(array)), ("schemes", schemes.map { array($0.map(\.text)) })])
    }

    /// Allows no URL if the value has another form.
    package init(_ value: QueryValue?) {
        guard let value, case .object = value else {
            self = value == nil ? .none : .total
            return
        }
        func texts(_ name: String) -> [String]? {
            guard let member = value[name] else { return nil }
            guard case .array(let values) = member else { return [] }
            return values.compactMap(\.string)
        }
        self.init(
            hosts: texts("hosts").map { Set($0) }, schemes: texts("schemes").map { Set($0.compactMap { Scheme($0) }) })
    }
}
