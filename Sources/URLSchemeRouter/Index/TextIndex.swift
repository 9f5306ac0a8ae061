/// A map from texts in numbered spaces to numbers. Texts compare by their bytes; `String` would merge canonically
/// equivalent ones.
///
/// Copies share their storage, and a change to one copies a small part of it. The map grows by one bucket at a time
/// (linear hashing), so that no insertion moves all texts. Only the program and its configuration add texts, so the hash
/// needs no secret seed: a URL can look up colliding texts, but not add them.
struct TextIndex: Sendable {
    private var buckets = PartedList<[Slot]>()
    private var count = 0
    /// The number of buckets, rounded up to a power of two, less one.
    private var mask: UInt64 = 0

    private struct Slot: Sendable {
        let hash: UInt64
        let text: String
        let space: Int32
        let number: Int32
    }

    private static var slotsPerBucket: Int { 6 }

    init() { buckets.append([]) }

    /// Returns the number of a text, or nil.
    func number(of text: String, in space: Int32) -> Int32? {
        var text = text
        return text.withUTF8 { number(of: $0, in: space) }
    }

    /// Returns the number of a text by its bytes, or nil.
    func number(of bytes: UnsafeBufferPointer<UInt8>, in space: Int32) -> Int32? {
        let bytes = UnsafeRawBufferPointer(bytes)
        let hash = Self.hash(bytes, in: space)
        let bucket = buckets[bucket(of: hash)]
        for index in bucket.indices where bucket[index].hash == hash && bucket[index].space == space {
            var text = bucket[index].text
            let isSame = text.withUTF8 { Self.areEqual(UnsafeRawBufferPointer($0), bytes) }
            if isSame { return bucket[index].number }
        }
        return nil
    }

    /// Adds a text that its space does not have yet.
    mutating func insert(_ text: String, in space: Int32, number: Int32) {
        var text = text
        let hash = text.withUTF8 { Self.hash(UnsafeRawBufferPointer($0), in: space) }
        let slot = Slot(hash: hash, text: text, space: space, number: number)
        buckets.update(bucket(of: hash)) { $0.append(slot) }
        count += 1
        if count > buckets.count * Self.slotsPerBucket { split() }
    }

    private func bucket(of hash: UInt64) -> Int {
        let index = Int(hash & mask)
        return index < buckets.count ? index : Int(hash & (mask &>> 1))
    }

    /// Adds a bucket, and moves to it the slots of the one bucket that has held its slots until now.
    private mutating func split() {
        let new = buckets.count
        if new > mask { mask = mask << 1 | 1 }
        let mask = mask
        let moved = buckets.update(new & Int(mask &>> 1)) { slots in
            let moved = slots.filter { $0.hash & mask == new }
            slots.removeAll { $0.hash & mask == new }
            return moved
        }
        buckets.append(moved)
    }

    /// Multiplies eight bytes at a time, and folds each product of 128 bits. The last eight may overlap others.
    private static func hash(_ bytes: UnsafeRawBufferPointer, in space: Int32) -> UInt64 {
        var state = UInt64(UInt32(bitPattern: space)) << 32 | UInt64(truncatingIfNeeded: bytes.count)
        var offset = 0
        while bytes.count - offset > 8 {
            state = fold(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
            offset += 8
        }
        return fold(fold(state ^ lastWord(of: bytes), 0xD6E8_FEB8_6659_FD93), 0xA076_1D64_78BD_642F)
    }

    private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var offset = 0
        while left.count - offset > 8 {
            let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        return lastWord(of: left) == lastWord(of: right)
    }

    /// The last eight bytes, or all bytes of fewer. Two texts of one length have the same word if the bytes are equal.
    private static func lastWord(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        if count >= 8 { return bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) }
        if count >= 4 {
            let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            return UInt64(first) << 32 | UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        }
        guard count > 0 else { return 0 }
        return UInt64(bytes[0]) << 16 | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1])
    }

    private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = (value ^ factor).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
