/// The version of the daemon and its command line, which are released together.
package enum PackageVersion {
    package static let text = "0.1.0"
    /// The day of the release, which manual pages name.
    package static let date = "2026-11-22"
}
