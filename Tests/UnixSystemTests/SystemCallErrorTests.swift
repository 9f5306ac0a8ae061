import Testing
import UnixSystem

struct SystemCallErrorTests {
    @Test func `describes the attempt, the file and the reason`() {
        #expect(SystemCallError("write", "/a", number: 13).description == "cannot write '/a': Permission denied")
    }

    @Test func `describes an attempt without a file`() {
        #expect(SystemCallError("make a pipe", number: 24).description == "cannot make a pipe: Too many open files")
    }
}
