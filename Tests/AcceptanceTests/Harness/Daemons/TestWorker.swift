import DispatcherMessages
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// A worker inside the test: it answers what the test wants, when it wants.
final class TestWorker {
    let connection: Connection

    /// Serves routes, each a `serve` object; they are there when this returns.
    init(_ daemon: RunningDaemon, _ routes: QueryValue...) throws {
        connection = Connection(try daemon.connect())
        let reply = try connection.call("serve", ["routes": .array(routes)])
        guard reply["result"] != nil else { throw Failure("not served: \(reply.json)") }
    }

    /// A `serve` object: a route at `w:///do`.
    static func route(_ name: String = "w.do", _ others: (String, QueryValue)...) -> QueryValue {
        .record([("name", .string(name)), ("path", "/do"), ("input", ["n": "int?"])] + others)
    }

    /// The next thing that it is asked.
    func asked() throws -> Asked {
        let message = try connection.reply()
        guard message["method"] == "perform", let id = message["id"], let parameters = message["params"] else {
            throw Failure("not asked, but told: \(message.json)")
        }
        return Asked(id: id, parameters: parameters)
    }

    struct Asked {
        let id: QueryValue
        let parameters: QueryValue

        var input: QueryValue? { parameters["input"] }
        var context: QueryValue? { parameters["context"] }
    }

    func answer(_ asked: Asked, _ result: QueryValue) throws {
        try connection.send(RPCReply(id: asked.id, result: result).json)
    }

    func succeed(_ asked: Asked, _ output: QueryValue = .null) throws {
        try answer(asked, ["outcome": "success", "output": output])
    }
}

extension RunningDaemon {
    /// Sends URLs, each on its own connection.
    func send(_ urls: [String]) throws -> [Connection] { try urls.map { try begin($0) } }

    /// Sends a request of JSON-RPC on a connection of its own, without waiting for its answer.
    func begin(_ method: String, _ parameters: QueryValue, _ door: Door = .control) throws -> Connection {
        let connection = Connection(try connect(door))
        try connection.begin(method, parameters)
        return connection
    }

    /// The routes of workers, by their names.
    func workerRoutes() throws -> [String] {
        let routes = try call("routes")["routes"]?.items ?? []
        return routes.filter { $0["source"]?.string?.hasPrefix("worker") == true }.compactMap { $0["name"]?.string }
    }

    /// Asks until the routes of workers are these.
    func waitForWorkerRoutes(_ expected: [String]) throws {
        try wait(for: "the routes \(expected) of workers, not \(try workerRoutes())\n\(logText)") {
            try workerRoutes() == expected
        }
    }
}
