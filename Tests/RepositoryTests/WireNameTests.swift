import TestSupport
import Testing

/// The JSON names of the socket: each is written once, in DispatcherMessages.
struct WireNameTests {
    @Test(arguments: ["xcallback", "DispatcherClient"].flatMap { Repository.swiftFiles("Sources/\($0)") })
    func `the client reads no member by a literal name`(file: String) throws {
        // A subscript of a value, as in value["id"] or value?["id"]; an array of one text has nothing before it.
        let pattern = /[A-Za-z0-9_)\]?]\["[^"]*"\]/
        for (number, line) in try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            #expect(line.firstMatch(of: pattern) == nil, "\(file):\(number + 1): \(line)")
        }
    }
}
