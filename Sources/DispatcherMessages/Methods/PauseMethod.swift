/// `pause`: refuses the requests of the desktop socket until a time, or until `resume`.
package enum PauseMethod: Method {
    package struct Parameters: MethodParameters {
        /// How long; nil for no end.
        package var duration: TimeText?

        package init() {}
    }

    package typealias Result = PauseReply
    package static let name = "pause"
}
