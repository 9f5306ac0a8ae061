import CLinux
import Glibc

/// The signals that this process handles, so that they do not end it.
package enum Signals {
    private static let listeners = Lock(Listeners())
    /// Reads the caught signals; nil if no signal can be caught. Signals then keep their usual effects.
    private static let watch = try? ReadWatch(
        Descriptor(clinux_open_signals(), attempt: "catch signals"), name: "signals"
    ) { descriptor in
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = numbers.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
        for number in numbers.prefix(max(0, count)) {
            for listener in listeners.withLock({ $0.continuations(of: CInt(number)) }) { listener.yield(CInt(number)) }
        }
    }

    /// Makes a stream of the signals with these numbers, beginning now. These signals never end the process again.
    package static func stream(of signals: CInt...) -> AsyncStream<CInt> {
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self, bufferingPolicy: .bufferingNewest(8))
        let number = listeners.withLock { $0.add(signals, continuation) }
        continuation.onTermination = { _ in _ = listeners.withLock { $0.remove(number) } }
        if watch != nil { for signal in signals { clinux_catch_signal(signal) } }
        return stream
    }

    /// Catches signals, so that they lose their usual effects. For a program without a ``stream(of:)``, which would
    /// receive the signals instead.
    /// - Returns: A descriptor that polls as readable after one of the signals has come; nil if no signal can be caught.
    package static func descriptor(of signals: CInt...) -> Descriptor? {
        guard let descriptor = try? Descriptor(clinux_open_signals(), attempt: "catch signals") else { return nil }
        for signal in signals { clinux_catch_signal(signal) }
        return descriptor
    }

    private struct Listeners: Sendable {
        /// An array, because a dictionary would search all conformances of the program at the start, for few listeners.
        private var all: [(number: Int, signals: [CInt], continuation: AsyncStream<CInt>.Continuation)] = []
        private var last = 0

        mutating func add(_ signals: [CInt], _ continuation: AsyncStream<CInt>.Continuation) -> Int {
            last += 1
            all.append((last, signals, continuation))
            return last
        }

        mutating func remove(_ number: Int) -> AsyncStream<CInt>.Continuation? {
            all.firstIndex { $0.number == number }.map { all.remove(at: $0).continuation }
        }

        func continuations(of signal: CInt) -> [AsyncStream<CInt>.Continuation] {
            all.filter { $0.signals.contains(signal) }.map(\.continuation)
        }
    }
}
