import Foundation

/// The number of tries in a test without a natural end: few in every run, the promised number in the nightly run.
package enum Scale {
    /// The factor in XCALLBACK_TEST_SCALE, which `.ci/nightly` sets.
    package static let factor = max(1, Int(ProcessInfo.processInfo.environment["XCALLBACK_TEST_SCALE"] ?? "") ?? 1)

    /// The count of a short run times the factor, up to the full count.
    package static func count(_ short: Int, upTo full: Int) -> Int { min(short * factor, full) }
}
