import QueryCoding

/// Returns the candidate nearest to a text, ignoring case, if a typing error explains the difference: at most two
/// edits, and at most a third of the text's length (but always one).
package func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    let misspelling = Misspelling(text)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates where abs(candidate.utf8.count - text.utf8.count) <= misspelling.limit + 1 {
        guard let distance = misspelling.distance(to: candidate), distance < best?.distance ?? .max else { continue }
        best = (distance, candidate)
    }
    return best?.candidate
}

/// Returns the name that the caller may have meant: the name without a typing error, or else the only name whose last
/// part this is.
package func nearestRouteName(to name: String, among names: some Sequence<String>) -> String? {
    nearest(to: name, among: names) ?? routeName(endingLike: name, among: names)
}

/// Returns the only name whose last part is this text, with or without a typing error: `notes.create` for `create`.
private func routeName(endingLike name: String, among names: some Sequence<String>) -> String? {
    let (misspelling, length) = (Misspelling(name), name.utf8.count)
    var found: Set<String> = []
    for whole in names {
        guard let dot = whole.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
        let last = whole.utf8[dot...].dropFirst()
        guard abs(last.count - length) <= misspelling.limit else { continue }
        if last.elementsEqual(name.utf8) || misspelling.distance(to: String(Substring(last))) != nil {
            found.insert(whole)
        }
    }
    let same = found.filter { $0.utf8.count > length && $0.utf8.suffix(length).elementsEqual(name.utf8) }
    return same.count == 1 ? same.first : found.count == 1 ? found.first : nil
}

/// A text that may be a candidate with a typing error.
struct Misspelling {
    private let text: String
    /// The bytes of the text in lower case.
    private let bytes: [UInt8]
    /// The number of edits that a typing error may have.
    let limit: Int

    init(_ text: String) {
        self.text = text
        bytes = Array(text.lowercased().utf8)
        limit = Swift.min(2, max(1, text.utf8.count / 3))
    }

    /// Returns how many bytes must be inserted, removed, changed or swapped with their neighbour (optimal string
    /// alignment). Returns nil above the limit, and for the same text.
    func distance(to candidate: String) -> Int? {
        guard !candidate.hasSameBytes(as: text) else { return nil }
        let distance = Self.distance(bytes[...], Array(candidate.lowercased().utf8)[...], limit: limit)
        return distance <= limit ? distance : nil
    }

    /// Returns any number above the limit for texts that differ more.
    private static func distance(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var (left, right) = (left, right)
        // A shortest sequence of edits never needs to touch equal bytes at the start.
        while let byte = left.first, byte == right.first {
            left.removeFirst()
            right.removeFirst()
        }
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        guard limit > 0 else { return 1 }
        let (leftRest, rightRest) = (left.dropFirst(), right.dropFirst())
        var edits = min(
            distance(leftRest, rightRest, limit: limit - 1), distance(leftRest, right, limit: limit - 1),
            distance(left, rightRest, limit: limit - 1))
        if left.first == rightRest.first, leftRest.first == right.first {
            edits = min(edits, distance(leftRest.dropFirst(), rightRest.dropFirst(), limit: limit - 1))
        }
        return edits + 1
    }
}
