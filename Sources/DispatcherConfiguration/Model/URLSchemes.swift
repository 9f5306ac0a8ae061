package import XCallbackURL

/// The schemes that an input of type `url` accepts.
package enum URLSchemes: Sendable, Hashable {
    /// What a file means that does not say: http and https on the desktop socket, any scheme on the control socket.
    case standard
    case any
    case listed(Set<Scheme>)

    /// The schemes that are accepted; nil for any.
    func accepted(fromDesktop: Bool) -> Set<Scheme>? {
        switch self {
        case .standard: fromDesktop ? Self.web : nil
        case .any: nil
        case .listed(let schemes): schemes
        }
    }

    private static let web = Set(["http", "https"].compactMap { Scheme($0) })
}
