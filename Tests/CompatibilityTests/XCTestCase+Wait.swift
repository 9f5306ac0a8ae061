import XCTest

extension XCTestCase {
    /// Waits without a timeout argument, which XCTest supports only on Apple's platforms.
    func wait(for expectations: [XCTestExpectation]) { wait(for: expectations, timeout: 10) }
}
