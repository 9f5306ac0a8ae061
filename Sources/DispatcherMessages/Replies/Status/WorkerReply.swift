/// A worker in `status`: `{"process":"pid 12 (python3)","routes":[…],"running":1,"total":7}`.
package struct WorkerReply: Reply, Codable {
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
}
