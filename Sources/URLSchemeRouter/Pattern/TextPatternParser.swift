/// Parses a regular expression.
struct TextPatternParser {
    /// The maximum number of states, and therefore of steps for each character of a text.
    static let maximumSize = 1000
    /// The maximum nesting of groups.
    static let maximumDepth = 50

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func parse() throws(TextPatternError) -> TextPatternNode {
        _ = take("^")
        let node = try choice()
        guard peek == nil else { throw fault("')' without '('") }
        try check(node, at: 0)
        return node
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func takeNext() -> Unicode.Scalar? {
        defer { if index < scalars.count { index += 1 } }
        return peek
    }

    private func fault(_ reason: String, at place: Int? = nil) -> TextPatternError {
        TextPatternError(reason: reason, position: (place ?? index) + 1)
    }

    private func check(_ node: TextPatternNode, at place: Int) throws(TextPatternError) {
        guard node.size <= Self.maximumSize else {
            throw fault(
                "it needs more than \(Self.maximumSize) states; use smaller counts or a shorter pattern", at: place)
        }
    }

    private mutating func choice() throws(TextPatternError) -> TextPatternNode {
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws(TextPatternError) -> TextPatternNode {
        var parts: [TextPatternNode] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            if scalar == "$", index == scalars.count - 1, depth == 0 {
                index += 1
                break
            }
            parts.append(try counted())
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func counted() throws(TextPatternError) -> TextPatternNode {
        let start = index
        let part = try atom()
        guard let count = try count() else { return part }
        let node = TextPatternNode.repeated(part, minimum: count.minimum, maximum: count.maximum)
        try check(node, at: start)
        switch peek {
        case "?": throw fault("a lazy count is not supported; it would change nothing, so remove the '?'")
        case "+": throw fault("a possessive count is not supported")
        case "*", "{": throw fault("a count follows another count; put the first in a group")
        default: return node
        }
    }

    private mutating func count() throws(TextPatternError) -> (minimum: Int, maximum: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = index
        guard take("{") else { return nil }
        let malformed = fault("a count is {3}, {3,} or {3,5}; write '\\{' for the character", at: start)
        guard let minimum = try number() else { throw malformed }
        var maximum: Int? = minimum
        if take(",") { maximum = try number() }
        guard take("}") else { throw malformed }
        if let maximum, maximum < minimum {
            throw fault("the count {\(minimum),\(maximum)} ends before it begins", at: start)
        }
        return (minimum, maximum)
    }

    private mutating func number() throws(TextPatternError) -> Int? {
        let start = index
        var number = 0
        while let digit = peek, ("0"..."9").contains(digit) {
            number = number * 10 + Int(digit.value - 0x30)
            guard number <= Self.maximumSize else {
                throw fault("a count is at most \(Self.maximumSize)", at: start)
            }
            index += 1
        }
        return index == start ? nil : number
    }

    private mutating func atom() throws(TextPatternError) -> TextPatternNode {
        let start = index
        guard let scalar = takeNext() else { return .sequence([]) }
        switch scalar {
        case "(": return try group(from: start)
        case "[": return .scalar(try characterClass(from: start))
        case ".": return .scalar(.allButLineEnds)
        case "\\": return .scalar(try escape(from: start).set)
        case "*", "+", "?":
            throw fault("'\(scalar)' has nothing to repeat; write '\\\(scalar)' for the character", at: start)
        case "{", "}", "]": throw fault("write '\\\(scalar)' for the character '\(scalar)'", at: start)
        case "^", "$":
            let reason =
                "'\(scalar)' is supported only at the ends of the pattern; write '\\\(scalar)' for the character"
            throw fault(reason, at: start)
        default: return .scalar(ScalarSet(scalar))
        }
    }

    private mutating func group(from start: Int) throws(TextPatternError) -> TextPatternNode {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw fault("groups are nested more than \(Self.maximumDepth) deep", at: start)
        }
        if take("?") {
            switch takeNext() {
            case ":": break
            case "=", "!": throw fault("look-ahead is not supported", at: start)
            case "<" where peek == "=" || peek == "!": throw fault("look-behind is not supported", at: start)
            case "<", "P", "'": throw fault("a named group is not supported; write '( )'", at: start)
            default: throw fault("a group of this kind is not supported; write '( )' or '(?: )'", at: start)
            }
        }
        let node = try choice()
        guard take(")") else { throw fault("'(' without ')'", at: start) }
        depth -= 1
        return node
    }

    /// Parses the character after a backslash. Returns a set, and its scalar if the escape means a single scalar.
    private mutating func escape(
        from start: Int
    ) throws(TextPatternError) -> (set: ScalarSet, scalar: Unicode.Scalar?) {
        guard let scalar = takeNext() else { throw fault("a backslash at the end escapes nothing", at: start) }
        switch scalar {
        case "d": return (.digits, nil)
        case "D": return (ScalarSet.digits.inverted, nil)
        case "w": return (.wordCharacters, nil)
        case "W": return (ScalarSet.wordCharacters.inverted, nil)
        case "s": return (.whitespace, nil)
        case "S": return (ScalarSet.whitespace.inverted, nil)
        case "t": return (ScalarSet("\t"), "\t")
        case "n": return (ScalarSet("\n"), "\n")
        case "r": return (ScalarSet("\r"), "\r")
        case "1"..."9", "k": throw fault("a back-reference is not supported", at: start)
        case "b", "B": throw fault("a word boundary ('\\\(scalar)') is not supported", at: start)
        case "p", "P": throw fault("a Unicode property ('\\\(scalar)') is not supported", at: start)
        case "0"..."9", "a"..."z", "A"..."Z": throw fault("'\\\(scalar)' is not supported", at: start)
        default: return (ScalarSet(scalar), scalar)
        }
    }

    private mutating func characterClass(from start: Int) throws(TextPatternError) -> ScalarSet {
        let isInverted = take("^")
        guard peek != "]" else { throw fault("a class needs a character; write '\\]' for the bracket", at: start) }
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            let place = index
            let (set, first) = try member(of: start)
            guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                ranges += set.members
                continue
            }
            index += 1
            guard let first, let last = try member(of: start).scalar else {
                throw fault("a range goes from one character to another; write '\\-' for the character", at: place)
            }
            guard first <= last else { throw fault("the range '\(first)-\(last)' ends before it begins", at: place) }
            ranges.append(first.value...last.value)
        }
        return isInverted ? ScalarSet(ranges).inverted : ScalarSet(ranges)
    }

    private mutating func member(
        of start: Int
    ) throws(TextPatternError) -> (set: ScalarSet, scalar: Unicode.Scalar?) {
        let place = index
        guard let scalar = takeNext() else { throw fault("'[' without ']'", at: start) }
        switch scalar {
        case "\\": return try escape(from: place)
        case "[": throw fault("a nested class is not supported; write '\\[' for the character", at: place)
        default: return (ScalarSet(scalar), scalar)
        }
    }
}
