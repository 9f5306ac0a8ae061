import QueryCoding

/// The authority of a URL, which follows `//` (RFC 3986 §3.2).
public enum Authority: Sendable, Hashable {
    /// No authority: `notes:create`, `notes:/create`, `notes:///create`.
    case none
    /// `x-callback-url`, compared without regard to ASCII case.
    case xCallbackURL
    /// Any other authority of a custom scheme, decoded; it counts as the first segment of the path: `notes://create`.
    case segment(String)
    /// The host of a web link in lower case, with its port, if any.
    case host(String)

    /// Compares bytes.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.none, .none), (.xCallbackURL, .xCallbackURL): true
        case (.segment(let left), .segment(let right)), (.host(let left), .host(let right)):
            left.hasSameBytes(as: right)
        default: false
        }
    }
}
