/// The call by which `xcallback doctor` sends a URL around the desktop. The history leaves it out, as it does the answers of
/// apps.
package enum RoundTripCall {
    package static let scheme = "xcallback-doctor"
    package static let url = "\(scheme):answer"
}
