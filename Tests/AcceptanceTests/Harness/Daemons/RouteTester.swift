import DispatcherMessages
import QueryCoding
import RequestRecord

/// A daemon with one file of routes, and the results of URLs.
struct RouteTester {
    let daemon: RunningDaemon

    /// Starts a daemon with the whole text of routes.d/t.yaml.
    init(_ file: String, settings: String = "", arguments: [String] = []) throws {
        let sandbox = try Sandbox()
        try sandbox.routes(file, "t")
        try sandbox.settings(settings)
        daemon = try RunningDaemon(sandbox, arguments: arguments)
    }

    /// The result of a URL: the output's `result`, else the code of the error, else the outcome.
    func result(_ url: String, _ door: Door = .control) throws -> String {
        let reply = try daemon.reply(to: url, door: door)
        return reply["error"]?["code"]?.text ?? reply["output"]?["result"]?.text ?? reply["outcome"]?.text ?? reply.json
    }
}
