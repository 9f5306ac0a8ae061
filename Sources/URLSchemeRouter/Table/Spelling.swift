import QueryCoding

/// Returns the candidate nearest to a text, ignoring case, if a typing error explains the difference: at most two
/// edits, and at most a third of the text's length (but always one).
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

/// Returns how many bytes must be inserted, removed, changed or swapped with their neighbour (optimal string
/// alignment). Above the limit, it returns any number above the limit.
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
        // A swap refers to the row before the previous one, so stop only if two rows exceed the limit.
        if row > 1, (current + previous).allSatisfy({ $0 > limit }) { return limit + 1 }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
