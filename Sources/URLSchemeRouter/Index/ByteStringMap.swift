import QueryCoding

/// A map from texts in numbered spaces to numbers. Texts compare by their bytes; `String` would merge canonically
/// equivalent texts.
///
/// Copies share their storage, and a change to one copy duplicates a small part of the storage. The map grows by one
/// bucket at a time (linear hashing), so that no insertion moves all texts. Only the program and its configuration add
/// texts, so the hash needs no secret seed: a URL can look up colliding texts, but not add them.
struct ByteStringMap: Sendable {
    private var buckets = ChunkedArray<[Slot]>()
    /// The texts that are longer than the words of their keys.
    private var longTexts = ChunkedArray<String>()
    private var count = 0
    /// One less than the number of buckets rounded up to a power of two.
    private var mask: UInt64 = 0

    /// An entry of a bucket. A slot refers to no object, so that slots are moved as bytes.
    private struct Slot: Sendable {
        let key: Key
        let number: Int32
        /// The index of the text in `longTexts`; -1 if the key is the whole text.
        let long: Int32
    }

    /// Identifies a text. A key holds all of a text of up to 16 bytes. Longer texts may share a key, but rarely do.
    private struct Key: Sendable, Equatable {
        /// The first eight bytes; the hash of a text that is longer than the key.
        let head: UInt64
        let tail: UInt64
        let count: Int32
        let space: Int32

        @inline(__always)
        init(_ bytes: UnsafeRawBufferPointer, in space: Int32) {
            tail = ByteStringMap.lastWord(of: bytes)
            count = Int32(truncatingIfNeeded: bytes.count)
            self.space = space
            if bytes.count > 16 {
                head = ByteStringMap.hash(bytes, tail, space)
            } else {
                head = bytes.count > 8 ? bytes.loadUnaligned(as: UInt64.self) : tail
            }
        }

        var isWhole: Bool { count <= 16 }

        @inline(__always)
        var hash: UInt64 {
            guard isWhole else { return head }
            let state = UInt64(UInt32(bitPattern: space)) << 32 | UInt64(UInt32(bitPattern: count))
            return fold(fold(state ^ head, 0x9E37_79B9_7F4A_7C15) ^ tail, 0xA076_1D64_78BD_642F)
        }
    }

    private static var slotsPerBucket: Int { 6 }

    init() { buckets.append([]) }

    /// Returns the number of a text, or nil.
    func number(of text: String, in space: Int32) -> Int32? {
        text.withBytes { number(of: $0, in: space) }
    }

    /// Returns the number of a text by its bytes, or nil.
    func number(of bytes: Span<UInt8>, in space: Int32) -> Int32? {
        bytes.withUnsafeBytes { number(of: $0, Key($0, in: space)) }
    }

    @inline(__always)
    private func number(of bytes: UnsafeRawBufferPointer, _ key: Key) -> Int32? {
        // No call in the loop, so that the slots are read without a reference to them.
        let slot: Slot? = buckets.read(bucket(of: key.hash)) { slots in
            slots.withUnsafeBufferPointer { slots in
                for index in slots.indices where slots[index].key == key { return slots[index] }
                return nil
            }
        }
        guard let slot else { return nil }
        if key.isWhole || isText(slot.long, bytes) { return slot.number }
        return number(of: bytes, likeOthers: key)
    }

    /// Returns the number of a text whose key equals the key of another text; nil if the map does not have the text.
    private func number(of bytes: UnsafeRawBufferPointer, likeOthers key: Key) -> Int32? {
        buckets[bucket(of: key.hash)].first { $0.key == key && isText($0.long, bytes) }?.number
    }

    /// Returns whether a long text has these bytes.
    private func isText(_ index: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        longTexts.read(Int(index)) { $0.withBytes { $0.withUnsafeBytes { $0.elementsEqual(bytes) } } }
    }

    /// Adds a text that its space does not have yet.
    mutating func insert(_ text: String, in space: Int32, number: Int32) {
        insert(text, text.withBytes { $0.withUnsafeBytes { Key($0, in: space) } }, number: number)
    }

    /// Returns the number of a text, or adds it with the number and returns nil.
    mutating func number(of text: String, in space: Int32, orInsert number: Int32) -> Int32? {
        let (key, existing) = text.withBytes { bytes in
            bytes.withUnsafeBytes { bytes in
                let key = Key(bytes, in: space)
                return (key, self.number(of: bytes, key))
            }
        }
        if existing == nil { insert(text, key, number: number) }
        return existing
    }

    private mutating func insert(_ text: String, _ key: Key, number: Int32) {
        let slot = Slot(key: key, number: number, long: key.isWhole ? -1 : Int32(longTexts.count))
        if !key.isWhole { longTexts.append(text) }
        buckets.update(bucket(of: key.hash)) { $0.append(slot) }
        count += 1
        if count > buckets.count * Self.slotsPerBucket { split() }
    }

    private func bucket(of hash: UInt64) -> Int {
        let index = Int(hash & mask)
        return index < buckets.count ? index : Int(hash & (mask &>> 1))
    }

    /// Adds a bucket, and moves to it the slots with its hashes, all of which one older bucket has held until now.
    private mutating func split() {
        let new = buckets.count
        if new > mask { mask = mask << 1 | 1 }
        let mask = mask
        let moved = buckets.update(new & Int(mask &>> 1)) { slots in
            var moved: [Slot] = []
            moved.reserveCapacity(Self.slotsPerBucket + 2)
            var kept = 0
            for index in slots.indices {
                let slot = slots[index]
                if slot.key.hash & mask == new {
                    moved.append(slot)
                } else {
                    slots[kept] = slot
                    kept += 1
                }
            }
            slots.removeLast(slots.count - kept)
            return moved
        }
        buckets.append(moved)
    }

    /// Multiplies eight bytes at a time, and folds each product of 128 bits. The last eight bytes may overlap earlier
    /// bytes.
    @inline(__always)
    private static func hash(_ bytes: UnsafeRawBufferPointer, _ tail: UInt64, _ space: Int32) -> UInt64 {
        var state = UInt64(UInt32(bitPattern: space)) << 32 | UInt64(UInt32(truncatingIfNeeded: bytes.count))
        state = fold(state ^ bytes.loadUnaligned(as: UInt64.self), 0x9E37_79B9_7F4A_7C15)
        for offset in stride(from: 8, to: bytes.count - 8, by: 8) {
            state = fold(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xD6E8_FEB8_6659_FD93)
        }
        return fold(state ^ tail, 0xA076_1D64_78BD_642F)
    }

    /// Returns the last eight bytes, or all bytes of a shorter text. Two texts of one length up to eight bytes have the
    /// same word exactly if their bytes are equal.
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
