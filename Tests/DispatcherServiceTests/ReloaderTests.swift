import DispatcherConfiguration
import DispatcherMessages
import Synchronization
import Testing
import UnixSystem

@testable import DispatcherService

/// The reading of the configuration after the start.
@Suite(.timeLimit(.minutes(5)))
struct ReloaderTests {
    private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func reloader(_ load: @escaping @Sendable () -> Configuration) throws -> Reloader {
        let tables = try TableKeeper(
            configuration: Configuration.load(nil), compiled: [], logger: quiet)
        return Reloader(
            tables: tables, notifier: ServiceNotifier(environment: [:]), logger: quiet, since: .now, load: load)
    }

    @Test func `a reload reads the files outside of tasks, whose threads must not wait for a disk`() async throws {
        let isInTask = Mutex<Bool?>(nil)
        let reloader = try reloader {
            withUnsafeCurrentTask { task in isInTask.withLock { $0 = task != nil } }
            return Configuration.load(nil)
        }
        #expect(await reloader.reload().refused.isEmpty)
        #expect(isInTask.withLock { $0 } == false)
    }

    /// Otherwise a reload that read the old files could publish them after one that read the new files.
    @Test func `reloads at the same time read and publish one after the other`() async throws {
        let readers = Mutex((now: 0, most: 0, all: 0))
        let reloader = try reloader {
            readers.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
            defer { readers.withLock { $0.now -= 1 } }
            return Configuration.load(nil)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = await reloader.reload() } }
        }
        #expect(readers.withLock { $0 } == (0, 1, 20))
    }
}
