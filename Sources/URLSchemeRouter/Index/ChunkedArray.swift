/// A list in parts. Copies share their parts: a change to one copy duplicates only the changed part, and the list that
/// refers to the parts.
@usableFromInline package struct ChunkedArray<Element: Sendable>: Sendable {
    /// Every part but the last has 256 elements.
    @usableFromInline package private(set) var parts: [[Element]] = []
    @usableFromInline package private(set) var count = 0

    package init() {}

    init(_ elements: [Element]) {
        count = elements.count
        var start = 0
        while start < count {
            let end = Swift.min(start + 256, count)
            parts.append(Array(elements[start..<end]))
            start = end
        }
    }

    @inlinable package subscript(index: Int) -> Element { read(index) { $0 } }

    /// Calls a closure with an element in its place. A subscript of a subscript would count a reference to the part.
    @inlinable @inline(__always)
    package func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
        parts.withUnsafeBufferPointer { parts in
            parts[index &>> 8].withUnsafeBufferPointer { part in
                precondition(index & 255 < part.count)
                return body(part[index & 255])
            }
        }
    }

    mutating func append(_ element: Element) {
        if count & 255 == 0 {
            parts.append([])
            // The previous part is full, so the new part will probably fill, too: reserve its room at once.
            if count > 0 { parts[parts.count - 1].reserveCapacity(256) }
        }
        parts[parts.count - 1].append(element)
        count += 1
    }

    /// Changes an element in its place.
    mutating func update<Result>(_ index: Int, _ change: (inout Element) -> Result) -> Result {
        change(&parts[index &>> 8][index & 255])
    }
}

extension ChunkedArray: RandomAccessCollection {
    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { count }
}
