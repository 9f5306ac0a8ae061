package import QueryCoding

/// A worker in `status`: `{"process":"pid 12 (python3)","routes":[…],"running":1,"total":7}`.
package struct WorkerReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case process, routes, running, total
    }

    package var process: String
    /// The names of its routes.
    package var routes: [String]
    /// How many requests it has not answered yet.
    package var running: Int
    /// How many requests it was sent.
    package var total: Int

    package init(process: String, routes: [String], running: Int, total: Int) {
        self.process = process
        self.routes = routes
        self.running = running
        self.total = total
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        process = try members.text(.process)
        routes = try members.texts(.routes)
        running = try members.whole(.running)
        total = try members.whole(.total)
    }

    package var value: QueryValue {
        .reply([
            (Name.process, .string(process)), (Name.routes, .texts(routes)), (Name.running, .integer(running)),
            (Name.total, .integer(total)),
        ])
    }
}
