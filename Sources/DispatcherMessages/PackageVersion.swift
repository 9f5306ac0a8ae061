/// The version of the daemon and its command line, which are released together.
package enum PackageVersion {
    package static let text = "0.1.0"
}
