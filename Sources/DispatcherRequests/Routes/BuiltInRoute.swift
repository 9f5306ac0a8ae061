import DispatcherConfiguration
package import XCallbackURL

/// The routes that are served without any file, under the scheme `xcallback`.
package enum BuiltInRoute: String, Sendable, CaseIterable {
    /// Succeeds without an output.
    case ping
    /// Returns its own parameters.
    case echo
    /// Returns the version of the daemon.
    case version
    /// Takes another app's answer to a call.
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
        case .reply: "Take the answer to a call, by its one-time token"
        }
    }

    /// Whether the journal has a request that succeeds and reports to no callback. The others run nothing and change nothing.
    var isRecorded: Bool { self == .reply }

    /// The parameters that it takes; nil for any.
    var parameterNames: [String]? {
        switch self {
        case .ping, .version: []
        case .echo, .reply: nil
        }
    }

    /// An answer comes from another app, so by the desktop socket. Its token makes it trusted.
    var desktop: DesktopRule { self == .reply ? .allow : .never }
}
