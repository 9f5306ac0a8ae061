import TestSupport
import Testing

/// The decoder finds scalars by a list of types, because a search for a conformance is slow. A scalar that is not in the
/// list would decode itself from parameters of its own.
struct ScalarListTests {
    @Test func `the list of scalars holds each type that conforms to QueryScalar`() throws {
        let conformance = /extension ([A-Za-z0-9_.]+)\s*:[^{]*\bQueryScalar\b/
        var conforming: Set<String> = []
        for file in Repository.swiftFiles("Sources") {
            for match in try Repository.text(file).matches(of: conformance) { conforming.insert(String(match.1)) }
        }
        let options = try Repository.text("Sources/QueryCoding/Decoding/DecodingOptions.swift")
        let list = try #require(options.firstMatch(of: /types: \[any QueryScalar\.Type\] = \[([^\]]*)\]/)).1
        let listed = list.matches(of: /([A-Za-z0-9_.]+)\.self/).map { String($0.1) }
        #expect(conforming.contains("String") && conforming.contains("Date"))
        #expect(conforming == Set(listed))
    }

    /// A conformance in a type's declaration would escape the test above.
    @Test func `each conformance to QueryScalar is an extension`() throws {
        let declaration = /\b(?:struct|enum|class|actor) [^{]*:[^{]*\bQueryScalar\b/
        for file in Repository.swiftFiles("Sources") {
            #expect(try Repository.text(file).firstMatch(of: declaration) == nil, "\(file)")
        }
    }
}
