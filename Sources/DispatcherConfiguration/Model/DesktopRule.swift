/// What the untrusted door may do with a route.
package enum DesktopRule: String, Sendable, Hashable, CaseIterable {
    case never, ask, askAlways = "ask-always", allow
}
