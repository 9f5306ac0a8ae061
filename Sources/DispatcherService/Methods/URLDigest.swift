/// 128 bits that stand for a URL: two keyed hashes, whose key this process chose at random. It is held in place of a URL
/// that may be long.
struct URLDigest: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(_ url: String) {
        first = Self.hash(url, 1)
        second = Self.hash(url, 2)
    }

    private static func hash(_ url: String, _ number: UInt8) -> Int {
        var url = url
        var hasher = Hasher()
        hasher.combine(number)
        // The bytes: as strings, canonically equal URLs would be equal.
        url.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
