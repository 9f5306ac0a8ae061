/// The environment variables that identify the request for which a program was started. A command gets all of them. A
/// program that is opened for a request from the desktop or agent socket gets the socket, the depth and the id, so that its own
/// calls of `xcallback` are not trusted more than that request.
package enum RequestVariables {
    package static let id = "XCALLBACK_ID"
    package static let route = "XCALLBACK_ROUTE"
    package static let source = "XCALLBACK_SOURCE"
    /// The socket by which the request arrived.
    package static let door = "XCALLBACK_DOOR"
    /// The depth of the next request: the number of requests that led to it.
    package static let depth = "XCALLBACK_DEPTH"

    /// Returns the depth of a call from a program with these variables; nil if the call begins a new chain. An opened
    /// app may run for days, so its depth counts only for 60 s after its request began.
    /// - Parameters:
    ///   - now: The time of day, in milliseconds since 1970.
    ///   - variable: Returns the value of a variable.
    package static func depth(now: @autoclosure () -> UInt64, variable: (String) -> String?)
        -> String?
    {
        guard let depth = variable(depth) else { return nil }
        guard let begun = variable(id).flatMap({ RequestID(recorded: $0).milliseconds }) else { return depth }
        return now() < begun + 60_000 ? depth : nil
    }
}
