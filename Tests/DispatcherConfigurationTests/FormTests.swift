import QueryCoding
import Testing
import URLSchemeRouter
import XCallbackURL

@testable import DispatcherConfiguration

/// Each form says twice what a text must be: by the code that reads it and by the pattern of its schema.
struct FormTests {
    /// A form of texts.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: QueryValue
        /// Whether the reader may refuse a text that the schema accepts, because no pattern can say all.
        let isLoose: Bool
        let reads: @Sendable (String) -> Bool

        init<Value>(_ name: String, _ form: Form<Value>, isLoose: Bool = false) {
            testDescription = name
            schema = form.schema()
            self.isLoose = isLoose
            reads = { text in
                let place = SourceLocation(file: "test", line: 1, column: 1)
                let context = ValueContext(
                    origin: FileOrigin(path: "/test", shown: "test"), diagnostics: Diagnostics(),
                    key: LocatedText(text: "key", location: place))
                let value = form.read(YAMLNode(location: place, content: .text(text)), context)
                return value != nil && !context.diagnostics.hasMistakes
            }
        }
    }

    static let cases: [Case] = [
        Case("text", Form<String>.text),
        Case("flag", Form<Bool>.flag),
        Case("duration", Form<Duration>.duration, isLoose: true),  // has bounds
        Case("size", Form<Int>.size, isLoose: true),  // has bounds
        Case("words", Form<Int>.words(["json": 1, "newline": 2])),
        Case("word of a type", Form.word(of: RouteEffect.self)),
        Case("word or list", Form<[String]?>.word("json", or: .list(of: .text))),
        Case("scheme", Form<Scheme>.scheme),
        Case("scheme of a callback", Form<Scheme>.appScheme),
        Case("scheme of a file", Form<Scheme>.ownScheme),
        Case("host of a callback", Form<[String]>.callbackHost, isLoose: true),
        Case("domain", Form<String>.domain, isLoose: true),
        Case("name", Form<LocatedText>.name),
        Case("variable", Form<String>.variable),
        Case("line", Form<String>.line(max: 20), isLoose: true),  // counts bytes
        Case("app", Form<String>.app),
        Case("prefix", Form<String>.memberPrefix),
        Case("member", Form<String>.member),
        Case("parameter of a token", Form<String>.tokenParameter),
        Case("stripped", Form<String>.stripped, isLoose: true),
        Case("place", Form<String>.place),
        Case("path", Form<RoutePattern>.pattern, isLoose: true),
    ]

    private static let pieces: [String] = [
        "a", "b", "Z", "E", "0", "1", "9", "20", "-", "_", ".", "*", "x-", "X-", "x-token", "$", "{", "}", "/", "~",
        "~/", ":",
        "http://", "https", "HTTP", "file", "xcallback", "vscode-", "+", "ms", "s", "m", "h", "KiB", "2MiB", "GiB",
        "\n", "\t",
        " ",
        "é", "LD_", "BROWSER", "XCALLBACK_", "newline", "json", "none", "reads", ".desktop", "true", "Off", "yes",
        "errorMessage",
        "[", "]", "::1", "?", "line", "int", "uuid", "one-of", "\u{7F}", "\u{301}", "\0", ",", "\"",
    ]

    /// Texts of up to four pieces, the same in each run.
    private static let texts: [String] = {
        var state: UInt64 = 42
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let random = (0..<1500).map { _ in (0...next(4)).map { _ in pieces[next(pieces.count)] }.joined() }
        return ["", String(repeating: "a", count: 64), String(repeating: "a", count: 65)] + pieces + random
    }()

    @Test(arguments: cases)
    func `the reader and the schema agree`(form: Case) throws {
        let schema = try TextSchema(form.schema)
        var read = 0
        for text in Self.texts {
            let isRead = form.reads(text)
            if isRead { read += 1 }
            let isAccepted = schema.accepts(text)
            #expect(!isRead || isAccepted, "the schema refuses \(text.debugDescription)")
            if !form.isLoose { #expect(isRead || !isAccepted, "the reader refuses \(text.debugDescription)") }
        }
        #expect(read > 0)
    }
}

/// The part of a JSON Schema that is about texts.
private struct TextSchema {
    private var pattern: Regex<AnyRegexOutput>?
    private var words: [String]?
    private var alternatives: [TextSchema]?
    private var isText = true

    init(_ schema: QueryValue) throws {
        for member in schema.members ?? [] {
            switch member.name {
            case "pattern": pattern = try member.value.text.map { try Regex($0).matchingSemantics(.unicodeScalar) }
            case "enum": words = member.value.elements?.compactMap(\.text)
            case "anyOf": alternatives = try member.value.elements?.map(TextSchema.init)
            case "type": isText = (member.value.elements ?? [member.value]).contains("string")
            default: break
            }
        }
    }

    func accepts(_ text: String) -> Bool {
        if let alternatives { return alternatives.contains { $0.accepts(text) } }
        guard isText, words?.contains(text) ?? true else { return false }
        return (try? pattern.map { try $0.wholeMatch(in: text) != nil } ?? true) ?? false
    }
}
