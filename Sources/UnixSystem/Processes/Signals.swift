import CLinux
import Glibc

/// The signals that ask this process for something, in place of ending it.
package enum Signals {
    private static let listeners = WaitingLock(Listeners())
    /// Nil if no signal can be caught; then they do what they do otherwise.
    private static let watch = try? ReadWatch(
        Descriptor(clinux_open_signals(), attempt: "catch signals"), name: "signals"
    ) { descriptor in
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = numbers.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
        listeners.withLock { listeners in
            for number in numbers.prefix(max(0, count)) { listeners.tell(CInt(number)) }
        }
    }

    /// The signals of some numbers, as they come from now on. They never end the process again.
    package static func stream(of signals: CInt...) -> AsyncStream<CInt> {
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self, bufferingPolicy: .bufferingNewest(8))
        let number = listeners.withLock { $0.add(signals, continuation) }
        continuation.onTermination = { _ in listeners.withLock { $0.remove(number) } }
        if watch != nil { for signal in signals { clinux_catch_signal(signal) } }
        return stream
    }

    /// Catches a signal in place of what it does. For a program without a ``stream(of:)``, which would have it.
    /// - Returns: A descriptor that polls as readable once the signal has come; nil if none can be caught.
    package static func descriptor(of signal: CInt) -> Descriptor? {
        guard let descriptor = try? Descriptor(clinux_open_signals(), attempt: "catch signals") else { return nil }
        clinux_catch_signal(signal)
        return descriptor
    }

    private struct Listeners: Sendable {
        private struct Listener {
            let number: Int
            let signals: [CInt]
            let continuation: AsyncStream<CInt>.Continuation
        }

        /// A dictionary would search all conformances of the program at the start, for so few.
        private var all: [Listener] = []
        private var last = 0

        mutating func add(_ signals: [CInt], _ continuation: AsyncStream<CInt>.Continuation) -> Int {
            last += 1
            all.append(Listener(number: last, signals: signals, continuation: continuation))
            return last
        }

        mutating func remove(_ number: Int) { all.removeAll { $0.number == number } }

        func tell(_ signal: CInt) {
            for listener in all where listener.signals.contains(signal) { listener.continuation.yield(signal) }
        }
    }
}
