import Foundation

/// How much larger than usual the counts are: XCALLBACK_TEST_SCALE, which `.ci/nightly` sets.
enum Scale {
    static let factor = max(1, Int(ProcessInfo.processInfo.environment["XCALLBACK_TEST_SCALE"] ?? "") ?? 1)
}
