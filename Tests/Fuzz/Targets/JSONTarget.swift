import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The parser accepts what the grammar accepts, what it parsed prints and parses again, and a line of JSON-RPC is read or
/// answered.
struct JSONTarget: FuzzTarget {
    static let name = "json"
    static let maximumLength = 160
    static func seeds() -> [[UInt8]] {
        let first: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "[")]
        let rows = Seeds.lines("Tests/DispatcherScenarios/Cases/hostile.jsonl").filter { $0.count <= maximumLength }
        return rows + Seeds.texts.filter { $0.first.map(first.contains) ?? false } + messages.map { Array($0.utf8) }
    }

    private static let messages = [
        #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"url":"xcb:///count?n=1","wait":true}}"#,
        #"{"jsonrpc":"2.0","id":"a","result":{"outcome":"success","output":{"a":[1,2.5e3,null,true]}}}"#,
        #"{"jsonrpc":"2.0","id":"a","result":{"outcome":"error","error":{"code":7,"message":"\ud83d\ude00"}}}"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}}"#,
        #"{"id":"01","url":"a:b","outcome":"error","error":{"code":404,"message":"x"}}"#,
    ]

    func check(_ bytes: [UInt8]) throws {
        let isJSON = JSONGrammar.accepts(bytes)
        let result: Result<QueryValue, JSONError> = Result { () throws(JSONError) in
            try JSONParser.parse(bytes, depthLimit: RPCMessage.depthLimit)
        }
        switch result {
        case .success(let value):
            try require(isJSON, "it is not JSON, and was parsed")
            try checkPrinting(value, of: bytes)
            if let reply = try? OutcomeReply(value) {
                try require(try OutcomeReply(reply.value) == reply, "another reply: \(reply.json)")
            }
        case .failure(let error):
            if case .syntax = error { try require(!isJSON, "it is JSON: \(error)") }
            try require(Self.isPlain(error.description), "a control in the message")
        }
        try checkMessage(bytes)
    }

    private func checkPrinting(_ value: QueryValue, of bytes: [UInt8]) throws {
        let text = value.json
        try require(Self.isPlain(text), "a control is printed: \(text)")
        // A control of one byte becomes an escape of six.
        try require(text.utf8.count <= 6 * bytes.count, "it grows to \(text.utf8.count) bytes")
        let again = try JSONParser.parse(Array(text.utf8), depthLimit: RPCMessage.depthLimit)
        try require(again.json.hasSameBytes(as: text), "it prints differently: \(text)")
        _ = value.parameters
        _ = value.parameters(arrays: .json)
    }

    private func checkMessage(_ bytes: [UInt8]) throws {
        let result: Result<RPCMessage, RPCReply> = Result { () throws(RPCReply) in try RPCMessage(bytes) }
        switch result {
        case .success(.request(let request)):
            guard case .request(let again) = try RPCMessage(Array(request.json.utf8)) else {
                throw Violation("a request became a reply: \(request.json)")
            }
            try require(again.json.hasSameBytes(as: request.json), "another request: \(request.json)")
        case .success(.response(_, let result, let error)):
            if let error { _ = Outcome(workerFailure: error) }
            guard case .success(let output)? = try? Outcome(workerResult: result ?? .null) else { return }
            guard case .object = output else { throw Violation("an output is no object") }
            _ = Outcome.success(output).callbackParameters.elements
        case .failure(let reply):
            try require(Self.isPlain(reply.json), "a control in the reply: \(reply.json)")
            let value = try JSONParser.parse(Array(reply.json.utf8), depthLimit: RPCMessage.depthLimit)
            try require(value["error"]?["code"] != nil && value["id"] != nil, "no error reply: \(reply.json)")
        }
    }

    /// Whether a text has no control character and no separator of lines.
    private static func isPlain(_ text: String) -> Bool {
        !text.hasControl() && !text.unicodeScalars.contains { ["\u{2028}", "\u{2029}"].contains($0) }
    }
}
