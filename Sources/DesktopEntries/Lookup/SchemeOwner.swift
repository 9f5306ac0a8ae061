package import XCallbackURL

/// Whom the desktop gives the URLs of a scheme.
package enum SchemeOwner: Sendable, Hashable {
    /// Our own entry, which `install` wrote.
    case us
    /// Another app. An owner that cannot be looked up counts as another app.
    case anotherApp
    /// No app.
    case nobody
}

extension SchemeHandlers {
    /// Looks up the owner of a scheme, at the cost of ``handler(of:)``.
    package func owner(of scheme: Scheme) -> SchemeOwner {
        guard let handler = handler(of: scheme) else { return .nobody }
        return DesktopEntry.isOurs(handler.identifier, for: scheme) ? .us : .anotherApp
    }
}
