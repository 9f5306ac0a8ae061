/// The call by which `xcallback doctor` sends a URL around the desktop. The history leaves out this call, and also the
/// answers of apps.
package enum RoundTripCall {
    package static let scheme = "xcallback-doctor"
    package static let url = "\(scheme):answer"
}
