/// `pause`: refuses the requests of the desktop socket until a time, or until `resume`.
package enum PauseMethod: Method {
    package struct Parameters: MethodParameters {
        /// The length of the pause; nil for no end.
        package var duration: TimeText?

        package init() {}
    }

    package typealias Result = PauseReply
    package static let name = "pause"
}

/// `resume`: ends the pause of the desktop socket.
package enum ResumeMethod: Method {
    package typealias Result = PauseReply
    package static let name = "resume"
}
