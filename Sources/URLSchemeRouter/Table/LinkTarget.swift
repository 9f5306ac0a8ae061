package import XCallbackURL

/// Where a link leads.
package enum LinkTarget: Sendable {
    /// To an app, with this scheme, or the first that the route answers.
    case app(Scheme?)
    /// To a website, with this host, or the first domain that the route answers.
    case web(String?)
}
