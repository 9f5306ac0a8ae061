/// The process at the other end of a connection, for people and logs:
/// `{"pid":12,"program":"/usr/bin/xcallback","app":"firefox"}`. Trust does not depend on this value, but only on the
/// socket.
package struct PeerProcess: Codable, Sendable, Hashable {
    package let pid: Int32
    /// The path of the process's program; nil if the process had ended before the lookup.
    package let program: String?
    /// The id of the app's desktop entry, without `.desktop`; nil if the app is unknown. Any program of the user can
    /// pretend to be any app.
    package let app: String?
    /// The outermost unit of the user manager that holds the process. Without a unit, the process that started `xcallback`,
    /// such as `pid 12 (node)`. Nil if neither is known.
    package var unit: String?

    package init(pid: Int32, program: String? = nil, app: String? = nil, unit: String? = nil) {
        self.pid = pid
        self.program = program
        self.app = app
        self.unit = unit
    }
}
