import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The routes that serve without any file, under the scheme `xcallback`.
enum BuiltInRoute: String, Sendable, CaseIterable {
    /// Succeeds, and answers nothing.
    case ping
    /// Answers its own parameters.
    case echo
    /// Answers which version runs.
    case version
    /// Takes the answer to a call.
    case reply

    static let scheme: Scheme = {
        guard let scheme = Scheme("xcallback") else { preconditionFailure("'xcallback' is a scheme") }
        return scheme
    }()

    var name: String { "xcallback.\(rawValue)" }

    var path: String { self == .reply ? "/reply/{token}" : "/\(rawValue)" }

    var summary: String {
        switch self {
        case .ping: "Answer nothing, to show that the daemon serves"
        case .echo: "Answer the parameters of the URL"
        case .version: "Answer the version of the daemon"
        case .reply: "Take the answer to a call, by its one-time token"
        }
    }

    /// The parameters that it takes; nil for any.
    var parameterNames: [String]? {
        switch self {
        case .ping, .version: []
        case .echo, .reply: nil
        }
    }

    /// A reply comes back from other apps, so by the desktop; its token is its trust.
    var desktop: DesktopRule { self == .reply ? .allow : .never }

    /// - Parameter calls: Where an answer to one of them goes.
    func perform(_ request: Request, _ calls: PendingCalls) async throws(OutcomeError) -> QueryValue {
        switch self {
        case .ping: return .object([])
        case .echo: return request.parameters.grouped(bare: true)
        case .version: return ["version": .string(PackageVersion.text)]
        case .reply:
            try await calls.take(request)
            return .object([])
        }
    }
}
