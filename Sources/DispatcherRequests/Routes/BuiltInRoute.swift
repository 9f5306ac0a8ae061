import DispatcherConfiguration
package import XCallbackURL

/// The routes that the daemon serves without any file, under the scheme `xcallback`.
package enum BuiltInRoute: String, Sendable, CaseIterable {
    /// Succeeds without an output.
    case ping
    /// Returns its own parameters.
    case echo
    /// Returns the version of the daemon.
    case version
    /// Receives another app's answer to a call.
    case reply

    package static let scheme: Scheme = {
        guard let scheme = Scheme("xcallback") else { preconditionFailure("'xcallback' is a scheme") }
        return scheme
    }()

    package var name: String { "xcallback.\(rawValue)" }

    package var path: String { self == .reply ? "/reply/{token}" : "/\(rawValue)" }

    var summary: String {
        switch self {
        case .ping: "Succeed without an output, to show that the daemon answers"
        case .echo: "Return the parameters of the URL"
        case .version: "Return the version of the daemon"
        case .reply: "Accept the answer to a call by its one-time token"
        }
    }

    /// Whether the journal records a successful request without a callback. The other routes run nothing and change
    /// nothing.
    var leavesRow: Bool { self == .reply }

    /// The parameters that the route accepts; nil for any parameters.
    var parameterNames: [String]? {
        switch self {
        case .ping, .version: []
        case .echo, .reply: nil
        }
    }

    /// The rule for the desktop socket. Another app sends its answer to a call through the desktop socket, and the
    /// answer's token makes it trusted.
    var desktop: DesktopRule { self == .reply ? .allow : .never }
}
