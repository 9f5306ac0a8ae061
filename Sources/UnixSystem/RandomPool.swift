import CLinux

/// Random bits for names that cannot be guessed. The pool reads many bits from the kernel at once, returns each bit
/// only once, and keeps no copy of returned bits.
package final class RandomPool: Sendable {
    package static let shared = RandomPool()

    private let unused = Lock<[UInt64]>([])

    /// Returns 128 random bits.
    package func bits() -> (UInt64, UInt64) {
        unused.withLock { words in
            if words.isEmpty { Self.fill(&words) }
            return (Self.take(&words), Self.take(&words))
        }
    }

    private static func take(_ words: inout [UInt64]) -> UInt64 {
        let last = words.count - 1
        let word = words[last]
        // Removing the word alone would leave it in memory.
        words[last] = 0
        words.removeLast()
        return word
    }

    private static func fill(_ words: inout [UInt64]) {
        words = Array(repeating: 0, count: 512)
        words.withUnsafeMutableBytes { clinux_random($0.baseAddress, $0.count) }
    }
}
