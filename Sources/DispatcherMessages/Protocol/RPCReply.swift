package import QueryCoding

/// A reply to a JSON-RPC 2.0 request.
package struct RPCReply: Error, Sendable, Hashable {
    package var id: QueryValue
    package var content: Result<QueryValue, RPCError>

    package init(id: QueryValue, result: QueryValue) {
        self.id = id
        content = .success(result)
    }

    package init(id: QueryValue, error: RPCError) {
        self.id = id
        content = .failure(error)
    }

    package var json: String { json(by: .daemon) }

    /// The reply as JSON. The Model Context Protocol leaves out an id that is null.
    package func json(by rules: RPCMessage.Rules) -> String { String(decoding: line(by: rules), as: UTF8.self) }

    /// The reply as a line without a line break.
    package var line: ArraySlice<UInt8> { line(by: .daemon) }

    private func line(by rules: RPCMessage.Rules) -> ArraySlice<UInt8> {
        var printer = JSONPrinter()
        printer.beginObject()
        printer.member(RPCMessage.Name.jsonrpc.rawValue, RPCMessage.version)
        if rules == .daemon || id != .null { printer.member(RPCMessage.Name.id.rawValue, id) }
        switch content {
        case .success(let result): printer.member(RPCMessage.Name.result.rawValue, result)
        case .failure(let error): printer.member(RPCMessage.Name.error.rawValue, error.value)
        }
        printer.endObject()
        return printer.bytes
    }
}
