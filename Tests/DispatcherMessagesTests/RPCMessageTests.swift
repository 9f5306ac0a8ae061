import DispatcherMessages
import QueryCoding
import Testing

/// JSON-RPC 2.0 as it is spoken on the sockets.
struct RPCMessageTests {
    private func reply(to line: String) -> String? {
        do {
            _ = try RPCMessage(Array(line.utf8))
            return nil
        } catch {
            return error.json
        }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"status"}"#, QueryValue?.some(1)),
        (#"{"jsonrpc":"2.0","id":"a","method":"status","params":{}}"#, "a"),
        (#"{"jsonrpc":"2.0","method":"status"}"#, nil),  // a notification
    ])
    func `reads a request`(line: String, id: QueryValue?) throws {
        let expected = RPCRequest(id: id, method: "status")
        #expect(try RPCMessage(Array(line.utf8)) == .request(expected))
        #expect(try RPCMessage(Array(expected.json.utf8)) == .request(expected))
    }

    @Test func `reads an answer`() throws {
        let line = #"{"jsonrpc":"2.0","id":"x","result":{"ok":true}}"#
        #expect(try RPCMessage(Array(line.utf8)) == .response(id: "x", result: ["ok": true], error: nil))
    }

    @Test(arguments: [
        ("{", -32700),
        (#"{"jsonrpc":"2.0","id":1,"method":"status",}"#, -32700),
        (#"{"jsonrpc":"2.0","id":1,"method":"status","method":"reload"}"#, -32600),
        ("[]", -32600),  // no batches
        (#"{"jsonrpc":"1.0","id":1,"method":"status"}"#, -32600),
        (#"{"id":1,"method":"status"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
        (#"{"jsonrpc":"2.0","id":{},"method":"status"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"status","trusted":true}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"status","params":[1]}"#, -32602),
    ])
    func `answers what is no request`(line: String, code: Int) {
        #expect(reply(to: line)?.contains("\"code\":\(code),") == true)
    }
}
