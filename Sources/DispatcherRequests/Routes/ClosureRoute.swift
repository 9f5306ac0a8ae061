package import URLSchemeRouter

/// A route that a Swift program brings. Only the control socket reaches it.
package struct ClosureRoute: Sendable {
    package let name: String
    let summary: String?
    let pattern: RoutePattern
    package let scopes: [Scope]
    let handler: RouteHandler

    package init(
        name: String, summary: String?, pattern: RoutePattern, scopes: [Scope], handler: RouteHandler
    ) {
        self.name = name
        self.summary = summary
        self.pattern = pattern
        self.scopes = scopes
        self.handler = handler
    }
}
