import Glibc
import Testing
import UnixSystem

struct UnixSocketTests {
    @Test(arguments: [
        ("/run/a", 2 + 6 + 1),
        ("@a", 2 + 2),  // an abstract name has no NUL at its end
    ])
    func `an address has the length of its path`(path: String, length: Int) {
        #expect(UnixAddress(path)?.withPointer { Int($1) } == length)
    }

    @Test(arguments: [0, UnixAddress.maximumPathLength + 1])
    func `an address refuses a path that does not fit`(count: Int) {
        #expect(UnixAddress(String(repeating: "a", count: count)) == nil)
    }

    @Test func `the peer of a socket pair is this process`() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, SocketType.stream | SocketType.closeOnExec, 0, &ends) == 0)
        let first = try Descriptor(ends[0], attempt: "make a pair of sockets")
        let second = try Descriptor(ends[1], attempt: "make a pair of sockets")
        let peer = try #require(PeerCredentials(of: first.number))
        #expect(peer == PeerCredentials(of: second.number))
        #expect(peer.pid == getpid())
        #expect(peer.uid == geteuid())
    }

    @Test func `a file has no peer`() throws {
        let file = try Descriptor(opening: "/dev/null", O_RDONLY)
        #expect(PeerCredentials(of: file.number) == nil)
    }
}
