/// The place of one opener among those that run at once. The place is free again when the last reference goes.
package final class OpenerTurn: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: Makes the place free.
    package init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
