import Glibc
import TestSupport
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(5)))
struct FileContentsTests {
    private let directory: TemporaryFolder
    private var path: String { "\(directory.path)/file" }

    init() throws { directory = try TemporaryFolder() }

    @Test(arguments: [
        0,
        1,
        4096,  // as large as a chunk
        100_000,  // several chunks
    ])
    func `returns the bytes of a file`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try File.replace(path, with: bytes)
        #expect(try FileContents.read(path, limit: count) == bytes)
    }

    @Test func `returns nil for a file that does not exist`() throws {
        #expect(try FileContents.read(path) == nil)
        #expect(try FileContents.read("/dev/null/file") == nil)
    }

    @Test func `refuses a file that is larger than the limit`() throws {
        try File.replace(path, with: [1, 2, 3])
        let error = #expect(throws: SystemCallError.self) { try FileContents.read(path, limit: 2) }
        #expect(error?.number == EFBIG)
    }

    /// The kernel reports the size of such a file as 0.
    @Test func `reads a file of the proc file system`() throws {
        #expect(try FileContents.read("/proc/sys/kernel/random/boot_id", limit: 64)?.count == 37)
        let error = #expect(throws: SystemCallError.self) { try FileContents.read("/proc/self/maps", limit: 64) }
        #expect(error?.number == EFBIG)
    }

    /// It has no writer, so a read of it would wait for ever.
    @Test func `refuses a FIFO without waiting`() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: SystemCallError.self) { try FileContents.read(path) }
        #expect(error?.number == EINVAL)
    }

    @Test func `refuses a directory and a device`() throws {
        for path in [directory.path, "/dev/zero"] {
            #expect(throws: SystemCallError.self) { try FileContents.read(path) }
        }
    }

    @Test func `reads a stream if the caller accepts it`() throws {
        #expect(try FileContents.read("/dev/null", acceptsStreams: true) == [])
    }
}
