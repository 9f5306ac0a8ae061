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
        if let special = Self.special[row.id] {
            self = special
        } else if let code = row.expect.firstMatch(of: /^(4\d\d|5\d\d)/).flatMap({ Int($0.1) }) {
            self = .refused(code)
        } else if let code = row.expect.firstMatch(of: /^JSON-RPC error (-\d+)/).flatMap({ Int($0.1) }) {
            self = .protocolError(code)
        } else if ["runs", "accepted", "passes"].contains(where: row.expect.hasPrefix) {
            self = .success()
        } else {
            return nil
        }
    }

    /// Rows whose expectation is prose, and rows with a more precise expectation than in the file.
    static let special: [String: HostileExpectation] = [
        "H036": .refused(1),  // `cat` gets the hyphen's name as data, and no such file exists
        "H045": .success(result: "a\nb"),
        "H056": .success(result: "\u{E9}"),
        "H057": .refused(400),
        "H059": .refused(400),
        "H063": .success(result: "a"),
        "H066": .success(result: "a"),
        "H078": .success(result: "$(touch /tmp/pwn)"),
        "H079": .success(result: "`id`;id|id&&id"),
        "H081": .success(result: "a+b"),
        "H084": .success(result: "{other}"),
        "H085": .refused(400),  // the text is missing, and PATH is an unknown name
        "H089": .success(result: "inside"),  // the sandbox has a folder named `~`
        "H099": .protocolError(-32602),  // an unknown parameter
        "H103": .success(result: "<b>Allow</b>\n\n\n\nClick OK"),  // the control socket never asks the user
        "H106": .opened("https://ok.example/?result=secret"),
        "H107": .success(result: "a"),
        "H119": .success(result: "1"),
        "H134": .opened("https://ok.example/?r=old&result=forged&result=1"),
        "H135": .opened("https://ok.example/?result=1#frag"),
        "H157": .protocolError(-32000, code: 409),  // the route is configured
        "H160": .silence,
    ]

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
