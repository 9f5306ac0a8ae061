import DispatcherJournal
import UnixSystem

/// The name of a request: a ULID, 48 bits of milliseconds and 80 random ones in Crockford's base 32, so that names sort
/// by time and nobody can guess the next.
struct RequestID: Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(milliseconds: UInt64 = UInt64(clamping: Timestamp.now.wall)) {
        var generator = SystemRandomNumberGenerator()
        let low = generator.next()
        let high = generator.next()
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        var digits: [UInt8] = []
        digits.reserveCapacity(26)
        for shift in stride(from: 45, through: 0, by: -5) {
            digits.append(alphabet[Int(milliseconds >> UInt64(shift) & 31)])
        }
        for index in 0..<16 {
            let word = index < 8 ? low : high
            digits.append(alphabet[Int(word >> UInt64((index % 8) * 5) & 31)])
        }
        description = String(decoding: digits, as: UTF8.self)
    }

    /// The name of a request that the journal knows.
    init(recorded: String) { description = recorded }
}
