/// A set of Unicode scalars, stored as sorted ranges.
struct ScalarSet: Sendable {
    private var ranges: [ClosedRange<UInt32>]
    private var isInverted = false

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    static let digits = ScalarSet([0x30...0x39])
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let whitespace = ScalarSet([0x09...0x0D, 0x20...0x20])
    static let allButLineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D]).inverted

    var inverted: ScalarSet {
        var set = self
        set.isInverted.toggle()
        return set
    }

    /// The ranges of scalars in the set.
    var members: [ClosedRange<UInt32>] {
        guard isInverted else { return ranges }
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return gaps
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } != isInverted }
}
