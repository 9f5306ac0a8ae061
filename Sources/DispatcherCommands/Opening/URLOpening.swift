package import DesktopEntries
import DispatcherConfiguration
package import XCallbackURL

/// Opens URLs with the apps of the user: ``Opener``, or a replacement without apps.
package protocol URLOpening: Sendable {
    /// Starts the opener for a URL and returns as soon as the opener runs.
    /// - Parameters:
    ///   - environment: The opener's variables.
    ///   - requested: The opener's variables that came with the request.
    ///   - turn: The opener's place among the openers that run at once. The opener keeps the place until its end.
    func open(
        _ url: String, scheme: Scheme, by command: [String], environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart

    /// Returns the reason why no app would get a URL; nil if an app would get it.
    func undeliverableReason(_ scheme: Scheme, by command: [String], environment: [String: String]) -> String?

    /// Looks up which app gets the URLs of a scheme from the desktop. Reads files.
    func owner(of scheme: Scheme, by command: [String], environment: [String: String]) -> SchemeOwner
}

extension Opener: URLOpening {}

/// The result of starting an opener.
package enum OpenerStart: Sendable {
    /// The opener runs.
    case started(OpenerEnd)
    /// The opener does not run, or no app would get the URL.
    case failed(String)
    /// Whether the opener runs is unknown.
    case uncertain(String)
}

/// The place of one opener among the openers that run at once. The place is free again when the last reference is
/// released.
package final class OpenerTurn: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: Makes the place free.
    package init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
