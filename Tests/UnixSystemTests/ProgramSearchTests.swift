import Testing
import UnixSystem

struct ProgramSearchTests {
    @Test func `finds a name in the first folder that has it`() {
        #expect(ProgramSearch.find("sh", in: ["PATH": "/nonexistent:/bin"]) == "/bin/sh")
    }

    @Test func `searches the usual folders if PATH is not set`() {
        #expect(ProgramSearch.find("sh", in: [:]) == "/usr/bin/sh")
    }

    @Test(arguments: [
        "",
        "no-such-program",
        "bin/sh",  // a relative path
        "/etc/passwd",  // not executable
        "/bin",  // a directory
        "/bin/sh\0",
    ])
    func `finds nothing else`(program: String) {
        #expect(ProgramSearch.find(program, in: ["PATH": "/bin"]) == nil)
    }

    @Test func `ignores relative folders`() {
        #expect(ProgramSearch.folders(in: ["PATH": ".:/a::b:/c"]) == ["/a", "/c"])
    }
}
