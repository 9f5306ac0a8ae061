/// A worker in `status`: `{"process":"pid 12 (python3)","routes":[…],"running":1,"total":7}`.
package struct WorkerReply: Reply, Codable {
    package var process: String
    /// The names of the worker's routes.
    package var routes: [String]
    /// The number of requests that the worker has not answered yet.
    package var running: Int
    /// The number of requests that were sent to the worker.
    package var total: Int

    package init(process: String, routes: [String], running: Int, total: Int) {
        self.process = process
        self.routes = routes
        self.running = running
        self.total = total
    }
}
