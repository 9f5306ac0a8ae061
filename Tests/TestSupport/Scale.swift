import Foundation

/// How much is tried of what could be tried for ever: little in every run, all that is promised in the nightly.
package enum Scale {
    /// XCALLBACK_TEST_SCALE, which `.ci/nightly` sets.
    package static let factor = max(1, Int(ProcessInfo.processInfo.environment["XCALLBACK_TEST_SCALE"] ?? "") ?? 1)

    /// The count of a short run as often as the factor says, up to the full count.
    package static func count(_ short: Int, upTo full: Int) -> Int { min(short * factor, full) }
}
