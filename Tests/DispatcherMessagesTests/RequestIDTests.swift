import DispatcherMessages
import Testing

struct RequestIDTests {
    @Test func `is a time and random digits of Crockford's base 32`() throws {
        let ids = (0..<2000).map { RequestID(milliseconds: 1_795_316_852_211 + $0).description }
        #expect(ids == ids.sorted())
        #expect(Set(ids.map { $0.suffix(16) }).count == ids.count)
        let id = try #require(ids.first)
        #expect(id.count == 26 && id.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains($0) })
        #expect(RequestID(recorded: id).milliseconds == 1_795_316_852_211)
    }

    @Test func `is the same after it was recorded, and no other with the same end`() {
        let id = RequestID(milliseconds: 1_795_316_852_211)
        #expect(Set([id, RequestID(recorded: id.description)]).count == 1)
        #expect(RequestID(recorded: "1" + id.description.dropFirst()) != id)
    }
}
