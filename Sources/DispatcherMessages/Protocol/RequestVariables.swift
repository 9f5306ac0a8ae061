/// The environment variables that tell a program for which request it was started. A command gets all of them. A program
/// that is opened for a request from the desktop socket gets the socket, the depth and the id, so that its own calls of
/// `xcallback` are no more trusted.
package enum RequestVariables {
    package static let id = "XCALLBACK_ID"
    package static let route = "XCALLBACK_ROUTE"
    package static let source = "XCALLBACK_SOURCE"
    /// The socket that the request came in by.
    package static let door = "XCALLBACK_DOOR"
    /// How many requests led to the next one.
    package static let depth = "XCALLBACK_DEPTH"

    /// The depth that a call from a program with these variables has; nil if it begins a new chain. An app that was
    /// opened may live for days, so its depth counts only within 60 s after its request began.
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
