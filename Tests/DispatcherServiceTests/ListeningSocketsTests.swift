import DispatcherMessages
import Glibc
import RequestRecord
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherService

/// The owner of the listening sockets.
struct ListeningSocketsTests {
    private func isAnswered(_ path: String) throws -> Bool {
        let socket = try Descriptor(unixSocket: SocketType.stream)
        let address = try #require(UnixAddress(path))
        return address.withPointer { connect(socket.number, $0, $1) } == 0
    }

    @Test(.timeLimit(.minutes(1)))
    func `sockets that no server has taken over are closed with their owner`() throws {
        let folder = try TemporaryFolder()
        let directory = try SocketDirectory(override: "\(folder.path)/s", environment: [:])
        func listen() throws {
            let sockets = try ListeningSockets(directory: directory, inherited: [:])
            for door in Door.allCases { #expect(try isAnswered(directory.socket(door))) }
            withExtendedLifetime(sockets) {}
        }
        try listen()
        for door in Door.allCases { #expect(try !isAnswered(directory.socket(door))) }
        // The next daemon of this process may serve the folder.
        try listen()
        withExtendedLifetime(folder) {}
    }
}
