import Glibc
import Testing
import UnixSystem

@testable import DispatcherCommands

/// The command that the daemon sends to the program of a unit.
struct StandbyOrderTests {
    @Test func `arrives with its words, variables, folder, time and streams`() throws {
        let (daemon, program) = try MessageSocket.pair()
        // Longer than a message may be.
        let long = String(repeating: "é", count: 1 << 20)
        let command = CommandRunner.Command(
            arguments: ["/bin/x", "", "a\nb", long, "cut\0off"], environment: ["A": "", "B": "c=d\n", "LONG": long],
            directory: "/srv/a b", outputLimit: 1, timeout: .seconds(3))
        let pipe = try Pipe()
        try StandbyOrder(command, time: .seconds(8)).send(
            to: daemon, streams: [pipe.readingNumber, pipe.writingNumber, pipe.writingNumber])
        let (order, streams) = try #require(StandbyOrder.receive(from: program))
        #expect(order.words == ["/bin/x", "", "a\nb", long, "cut"])
        #expect(order.environment == command.environment && order.folder == "/srv/a b" && order.time == 8000)
        #expect(write(streams[1], "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(streams[0], &byte, 1) == 1 && byte == UInt8(ascii: "x"))
        for stream in streams { close(stream) }
    }

    @Test func `is nothing if the daemon has ended, or sends something else`() throws {
        for sends in [false, true] {
            let (daemon, program) = try MessageSocket.pair()
            if sends { try daemon.send(1) }
            daemon.hangUp()
            #expect(StandbyOrder.receive(from: program) == nil)
        }
    }

    /// The number of words of an order that has one word, and the bytes that follow the order in its file.
    @Test(arguments: [
        ("-1", 0), ("2", 0), ("", 0),
        ("1", 4 << 30),  // would fill the memory
    ])
    func `is nothing if it is malformed`(count: String, excess: Int) throws {
        let (daemon, program) = try MessageSocket.pair()
        let text = "/\0\(count)\0/bin/x\0"
        let file = try Descriptor(inMemory: Array(text.utf8))
        #expect(ftruncate(file.number, text.utf8.count + excess) == 0)
        try daemon.send(1, [CInt](repeating: file.number, count: 4))
        #expect(StandbyOrder.receive(from: program) == nil)
    }

    @Test func `is not sent if no program can be started with it`() throws {
        let (daemon, program) = try MessageSocket.pair()
        let command = CommandRunner.Command(
            arguments: ["/bin/x", String(repeating: "x", count: 8 << 20)], environment: [:], directory: "/",
            outputLimit: 1, timeout: .seconds(3))
        let error = #expect(throws: SystemCallError.self) {
            try StandbyOrder(command, time: .seconds(8)).send(to: daemon, streams: [0, 1, 2])
        }
        #expect(error?.number == E2BIG && !program.wait(milliseconds: 0))
    }
}
