import DispatcherMessages
package import RequestRecord
import Synchronization
import URLSchemeRouter
package import XCallbackURL

/// A received URL, and the data that came with it.
package final class Submission: Sendable {
    /// The bytes of the URL as they came, without the end of the line.
    package let url: [UInt8]
    /// The URL as a value, if the daemon wrote it: for a route that is run by its name.
    let written: XCallbackURL?
    /// The answer of another app, if the URL has the form of an answer.
    let answer: AppAnswer?
    package let kind: Kind
    /// Whether a command that was started for another request sent it.
    private let isFromCommand: Bool
    package let door: Door
    /// The caller's session variables, already filtered for its socket, without the activation token.
    package let environment: [String: String]
    /// The activation token, which is made when it is first read if the request came without a token.
    private let token = AtomicLazyReference<ActivationToken>()
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
        url: [UInt8], written: XCallbackURL? = nil, kind: Kind = .dispatch, isFromCommand: Bool = false, door: Door,
        environment: [String: String] = [:],
        activation: ActivationToken? = nil, clientID: String? = nil, peer: PeerProcess? = nil, client: String? = nil,
        depth: Int = 0,
        narrowing: CallbackRestriction = .none, secrets: Secrets = Secrets()
    ) {
        answer = AppAnswer(url)
        self.url = url
        self.written = written
        self.kind = kind
        self.isFromCommand = isFromCommand
        self.door = door
        self.environment =
            environment.isEmpty
            ? [:] : environment.filter { !SessionVariables.activationNames.contains($0.key) }
        self.clientID = clientID
        self.peer = peer
        self.client = client
        self.depth = depth
        self.narrowing = narrowing
        self.secrets = secrets
        if let activation {
            _ = token.storeIfNil(activation)
        } else if !environment.isEmpty {
            _ = token.storeIfNil(ActivationToken(of: environment))
        }
    }

    package var activation: ActivationToken { token.load() ?? token.storeIfNil(ActivationToken(of: [:])) }

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
