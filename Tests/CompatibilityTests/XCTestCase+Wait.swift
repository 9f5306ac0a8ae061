import XCTest

extension XCTestCase {
    /// What XCTest has elsewhere and not on Linux: waits without saying how long.
    func wait(for expectations: [XCTestExpectation]) { wait(for: expectations, timeout: 10) }
}
