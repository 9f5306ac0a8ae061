package import QueryCoding

/// A call of a method.
package struct RPCRequest: Sendable, Hashable {
    /// The id; nil for a notification, which runs and gets no reply.
    package var id: QueryValue?
    package var method: String
    /// The parameters, always an object.
    package var parameters: QueryValue

    package init(id: QueryValue?, method: String, parameters: QueryValue = .object([])) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }

    package var json: String { String(decoding: line, as: UTF8.self) }

    /// The request as a line without a line break.
    package var line: ArraySlice<UInt8> {
        var printer = JSONPrinter()
        printer.request(method, id: id) { printer in
            for member in parameters.members ?? [] { printer.member(member.name, member.value) }
        }
        return printer.bytes
    }
}

extension JSONPrinter {
    /// Prints a call of a method.
    /// - Parameters:
    ///   - id: Nil for a notification.
    ///   - parameters: Prints the members of the parameters.
    package mutating func request(_ method: String, id: QueryValue?, parameters: (inout JSONPrinter) -> Void) {
        beginObject()
        member(RPCMessage.Name.jsonrpc.rawValue, RPCMessage.version)
        if let id { member(RPCMessage.Name.id.rawValue, id) }
        member(RPCMessage.Name.method.rawValue, method)
        name(RPCMessage.Name.parameters.rawValue)
        beginObject()
        parameters(&self)
        endObject()
        endObject()
    }
}
