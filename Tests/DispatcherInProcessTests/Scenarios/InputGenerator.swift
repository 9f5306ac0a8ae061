import QueryCoding

/// Random inputs of the routes of ``LinkScenarios``.
struct InputGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    mutating func flip() -> Bool { below(2) == 0 }

    private mutating func text(minimum: Int = 0) -> QueryValue {
        let alphabet: [Unicode.Scalar] = [
            "a", "Z", "0", "/", "?", "#", "&", "=", "+", "%", ";", " ", "\"", "\\", "'", "{", "}", "é", "\u{301}", "日",
            "😀", "\u{212A}", "-", ".", ":", "@", "\t",
        ]
        var text = ""
        for _ in 0..<minimum + below(9) { text.unicodeScalars.append(alphabet[below(alphabet.count)]) }
        return .string(text)
    }

    mutating func next() -> (route: String, input: QueryValue) {
        switch below(4) {
        case 0:
            var members = [QueryValue.Member("title", text())]
            if flip() { members.append(.init("body", text())) }
            if flip() { members.append(.init("tags", .array((0..<below(4)).map { _ in text() }))) }
            if flip() { members.append(.init("priority", .string(["low", "normal", "high"][below(3)]))) }
            if flip() { members.append(.init("words", .integer(1 + below(500)))) }
            if flip() { members.append(.init("ratio", .number("\(below(100)).5"))) }
            if flip() { members.append(.init("draft", .bool(flip()))) }
            return ("notes.create", .object(members))
        case 1:
            var members = [QueryValue.Member("id", .integer(below(1000) - 500)), .init("page", .integer(below(3)))]
            if flip() { members.append(.init("part", text())) }
            return ("notes.show", .object(members))
        case 2:
            return ("notes.file", ["path": .array((0..<below(4)).map { _ in text(minimum: 1) })])
        default:
            return ("notes.marks", ["list": .array((0..<below(4)).map { _ in .integer(below(3)) })])
        }
    }

    /// Returns the expected input: the given members, and the default values of all other members.
    func expected(_ route: String, _ input: QueryValue) -> [QueryValue.Member] {
        guard case .object(var members) = input else { return [] }
        let defaults: [QueryValue.Member] =
            route == "notes.create"
            ? [.init("tags", []), .init("priority", "normal"), .init("words", 100)] : []
        members += defaults.filter { input[$0.name] == nil }
        return members
    }
}
