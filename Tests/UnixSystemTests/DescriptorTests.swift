import Glibc
import TestSupport
import Testing
import UnixSystem

struct DescriptorTests {
    private func isOpen(_ number: CInt) -> Bool { fcntl(number, F_GETFD) >= 0 }

    /// Tests run in parallel, so another thread may have taken the number again: the open file is compared too.
    private func leads(_ number: CInt, to file: String) -> Bool {
        File.destination(ofLink: "/proc/self/fd/\(number)") == file
    }

    @Test func `closes its number when its owner goes away`() throws {
        let directory = try TemporaryFolder()
        let file = "\(directory.path)/file"
        func number() throws -> CInt {
            let descriptor = try Descriptor(opening: file, O_RDWR | O_CREAT, mode: 0o600)
            #expect(leads(descriptor.number, to: file))
            return descriptor.number
        }
        #expect(try !leads(number(), to: file))
    }

    @Test func `leaves a released number open`() throws {
        let number = try Descriptor(opening: "/dev/null", O_RDONLY).release()
        #expect(isOpen(number))
        close(number)
    }

    @Test func `is closed on exec`() throws {
        let descriptor = try Descriptor(opening: "/dev/null", O_RDONLY)
        #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `names the attempt and the file that failed`() {
        let error = #expect(throws: SystemCallError.self) {
            _ = try Descriptor(opening: "/nonexistent", O_RDONLY, attempt: "read")
        }
        #expect(error?.description == "cannot read '/nonexistent': No such file or directory")
    }

    @Test func `has both ends of a pipe above the standard streams`() throws {
        let pipe = try Pipe()
        let (reading, writing) = (pipe.readingNumber, pipe.writingNumber)
        #expect(min(reading, writing) > 2)
        #expect(Array("hi".utf8).withUnsafeBytes { writeRetrying(writing, $0) } == 2)
        let end = pipe.readingEnd()
        #expect(try FileContents.readToEnd(of: end.number, "the pipe") == Array("hi".utf8))
    }
}
