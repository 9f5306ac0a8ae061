import DispatcherMessages
import Glibc
import QueryCoding

extension RunningDaemon {
    /// Ends it where it stands.
    func kill() {
        signal(SIGKILL)
        _ = stop()
    }

    /// The result of a method.
    func call(_ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        let answer = try Connection(connect()).call(method, parameters)
        guard let result = answer["result"] else { throw Failure("\(method): \(answer.json)") }
        return result
    }

    /// Sends a request that nobody waits for, and returns its id once it was accepted.
    func accept(_ url: String, clientID: String? = nil) throws -> String {
        let answer = try call(
            "dispatch", .record([("url", .string(url)), ("wait", false), ("id", clientID.map { .string($0) })]))
        guard answer["state"] == "accepted", let id = answer["id"]?.string else { throw Failure(answer.json) }
        return id
    }

    /// What the history says of requests, newest first.
    func history(_ parameters: QueryValue = ["limit": 1_000_000]) throws -> [QueryValue] {
        try call("history", parameters)["requests"]?.items ?? []
    }

    /// All that the history says of a request, as soon as it is over.
    func ended(_ id: String) throws -> QueryValue {
        var found: QueryValue?
        try wait(for: "the end of \(id)") {
            found = try history(["id": .string(id)]).first { request in
                request["outcome"] != nil && !["unclaimed", "claimed"].contains(request["callback"]?["state"])
            }
            return found != nil
        }
        guard let found else { throw Failure("no request \(id)") }
        return found
    }

    /// Waits until nothing is under way.
    func waitUntilIdle() throws {
        try wait(for: "the last request") {
            let requests = try call("status")["requests"]
            return requests?["running"] == 0 && requests?["waiting"] == 0
        }
    }
}

extension QueryValue {
    /// The values of an array.
    var items: [QueryValue] { if case .array(let values) = self { values } else { [] } }
}
