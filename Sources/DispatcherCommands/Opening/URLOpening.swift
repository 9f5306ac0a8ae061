package import DesktopEntries
package import DispatcherConfiguration
package import XCallbackURL

/// Opens URLs with the apps of the user: ``Opener``, or a stand-in without apps.
package protocol URLOpening: Sendable {
    /// Starts the opener for a URL and returns as soon as it runs.
    /// - Parameters:
    ///   - environment: The opener's variables.
    ///   - requested: Those of them that came with the request.
    ///   - turn: Its place among the openers that run at once, which it keeps until it has ended.
    func open(
        _ url: String, scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart

    /// Returns the reason why no app would get a URL; nil if one would.
    func undeliverableReason(_ scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> String?

    /// Looks up whom the desktop gives the URLs of a scheme. Reads files.
    func owner(of scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> SchemeOwner
}

extension Opener: URLOpening {}

/// What became of the start of an opener.
package enum OpenerStart: Sendable {
    /// It runs.
    case started(OpenerEnd)
    /// It does not run, or no app would get the URL.
    case failed(String)
    /// Nobody knows whether it runs.
    case uncertain(String)
}

/// The place of one opener among those that run at once. The place is free again when the last reference goes.
package final class OpenerTurn: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: Makes the place free.
    package init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
