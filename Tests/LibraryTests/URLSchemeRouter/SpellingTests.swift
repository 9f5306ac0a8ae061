import TestSupport
import Testing

@testable import URLSchemeRouter

struct SpellingTests {
    /// Optimal string alignment as textbooks write it.
    private func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            rows.append([row + 1] + Array(repeating: 0, count: right.count))
            for column in 0..<right.count {
                let change = rows[row][column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, rows[row][column + 1] + 1, rows[row + 1][column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                rows[row + 1][column + 1] = best
            }
        }
        return rows[left.count][right.count]
    }

    @Test func `finds the nearest text as a comparison with all texts does`() {
        var generator = SeededGenerator(seed: 2)
        func word() -> String {
            let letters = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                "abcAB/é".randomElement(using: &generator).map { String($0) } ?? ""
            }
            return letters.joined()
        }
        for _ in 0..<Scale.count(300, upTo: 100_000) {
            let words = (0..<Int.random(in: 0...30, using: &generator)).map { _ in word() }
            let text = word()
            let limit = min(2, max(1, text.utf8.count / 3))
            let distances = words.enumerated().compactMap { number, word -> (Int, Int)? in
                let distance = distance(Array(text.lowercased().utf8), Array(word.lowercased().utf8))
                return Array(word.utf8) == Array(text.utf8) || distance > limit ? nil : (distance, number)
            }
            let expected = distances.min { $0 < $1 }
            #expect(nearest(to: text, among: words) == expected.map { words[$0.1] }, "\(text) among \(words)")
            let nearest = expected.flatMap { Misspelling(text).distance(to: words[$0.1]) }
            #expect(nearest == expected?.0)
        }
    }
}
