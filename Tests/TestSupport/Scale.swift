import Foundation

/// The number of tries of an endless test: few in every run, as many as promised in the nightly.
package enum Scale {
    /// XCALLBACK_TEST_SCALE, which `.ci/nightly` sets.
    package static let factor = max(1, Int(ProcessInfo.processInfo.environment["XCALLBACK_TEST_SCALE"] ?? "") ?? 1)

    /// The count of a short run times the factor, up to the full count.
    package static func count(_ short: Int, upTo full: Int) -> Int { min(short * factor, full) }
}
