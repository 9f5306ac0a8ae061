import QueryCoding

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
        let key: Key
        let number: Int32
        /// The text, if it is longer than the words of the key.
        let long: String
    }

    /// What tells texts apart: all of a text of up to 16 bytes, and most of a longer one.
    private struct Key: Sendable, Equatable {
        let head: UInt64
        let tail: UInt64
        let count: Int32
        let space: Int32

        @inline(__always)
        init(_ bytes: UnsafeRawBufferPointer, in space: Int32) {
            tail = TextIndex.lastWord(of: bytes)
            head = bytes.count > 8 ? bytes.loadUnaligned(as: UInt64.self) : tail
            count = Int32(truncatingIfNeeded: bytes.count)
            self.space = space
        }

        var isWhole: Bool { count <= 16 }
    }

    private static var slotsPerBucket: Int { 6 }

    init() { buckets.append([]) }

    /// Returns the number of a text, or nil.
    func number(of text: String, in space: Int32) -> Int32? {
        text.withBytes { number(of: $0, in: space) }
    }

    /// Returns the number of a text by its bytes, or nil.
    func number(of bytes: Span<UInt8>, in space: Int32) -> Int32? {
        bytes.withUnsafeBufferPointer { number(of: UnsafeRawBufferPointer($0), in: space) }
    }

    private func number(of bytes: UnsafeRawBufferPointer, in space: Int32) -> Int32? {
        let key = Key(bytes, in: space)
        let bucket = bucket(of: Self.hash(bytes, key))
        guard key.isWhole else { return number(of: bytes, key, inBucket: bucket) }
        // No call in the loop, so that the slots are read without a reference to them.
        return buckets.read(bucket) { slots in
            slots.withUnsafeBufferPointer { slots in
                for index in slots.indices where slots[index].key == key { return slots[index].number }
                return nil
            }
        }
    }

    /// Returns the number of a text that is longer than the words of its key, or nil.
    private func number(of bytes: UnsafeRawBufferPointer, _ key: Key, inBucket bucket: Int) -> Int32? {
        buckets[bucket].first { $0.key == key && Self.areEqual($0.long, bytes) }?.number
    }

    /// Adds a text that its space does not have yet.
    mutating func insert(_ text: String, in space: Int32, number: Int32) {
        var text = text
        let (key, hash) = text.withUTF8 { utf8 in
            let key = Key(UnsafeRawBufferPointer(utf8), in: space)
            return (key, Self.hash(UnsafeRawBufferPointer(utf8), key))
        }
        let slot = Slot(key: key, number: number, long: key.isWhole ? "" : text)
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
            let moved = slots.filter { Self.hash($0) & mask == new }
            slots.removeAll { Self.hash($0) & mask == new }
            return moved
        }
        buckets.append(moved)
    }

    private static func hash(_ slot: Slot) -> UInt64 {
        var text = slot.long
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0), slot.key) }
    }

    /// Multiplies eight bytes at a time, and folds each product of 128 bits. The last eight may overlap others.
    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer, _ key: Key) -> UInt64 {
        var state = UInt64(UInt32(bitPattern: key.space)) << 32 | UInt64(UInt32(bitPattern: key.count))
        state = fold(state ^ key.head, 0x9E37_79B9_7F4A_7C15)
        if !key.isWhole {
            for offset in stride(from: 8, to: bytes.count - 8, by: 8) {
                state = fold(
                    state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xD6E8_FEB8_6659_FD93)
            }
        }
        return fold(state ^ key.tail, 0xA076_1D64_78BD_642F)
    }

    private static func areEqual(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var text = text
        return text.withUTF8 { $0.elementsEqual(bytes) }
    }

    /// The last eight bytes, or all bytes of fewer. Two texts of one length have the same word if the bytes are equal.
    @inline(__always)
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

    @inline(__always)
    private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = (value ^ factor).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
