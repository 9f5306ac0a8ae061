import QueryCoding

/// What stands after `//` in a URL.
public enum Authority: Sendable, Hashable {
    /// Nothing: `notes:create`, `notes:/create`, `notes:///create`.
    case none
    /// `x-callback-url`, in any case.
    case xCallbackURL
    /// The first segment of the path, decoded: `notes://create`.
    case segment(String)
    /// The host of a web link, lower-cased, with its port if it names one.
    case host(String)
}

extension Authority {
    /// Compares byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.none, .none), (.xCallbackURL, .xCallbackURL): true
        case (.segment(let left), .segment(let right)), (.host(let left), .host(let right)):
            left.hasSameBytes(as: right)
        default: false
        }
    }
}
