package import DispatcherMessages
import Synchronization
import URLSchemeRouter
package import XCallbackURL

/// A URL as it came in, and what came with it.
@usableFromInline package final class Submission: Sendable {
    /// The bytes of the URL, without the end of the line. In a URL from the desktop socket and in an app's answer, the
    /// printable characters that some openers and apps leave raw are percent-encoded.
    package let url: [UInt8]
    /// The answer of another app, if the URL has the form of one.
    let answer: AppAnswer?
    package let kind: Kind
    /// Whether a command that was started for another request sent it.
    private let isFromCommand: Bool
    package let door: Door
    /// The caller's session variables, already filtered for its socket, without the activation token.
    package let environment: [String: String]
    /// Made when it is first read, if the request comes with none.
    private let token = AtomicLazyReference<ActivationToken>()
    /// The caller's own name for the request.
    package let clientID: String?
    package let peer: PeerProcess?
    /// How many requests led to this one, each having caused the next.
    package let depth: Int
    /// What the requests that led to this one let out.
    package let narrowing: CallbackRestriction
    /// What the requests that led to this one keep secret.
    package let secrets: Secrets

    package enum Kind: Sendable, Hashable {
        /// Our own routes run it.
        case dispatch
        /// Our own routes run it, or another app answers it, within a time. The caller says which names are secret.
        case call(timeout: Duration, plusAsSpace: Bool?, secret: [String] = [])
    }

    /// - Parameters:
    ///   - isFromCommand: Whether a command that was started for another request sent it.
    ///   - environment: The caller's session variables.
    ///   - activation: The token of the request that this one follows from; nil for that of the variables.
    package init(
        url: [UInt8], kind: Kind = .dispatch, isFromCommand: Bool = false, door: Door,
        environment: [String: String] = [:],
        activation: ActivationToken? = nil, clientID: String? = nil, peer: PeerProcess? = nil, depth: Int = 0,
        narrowing: CallbackRestriction = .none, secrets: Secrets = Secrets()
    ) {
        answer = AppAnswer(url)
        self.url = answer?.url ?? (door == .desktop ? RawURL.encodingPrintable(url) : url)
        self.kind = kind
        self.isFromCommand = isFromCommand
        self.door = door
        self.environment =
            environment.isEmpty
            ? [:] : environment.filter { !SessionVariables.activationNames.contains($0.key) }
        self.clientID = clientID
        self.peer = peer
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

    /// Whether a script of the user's own calls an app: the script alone chose the URL.
    var isOwnCall: Bool {
        guard case .call = kind else { return false }
        return door == .control && !isFromCommand
    }

    /// The greatest depth of a request.
    package static let maximumDepth = URLSchemeRouter.maximumDepth

    package static let tooDeep = OutcomeError(.loop, "too many nested requests (limit \(maximumDepth))")

    package var text: String { String(decoding: url, as: UTF8.self) }
}
