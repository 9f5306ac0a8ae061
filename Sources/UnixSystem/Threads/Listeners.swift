/// The tasks that wait for an event.
package final class Listeners: Sendable {
    private struct Contents {
        var last = 0
        var continuations: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let contents = Lock(Contents())

    package init() {}

    /// Adds a listener, until its stream is released. The stream emits a value after one event or several.
    package func add() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = contents.withLock { contents in
            contents.last += 1
            contents.continuations[contents.last] = continuation
            return contents.last
        }
        continuation.onTermination = { _ in
            _ = self.contents.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Reports an event, to the oldest listener first.
    package func wake() {
        contents.withLock { contents, after in
            for (_, one) in contents.continuations.sorted(by: { $0.key < $1.key }) { after { one.yield() } }
        }
    }
}
