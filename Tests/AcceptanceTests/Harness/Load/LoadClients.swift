import DispatcherClient
import DispatcherMessages
import Foundation
import QueryCoding
import Synchronization

/// Clients that send one request of each kind after the other, until their daemon is gone.
final class LoadClients: Sendable {
    private struct Contents {
        var told: [Told] = []
        var last = 0
    }

    private let contents = Mutex(Contents())
    /// The request of each number.
    private let request: @Sendable (Int) -> Told

    init(request: @escaping @Sendable (Int) -> Told = LoadClients.request) { self.request = request }

    /// The answers that all of them got so far.
    var told: [Told] { contents.withLock { $0.told } }

    /// Sends from that many connections at once while the body runs, and returns when all have ended.
    func load(_ daemon: RunningDaemon, connections: Int, while body: () throws -> Void) throws {
        let group = DispatchGroup()
        for _ in 0..<connections {
            let connection = try daemon.connect()
            group.enter()
            let box = Mutex<DaemonConnection?>(connection)
            Thread {
                if let own = box.withLock({ $0.take() }) { self.work(Connection(own)) }
                group.leave()
            }.start()
        }
        try body()
        group.wait()
    }

    /// Waits until that many more answers have come.
    func waitForMore(_ count: Int) throws {
        let start = told.count
        // One after the other: how long all of them take depends on the machine.
        for next in start..<(start + count) { try wait(for: "an answer") { told.count > next } }
    }

    private func work(_ connection: Connection) {
        while true {
            let number = contents.withLock { contents in
                contents.last += 1
                return contents.last
            }
            var request = self.request(number)
            let line = Self.line(request)
            let answer = Result {
                try connection.send(line)
                return try connection.next()
            }
            if case .success(let reply?) = answer { request.reply = line == request.url ? reply : reply["result"] }
            contents.withLock { $0.told.append(request) }
            guard case .success(.some) = answer else { return }
        }
    }

    private static func line(_ request: Told) -> String {
        guard request.isCall || request.clientID != nil else { return request.url }
        let wait: QueryValue? = request.isCall ? nil : .bool(request.number % 2 == 0)
        let parameters = QueryValue.record([
            ("url", .string(request.url)), ("id", request.clientID.map { .string($0) }), ("wait", wait),
        ])
        return RPCRequest(id: 1, method: request.isCall ? "call" : "dispatch", parameters: parameters).json
    }

    static func request(_ number: Int) -> Told {
        let callbacks = Tally.callbacks(number)
        switch number % 8 {
        case 0: return Told(url: "t:///note/\(number)", number: number)
        case 1: return Told(url: "t:///note/\(number)?\(callbacks)", number: number)
        case 2: return Told(url: "t:///fail/\(number)?\(callbacks)", number: number)
        case 3: return Told(url: "xcallback:///echo?\(callbacks)", number: number)
        case 4: return Told(url: "t:///one/\(number)?\(callbacks)", number: number, clientID: "one-\(number)")
        case 5: return Told(url: "t:///note/\(number)?\(callbacks)", number: number, clientID: "note-\(number)")
        case 6: return Told(url: "t:///note/\(number)?x-success=t%3A%2F%2F%2Fnote%2Fnext-\(number)", number: number)
        default: return Told(url: "t:///note/\(number)?\(callbacks)", number: number)
        }
    }
}
