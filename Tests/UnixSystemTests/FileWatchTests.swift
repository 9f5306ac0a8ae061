import Glibc
import Testing

@testable import UnixSystem

/// A watch of files, which tells of them alone.
@Suite(.timeLimit(.minutes(5)))
struct FileWatchTests {
    private let folder: TemporaryDirectory
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init() throws {
        folder = try TemporaryDirectory()
        (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    private func watch(_ names: [String]) throws -> FileWatch {
        let paths = names.map { "\(folder.path)/\($0)" }
        return try FileWatch(paths, onFailure: { Issue.record($0) }) { [change] in change.yield() }
    }

    private func write(_ name: String) throws { try File.replace("\(folder.path)/\(name)", with: [1]) }

    /// Waits for the report of a change.
    private func report() async {
        var iterator = changes.makeAsyncIterator()
        await iterator.next()
    }

    @Test func `tells of a file that is made, replaced and removed`() async throws {
        let watch = try watch(["list"])
        try write("list")
        await report()
        try write("list")
        await report()
        try File.remove("\(folder.path)/list")
        await report()
        withExtendedLifetime(watch) {}
    }

    @Test func `tells of a file in folders that are made later`() async throws {
        let watch = try watch(["a/b/list"])
        try Directory.make("\(folder.path)/a")
        await report()
        try Directory.make("\(folder.path)/a/b")
        await report()
        try write("a/b/list")
        await report()
        withExtendedLifetime(watch) {}
    }

    @Test func `tells of the file that a link leads to`() async throws {
        try Directory.make("\(folder.path)/settings")
        try write("settings/list")
        try File.replace("\(folder.path)/list", withLinkTo: "\(folder.path)/settings/list")
        let watch = try watch(["list"])
        try write("settings/list")
        await report()
        withExtendedLifetime(watch) {}
    }

    @Test func `a folder that cannot be watched is an error at the start`() throws {
        try File.replace("\(folder.path)/loop", withLinkTo: "loop")
        let error = #expect(throws: SystemCallError.self) { try watch(["list", "loop/list"]) }
        #expect(error == SystemCallError("watch", "\(folder.path)/loop", number: ELOOP))
    }

    @Test func `a folder that cannot be watched later is told once, and the others are watched`() async throws {
        let (failures, failure) = AsyncStream.makeStream(of: SystemCallError.self)
        let paths = ["loop/list", "list"].map { "\(folder.path)/\($0)" }
        let watch = try FileWatch(paths, onFailure: { failure.yield($0) }) { [change] in change.yield() }
        try File.replace("\(folder.path)/loop", withLinkTo: "loop")
        var iterator = failures.makeAsyncIterator()
        #expect(await iterator.next() == SystemCallError("watch", "\(folder.path)/loop", number: ELOOP))
        await report()
        try write("list")
        await report()
        failure.finish()
        #expect(await iterator.next() == nil)
        withExtendedLifetime(watch) {}
    }

    @Test func `does not tell of other files`() async throws {
        let told = Lock(0)
        let watch = try FileWatch(["\(folder.path)/list"], onFailure: { Issue.record($0) }) { [change] in
            told.withLock { $0 += 1 }
            change.yield()
        }
        for number in 1...100 { try write("other-\(number)") }
        // One write of it, and of it alone: of all events before it nothing was told.
        let list = try Descriptor(opening: "\(folder.path)/list", O_WRONLY | O_CREAT, mode: 0o600)
        await report()
        #expect(told.withLock { $0 } == 1)
        withExtendedLifetime((watch, list.number)) {}
    }
}
