/// The rule for requests from the desktop socket, which is untrusted.
package enum DesktopRule: String, Sendable, Hashable, CaseIterable {
    case never, ask, askAlways = "ask-always", allow
}
