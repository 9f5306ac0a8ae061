import Foundation
import Glibc
import QueryCoding
import Synchronization

/// Workers of one route, each of which serves until its daemon is gone, and leaves a line in the tally for every number
/// that it performs.
final class LoadWorkers: Sendable {
    private let file: CInt
    private let contents = Mutex<[String]>([])
    private let group = DispatchGroup()

    init(_ tally: Tally) {
        file = open("\(tally.sandbox.path)/ran", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }

    deinit { close(file) }

    /// The ids of the requests that they performed.
    var performed: [String] { contents.withLock { $0 } }

    /// Starts that many workers. They serve when this returns.
    func serve(_ daemon: RunningDaemon, workers: Int) throws {
        let served = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        for _ in 0..<workers {
            group.enter()
            Thread {
                defer { self.group.leave() }
                let worker = Result {
                    try TestWorker(daemon, ["name": "work.do", "path": "/do", "input": ["n": "int"], "shared": true])
                }
                if case .failure(let error) = worker { failure.withLock { $0 = error } }
                served.signal()
                if case .success(let worker) = worker { self.work(worker) }
            }.start()
        }
        for _ in 0..<workers { served.wait() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Waits until the daemons of all of them are gone.
    func waitForEnd() { group.wait() }

    /// Until the connection ends, which it does by an error.
    private func work(_ worker: TestWorker) {
        while let asked = try? worker.asked(), let number = asked.input?["n"]?.text {
            contents.withLock { $0.append(asked.context?["id"]?.string ?? "") }
            let line = number + "\n"
            _ = line.withCString { write(file, $0, strlen($0)) }
            poll(nil, 0, Int32.random(in: 0...20))
            guard (try? worker.succeed(asked, .string(number))) != nil else { return }
        }
    }
}
