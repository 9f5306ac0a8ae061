package import XCallbackURL

/// The destination of a link.
package enum LinkTarget: Sendable {
    /// An app, with this scheme, or with the first scheme that the route answers.
    case app(Scheme?)
    /// A website, with this host, or with the first domain that the route answers.
    case web(String?)
}
