package import QueryCoding
package import RequestRecord
import TestSupport

/// A dispatcher under test: a value in this process, or the built daemon behind its sockets. The same test body runs on
/// both kinds.
package protocol Harness: Sendable {
    static func start(_ fixture: Fixture) async throws -> Self

    /// Sends bytes as one connection would, ends the stream, and returns every reply.
    func replies(toBytes bytes: [UInt8], door: Door) async throws -> [QueryValue]

    /// Calls a method and returns the complete answer.
    func answer(_ method: String, _ parameters: QueryValue, door: Door) async throws -> QueryValue

    /// Whether a command has made this file with `touch`. Commands start in the home directory.
    func hasTouched(_ name: String) -> Bool
}

extension Harness {
    /// The replies to lines that come in on one connection.
    package func replies(to lines: [String], door: Door = .control) async throws -> [QueryValue] {
        try await replies(toBytes: Array(lines.joined(separator: "\n").utf8), door: door)
    }

    /// The reply to one URL.
    package func reply(to url: String, door: Door = .control) async throws -> QueryValue {
        guard let reply = try await replies(to: [url], door: door).first else { throw Failure("no reply to \(url)") }
        return reply
    }

    /// Calls a method and returns its result; nil for an error.
    package func result(
        of method: String, _ parameters: QueryValue = [:], door: Door = .control
    ) async throws -> QueryValue? {
        try await answer(method, parameters, door: door)["result"]
    }

    /// Returns the message of a request's error in the history. The desktop socket reports only a part of the message.
    package func recordedReason(of reply: QueryValue) async throws -> String? {
        try await recorded(reply)?["error"]?["message"]?.string
    }

    /// Returns a request in the history, by its reply.
    package func recorded(_ reply: QueryValue) async throws -> QueryValue? {
        guard let id = reply["id"] else { throw Failure("no id in \(reply.json)") }
        return try await result(of: "history", ["id": id])?["requests"]?.elements?.first
    }

    /// Returns what the reply to a URL decides.
    package func result(_ url: String, door: Door = .control) async throws -> String {
        try await reply(to: url, door: door).decision
    }
}

extension QueryValue {
    /// What a reply to a URL decides: the code of the error, or else the output's `result`, or else the outcome.
    package var decision: String {
        self["error"]?["code"]?.text ?? self["output"]?["result"]?.text ?? self["outcome"]?.text ?? json
    }
}

/// The configuration files of a dispatcher under test.
package struct Fixture: Sendable {
    /// The files of routes, by their names without the ending.
    package var routes: [String: String]
    /// config.yaml. The opener of the harness records every URL.
    package var settings: String
    /// Further files in the folder of the routes, by their names.
    package var files: [String: String]

    package init(routes: [String: String], settings: String = "", files: [String: String] = [:]) {
        self.routes = routes
        self.settings = settings
        self.files = files
    }

    /// One file of routes, `t.yaml`.
    package init(_ routes: String, settings: String = "", files: [String: String] = [:]) {
        self.init(routes: ["t": routes], settings: settings, files: files)
    }
}

extension Fixture: ExpressibleByStringInterpolation {
    /// One file of routes, `t.yaml`.
    package init(stringLiteral routes: String) { self.init(routes) }
}
