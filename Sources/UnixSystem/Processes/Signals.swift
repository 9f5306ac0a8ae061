import CLinux
import Glibc

/// The signals that this process handles, so that they do not end it.
package enum Signals {
    /// An array, because a dictionary would search all conformances of the program at the start, for few listeners.
    private static let listeners = Lock<(all: [Listener], last: Int)>(([], 0))
    /// Reads the caught signals; nil if no signal can be caught. Signals then keep their usual effects.
    private static let watch = try? ReadWatch(
        Descriptor(clinux_open_signals(), attempt: "catch signals"), name: "signals"
    ) { descriptor in
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = numbers.withUnsafeMutableBytes { readRetrying(descriptor, into: $0) }
        for number in numbers.prefix(max(0, count)) {
            for listener in listeners.withLock({ $0.all }) where listener.signals.contains(CInt(number)) {
                listener.continuation.yield(CInt(number))
            }
        }
    }

    /// Makes a stream of the signals with these numbers, beginning now. These signals never end the process again.
    package static func stream(of signals: CInt...) -> AsyncStream<CInt> {
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self, bufferingPolicy: .bufferingNewest(8))
        let number = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all.append(Listener(number: listeners.last, signals: signals, continuation: continuation))
            return listeners.last
        }
        continuation.onTermination = { _ in
            _ = listeners.withLock { listeners in
                listeners.all.firstIndex { $0.number == number }.map { listeners.all.remove(at: $0) }
            }
        }
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

    private struct Listener: Sendable {
        let number: Int
        let signals: [CInt]
        let continuation: AsyncStream<CInt>.Continuation
    }
}
