/// `resume`: ends the pause of the desktop socket.
package enum ResumeMethod: Method {
    package typealias Result = PauseReply
    package static let name = "resume"
}
