/// Names in the order in which they were first added, without repeats. Names compare by their bytes; `String` would
/// merge canonically equivalent names.
struct NameList {
    private(set) var names: [String] = []
    /// The positions of the names by their hashes, each at the first free place from the place of its hash; empty for
    /// few names.
    private var table: [Int] = []

    /// The maximum number of names that are compared one by one, which is faster than hashing.
    static let few = 12
    private static let free = -1

    /// Adds a name, if the list does not have it, and returns its position.
    mutating func add(_ name: String) -> (position: Int, isNew: Bool) {
        let end = names.count
        if end < Self.few {
            if end == 0 { names.reserveCapacity(8) }
            for position in 0..<end where names[position].hasSameBytes(as: name) { return (position, false) }
        } else {
            if 2 * end >= table.count { growTable() }
            let place = place(of: name)
            guard table[place] == Self.free else { return (table[place], false) }
            table[place] = end
        }
        names.append(name)
        return (end, true)
    }

    /// Returns the position of a name, or nil.
    func position(of name: String) -> Int? {
        guard !table.isEmpty else { return names.firstIndex { $0.hasSameBytes(as: name) } }
        let position = table[place(of: name)]
        return position == Self.free ? nil : position
    }

    private mutating func growTable() {
        table = Array(repeating: Self.free, count: max(4 * Self.few, 2 * table.count))
        for position in names.indices { table[place(of: names[position])] = position }
    }

    private func place(of name: String) -> Int {
        var place = name.utf8[...].bucket(of: table.count)
        while table[place] != Self.free, !names[table[place]].hasSameBytes(as: name) {
            place = place + 1 == table.count ? 0 : place + 1
        }
        return place
    }
}

extension Substring.UTF8View {
    /// Returns a number below a count. The number depends only on the bytes, and differs in each process.
    func bucket(of count: Int) -> Int {
        var hasher = Hasher()
        if withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
            Array(self).withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return Int(hasher.finalize().magnitude % UInt(count))
    }
}
