import DispatcherMessages
import Foundation
import QueryCoding

/// A daemon that the desktop knows as the handler of `xcallback:`, and apps that it calls.
struct CallTester {
    let daemon: RunningDaemon
    var sandbox: Sandbox { daemon.sandbox }

    init(routes: String = "", settings: String = "") throws {
        daemon = try RunningDaemon(routes, settings: settings)
        try daemon.xcallback(["install", "--no-check"]).succeeded()
    }

    /// Registers an app that answers as the URL wants: `say` is the kind of callback, `with` the text appended to it.
    func app(_ scheme: String = "app") throws {
        try sandbox.registerApp(
            scheme: scheme,
            #"""
            #!/bin/bash
            raw() { local rest=${1#*[?&]$2=}; [ "$rest" = "$1" ] || printf %s "${rest%%[&#]*}"; }
            value() { local text; text=$(raw "$1" "$2"); printf %b "${text//%/\\x}"; }
            sleep "0.0$((RANDOM % 10))"
            exec xdg-open "$(value "$1" "x-$(raw "$1" say)")$(value "$1" with)"
            """#)
    }

    /// Begins a call. Its reply comes on the connection.
    func begin(_ url: String, _ others: [(String, QueryValue)] = []) throws -> Connection {
        try daemon.begin(RPCRequest(id: 1, method: "call", parameters: Self.parameters(url, others)).json)
    }

    /// The result of the method.
    func call(_ url: String, _ others: [(String, QueryValue)] = []) throws -> QueryValue {
        try daemon.call("call", Self.parameters(url, others))
    }

    /// With the session of the sandbox, as the command line sends it.
    static func parameters(_ url: String, _ others: [(String, QueryValue)] = []) -> QueryValue {
        .object([QueryValue.Member("url", .string(url))] + others.map { QueryValue.Member($0.0, $0.1) })
    }

    /// The URL of a call to `app` that is answered in that way.
    static func url(_ say: String, _ with: String = "", app: String = "app") -> String {
        "\(app)://x-callback-url/do?say=\(say)&with=\(encoded(with))"
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// A parameter of a URL, decoded.
    static func value(_ name: String, in url: String?) -> String? {
        url.flatMap { URLComponents(string: $0) }?.queryItems?.first { $0.name == name }?.value
    }
}
