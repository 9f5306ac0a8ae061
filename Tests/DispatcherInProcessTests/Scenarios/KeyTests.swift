import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// What the keys of a file decide: the URLs that a route answers, how its parameters are read, and where they go. The cases
/// are in keys.txt.
@Suite(.timeLimit(.minutes(5)))
struct KeyTests {
    @Test(arguments: CaseSection.all(in: "keys.txt"))
    func `each URL has its result`(section: CaseSection) async throws {
        let harness = try await tested.start(section.fixture)
        for row in section.rows {
            let words = row[0].split(separator: " ", maxSplits: 1).map(String.init)
            let doors: [Door] =
                switch words[0] {
                case "click": [.desktop]
                case "both": [.control, .desktop]
                default: [.control]
                }
            let url = ["click", "both"].contains(words[0]) ? words[1] : row[0]
            for door in doors {
                let reply = try await harness.reply(to: url, door: door)
                if row.count > 2 {
                    #expect(reply[row[1]] == (try JSONParser.parse(Array(row[2].utf8), depthLimit: 8)), "\(reply.json)")
                } else {
                    #expect(reply.decision == row[1], "\(url) at \(door): \(reply.json)")
                }
            }
        }
    }
}
