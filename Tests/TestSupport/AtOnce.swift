import UnixSystem

/// The threads of ``atOnce(_:_:)``. A test that waits for a process blocks its thread.
private let threads = TaskPool(threads: 4)

/// Runs a body for each element, four at once, and throws the first error.
package func atOnce<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for element in elements { group.addTask(executorPreference: threads) { try body(element) } }
        try await group.waitForAll()
    }
}
