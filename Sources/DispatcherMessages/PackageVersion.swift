/// The version of the daemon and its command line program, which are released together.
package enum PackageVersion {
    package static let text = "0.9.0"
    /// The day of the release, for the manual pages.
    package static let date = "2026-11-26"
}
