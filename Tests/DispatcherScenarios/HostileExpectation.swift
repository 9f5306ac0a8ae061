package import QueryCoding
import Testing

/// The expected replies to a row.
package enum HostileExpectation: Sendable {
    /// The URL ran; with this `result`, byte for byte, if the expectation names a result.
    case success(result: String? = nil)
    /// The URL ran, and its route opened this URL.
    case opened(String)
    /// The URL is refused with the code, and no URL is opened.
    case refused(Int)
    /// A JSON-RPC error, with a code of the daemon if the expectation names a code.
    case protocolError(Int, code: Int? = nil)
    /// No reply at all.
    case silence

    package init?(_ row: HostileCase) {
        if let result = row.result {
            self = .success(result: result)
        } else if let url = row.opened {
            self = .opened(url)
        } else if let code = row.expect.firstMatch(of: /^[1-9]\d*/).flatMap({ Int($0.0) }) {
            self = .refused(code)
        } else if let error = row.expect.firstMatch(of: /^JSON-RPC error (-\d+)(?: with code (\d+))?/),
            let number = Int(error.1)
        {
            self = .protocolError(number, code: error.2.flatMap { Int($0) })
        } else if row.expect.hasPrefix("silence") {
            self = .silence
        } else if ["runs", "accepted", "passes"].contains(where: row.expect.hasPrefix) {
            self = .success()
        } else {
            return nil
        }
    }

    package func check(_ replies: [QueryValue]) {
        switch self {
        case .success(let result):
            #expect(replies.map { $0["outcome"] } == ["success"])
            guard let result else { return }
            #expect(replies.first?["output"]?["result"]?.string.map { Array($0.utf8) } == Array(result.utf8))
        case .opened(let url):
            #expect(replies.map { $0["callback"] } == [["url": .string(url), "state": "opened"]])
        case .refused(let code):
            #expect(replies.map { $0["error"]?["code"] } == [.integer(code)])
            #expect(replies.allSatisfy { !["opened", "dispatched"].contains($0["callback"]?["state"]) })
        case .protocolError(let number, let code):
            #expect(replies.map { $0["error"]?["code"] } == [.integer(number)])
            #expect(replies.first?["error"]?["data"]?["code"] == code.map { .integer($0) })
        case .silence: #expect(replies.isEmpty)
        }
    }
}
