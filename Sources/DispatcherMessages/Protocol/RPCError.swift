package import QueryCoding

/// The error of a call (JSON-RPC 2.0 §5.1).
package struct RPCError: Error, Sendable, Hashable {
    package enum Code: Int, Sendable, Hashable {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case `internal` = -32603
        /// The Model Context Protocol: the server does not have the client's revision of the protocol.
        case unsupportedRevision = -32022
        /// An error of the daemon, with its own code in `data`.
        case refused = -32000
    }

    package enum Name: String, Sendable {
        case code, message, data, outcome
    }

    package var code: Code
    package var message: String
    package var data: QueryValue?

    /// - Parameter dataCode: A ``StandardCode`` for the data: for `refused`, and for well-formed parameters with a value that
    ///   the daemon refuses.
    package init(_ code: Code, _ message: String, dataCode: Int? = nil) {
        self.code = code
        self.message = message
        data = dataCode.map { .record([(Name.code, .integer($0))]) }
    }

    package var value: QueryValue {
        .record([(Name.code, .integer(code.rawValue)), (.message, .string(message)), (.data, data)])
    }
}
