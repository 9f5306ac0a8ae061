package import RequestRecord

/// `pause`: refuses the requests of the desktop or agent socket until a time, or until `resume`, and ends the requests
/// that wait.
package enum PauseMethod: Method {
    package struct Parameters: MethodParameters {
        /// The length of the pause; nil for no end.
        package var duration: TimeText?
        /// The socket; nil for the desktop socket.
        package var door: Door?

        package init() {}
    }

    package typealias Result = PauseReply
    package static let name = "pause"
}

/// `resume`: ends the pause of the desktop or agent socket.
package enum ResumeMethod: Method {
    package struct Parameters: MethodParameters {
        /// The socket; nil for the desktop socket.
        package var door: Door?

        package init() {}
    }

    package typealias Result = PauseReply
    package static let name = "resume"
}
