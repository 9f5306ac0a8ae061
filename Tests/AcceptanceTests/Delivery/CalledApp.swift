import QueryCoding
import RequestRecord
import Testing

/// A call that an app got, and that waits for its answer. The test is the app.
struct CalledApp {
    let tester: CallTester
    let app: ReceivingApp
    let call: Connection
    /// The URL that opened the app.
    let opened: String
    /// The planted x-success, as a naive app appends to it.
    let success: String
    var daemon: RunningDaemon { tester.daemon }

    init(_ url: String = "app:go", _ others: [(String, QueryValue)] = []) throws {
        tester = try CallTester()
        app = try ReceivingApp(tester.sandbox, scheme: "app")
        call = try tester.begin(url, others)
        opened = try #require(app.next())
        success = try #require(CallTester.value("x-success", in: opened))
    }

    func answer(_ url: String, door: Door = .desktop) throws -> QueryValue { try daemon.reply(to: url, door: door) }

    /// The result of the call.
    func result() throws -> QueryValue? { try call.reply()["result"] }
}
