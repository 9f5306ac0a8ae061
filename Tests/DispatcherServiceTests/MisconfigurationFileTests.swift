import Glibc
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherService

/// A config.yaml that a program is still writing is not used.
struct MisconfigurationFileTests {
    @Test func `a file is being written while a program has it open for writing`() throws {
        let folder = try TemporaryFolder()
        try folder.write("journal: off\n", to: "file")
        let path = "\(folder.path)/file"
        #expect(!DispatcherDaemon.isBeingWritten(path))
        for (flags, isWriting) in [(O_RDONLY, false), (O_WRONLY, true), (O_RDWR | O_APPEND, true)] {
            let file = try Descriptor(open(path, flags | O_CLOEXEC), attempt: "open", path)
            #expect(DispatcherDaemon.isBeingWritten(path) == isWriting)
            withExtendedLifetime(file) {}
        }
        #expect(!DispatcherDaemon.isBeingWritten(path))
        #expect(!DispatcherDaemon.isBeingWritten("\(path).none"))
    }
}
