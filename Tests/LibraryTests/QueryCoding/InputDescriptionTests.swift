import FoundationEssentials
import QueryCoding
import Testing

struct InputDescriptionTests {
    enum Color: String, Decodable, CaseIterable { case red, green }
    enum Loose: String, Decodable { case one }
    struct Inner: Decodable { var n: Int8, tag: String? }
    struct Tree: Decodable { var name: String, children: [Tree] }

    struct All: Decodable {
        var a: Int, b: String?, c: Float?, d: [Int?], e: [Inner], f: Color, g: Inner?, h: Date, i: URL?, j: Data
        var k: [String: Double], l: UUID, m: Decimal, n: Bool?, o: Set<Color>?, p: Loose?, q: String
    }
    struct Stuck: Decodable { var a: Int, l: Loose, z: String }

    private func texts(_ description: InputDescription) -> [String] {
        description.fields.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
    }

    @Test func `lists names, types and optional fields`() {
        let description = InputDescription(of: All.self)
        #expect(
            texts(description) == [
                "a: int", "b: text?", "c: number?", "d: [int?]", "e: [{n: int, tag: text?}]", "f: red|green",
                "g: {n: int, tag: text?}?", "h: date", "i: url?", "j: base64", "k: {*: number}", "l: uuid", "m: number",
                "n: bool?", "o: [red|green]?", "p: text?", "q: text",
            ])
        #expect(description.incompleteAfter == nil)
    }

    @Test func `reports the field where discovery stopped`() {
        let description = InputDescription(of: Stuck.self)
        #expect(texts(description) == ["a: int", "l: text"])
        #expect(description.incompleteAfter == "l")
    }

    @Test func `ends at a type that contains itself`() {
        #expect(texts(InputDescription(of: Tree.self)) == ["name: text", "children: [Tree]"])
    }

    @Test func `describes a scalar and an array as the field result`() {
        #expect(texts(InputDescription(of: Int.self)) == ["result: int"])
        #expect(texts(InputDescription(of: [String].self)) == ["result: [text]"])
    }
}
