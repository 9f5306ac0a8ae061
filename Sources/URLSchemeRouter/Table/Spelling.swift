import QueryCoding

/// The candidate nearest to a text, if a slip of the finger explains it: at most two edits, and fewer than a third of
/// its length.
package func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    let limit = min(2, max(1, text.utf8.count / 3))
    let lowered = Array(text.lowercased().utf8)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where !candidate.hasSameBytes(as: text) {
        guard abs(candidate.utf8.count - text.utf8.count) <= limit + 1 else { continue }
        let distance = editDistance(lowered, Array(candidate.lowercased().utf8), limit: limit)
        if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
}

/// How many bytes must be put in, taken out, changed or swapped with their neighbour (optimal string alignment); past
/// the limit, some number past it.
private func editDistance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in 1...left.count {
        var current = [row] + Array(repeating: 0, count: right.count)
        for column in 1...right.count {
            let change = left[row - 1] == right[column - 1] ? 0 : 1
            current[column] = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + change)
            if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                current[column] = min(current[column], beforePrevious[column - 2] + 1)
            }
        }
        // A swap reaches back two rows: only where both are past the limit is the end past it too.
        if row > 1, (current + previous).allSatisfy({ $0 > limit }) { return limit + 1 }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
