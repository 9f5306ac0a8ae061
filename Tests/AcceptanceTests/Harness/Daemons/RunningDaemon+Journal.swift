import DispatcherMessages
import Glibc
import QueryCoding
import TestSupport

extension RunningDaemon {
    /// Kills it.
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

    /// Sends a request without waiting for its outcome, and returns its id once it was accepted.
    func accept(_ url: String, clientID: String? = nil) throws -> String {
        let answer = try call(
            "dispatch", .record([("url", .string(url)), ("wait", false), ("id", clientID.map { .string($0) })]))
        guard answer["state"] == "accepted", let id = answer["id"]?.string else { throw Failure(answer.json) }
        return id
    }

    /// The requests in the history, newest first.
    func history(_ parameters: QueryValue = ["limit": 1_000_000]) throws -> [QueryValue] {
        try call("history", parameters)["requests"]?.items ?? []
    }

    /// The whole entry of a request in the history, once the request and its callback have ended.
    func ended(_ id: String) throws -> QueryValue {
        try wait(for: "the end of \(id)") { try history().contains { $0["id"]?.string == id } }
        guard let request = try history(["id": .string(id)]).first else { throw Failure("no request \(id)") }
        return request
    }

    /// The same of the only request that there was.
    func endedAlone() throws -> QueryValue {
        try wait(for: "the end of a request") { try !history().isEmpty }
        let requests = try history()
        guard requests.count == 1, let id = requests.first?["id"]?.string else { throw Failure("\(requests)") }
        return try ended(id)
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
