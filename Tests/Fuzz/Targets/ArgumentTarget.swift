import DispatcherConfiguration
import QueryCoding
import XCallbackURL

/// Values stay where a template puts them: each in its own argument or its own place of a URL, whatever they are.
struct ArgumentTarget: FuzzTarget {
    static let name = "argv"
    static let maximumLength = 128
    static func seeds() -> [[UInt8]] { Seeds.texts(after: 24).map { Array($0.prefix(maximumLength)) } }

    private static let names = ["a", "b", "c", "list"]
    private static let literals = ["", "-", "--", "--x=", "v", "$a", "${a}", "=", " "]
    private static let urls = [
        "own:///", "one://h/", "one:", "https://a.example/p", "https://a.example/?q=", "own:///x?a=1&b=", "one://h/#",
    ]

    func check(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let arguments = (0..<(1 + input.below(5))).map { _ in Self.argument(&input) }
        let template = URLTemplate(
            template: Template(
                pieces: [.text(input.pick(Self.urls))] + Self.pieces(&input, separators: ["&", "/", "#", "?z="])))
        let values = Self.values(&input)
        let requests = Self.requests(&input)
        try checkArguments(arguments, values, requests)
        try checkURL(template, values, requests)
    }

    private static func argument(_ input: inout FuzzInput) -> Argument {
        let kind = input.below(4)
        guard kind == 0 else { return .element(Template(pieces: pieces(&input, separators: literals))) }
        return .group((0..<(1 + input.below(3))).map { _ in Template(pieces: pieces(&input, separators: literals)) })
    }

    private static func pieces(_ input: inout FuzzInput, separators: [String]) -> [Template.Piece] {
        (0..<input.below(4)).map { _ in
            switch input.below(8) {
            case 0...2: .text(input.pick(separators))
            case 3: .request(input.pick(Template.RequestValue.allCases))
            default: .parameter(input.pick(names))
            }
        }
    }

    private static func values(_ input: inout FuzzInput) -> [QueryValue.Member] {
        var members: [QueryValue.Member] = []
        for name in names.dropLast() where input.below(4) > 0 {
            members.append(QueryValue.Member(name, .string(input.text())))
        }
        if input.flip() {
            members.append(QueryValue.Member("list", .array((0..<input.below(4)).map { _ in .string(input.text()) })))
        }
        return members
    }

    private static func requests(_ input: inout FuzzInput) -> [Template.RequestValue: String] {
        Dictionary(
            uniqueKeysWithValues: Template.RequestValue.allCases.compactMap { name in
                input.flip() ? (name, input.text()) : nil
            })
    }

    private func checkArguments(
        _ arguments: [Argument], _ values: [QueryValue.Member], _ requests: [Template.RequestValue: String]
    ) throws {
        // The same templates with marks in place of the values: what each value becomes shows there.
        var marks = Marks()
        let marked = values.map { QueryValue.Member($0.name, marks.mark($0.value)) }
        let markedRequests = requests.mapValues { marks.mark($0) }
        guard let shape = try? arguments.arguments(input: .object(marked), request: { markedRequests[$0] }) else {
            throw Violation("a letter is refused")
        }
        let expected = shape.map { marks.restore($0) }
        let found: Result<[String], OutcomeError> = Result { () throws(OutcomeError) in
            try arguments.arguments(input: .object(values), request: { requests[$0] })
        }
        let hasNUL = expected.contains { $0.utf8.contains(0) }
        var optionsEnded = false
        var isOption = false
        for (word, shape) in zip(expected, shape) {
            let isFromValue = marks.firstIsValue(shape)
            if isFromValue, word.utf8.first == UInt8(ascii: "-"), !optionsEnded { isOption = true }
            if word == "--" { optionsEnded = true }
        }
        switch found {
        case .success(let words):
            try require(words.count == shape.count, "\(words.count) arguments, not \(shape.count)")
            try require(zip(words, expected).allSatisfy { $0.hasSameBytes(as: $1) }, "\(words), not \(expected)")
            try require(!hasNUL, "a NUL is passed on")
            try require(!isOption, "a value is an option in \(words)")
        case .failure(let error):
            try require(error.code == StandardCode.input.rawValue, "code \(error.code)")
            // A word whose first value is empty counts as a word that begins with the value.
            let mayBeEmpty =
                values.contains { $0.value == .string("") } || requests.values.contains("")
                || values.contains {
                    if case .array(let items) = $0.value { items.contains(.string("")) } else { false }
                }
            try require(hasNUL || isOption || mayBeEmpty, "\(expected) is refused: \(error.message)")
        }
    }

    private func checkURL(
        _ template: URLTemplate, _ values: [QueryValue.Member], _ requests: [Template.RequestValue: String]
    ) throws {
        let scalars = values.filter { $0.name != "list" }
        guard let url = try? template.url(input: .object(scalars), request: { requests[$0] }) else { return }
        let letters = scalars.map { QueryValue.Member($0.name, "v") }
        let plain = try template.url(input: .object(letters), request: { requests[$0] == nil ? nil : "v" })
        let (found, expected) = (try RawURL(Array(url.utf8)), try RawURL(Array(plain.utf8)))
        try require(found.scheme == expected.scheme, "the scheme changes: \(url)")
        try require(found.authority == expected.authority, "the authority changes: \(url)")
        try require((found.fragment == nil) == (expected.fragment == nil), "a fragment comes or goes: \(url)")
        let count = { (raw: RawURL) in try raw.decodedParameters(plusAsSpace: false, limit: .max).elements.count }
        // No URL may carry a control character.
        guard !(scalars.compactMap(\.value.string) + requests.values).contains(where: { $0.hasControl() }) else {
            return
        }
        let (pairs, plainPairs) = (try count(found), try count(expected))
        // A pair whose name is an empty value does not count.
        try require(pairs <= plainPairs, "\(pairs) parameters, not \(plainPairs): \(url)")
    }
}
