import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Clients that hold what they can, all at once.
@Suite(.timeLimit(.minutes(2)))
struct HeldClientsTests {
    @Test func `held, drip-fed and never-reading clients and smuggled descriptors do no harm`() throws {
        let sandbox = try Sandbox()
        // Half of them for the desktop socket, and more than all the clients below hold of the other one.
        try sandbox.settings("limits: {connections: 320}\n")
        let daemon = try RunningDaemon(sandbox)
        let held = try (0..<256).map { _ in Connection(try daemon.connect(.desktop)) }
        for connection in held[160...] { #expect(try connection.next()?["error"]?["code"] == 503) }
        let dripping = try (0..<64).map { _ in Connection(try daemon.connect()) }
        func drip() { for connection in dripping { _ = send(connection.descriptor, "x", 1, Int32(MSG_NOSIGNAL)) } }
        drip()
        let silent = try (0..<64).map { _ in Connection(try daemon.connect()) }
        let line = Array(("xcallback:///echo?a=" + String(repeating: "a", count: 2000) + "\n").utf8)
        for connection in silent {
            // Until the daemon takes no more of one whose replies nobody reads.
            while send(connection.descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) > 0 {}
        }
        let pipe = try ChildPipe()
        for connection in [held[0], Connection(try daemon.connect())] {
            #expect(smuggle(Array(repeating: pipe.writing, count: 200), with: "xcallback:///ping\n", over: connection))
            #expect(try connection.reply()["id"] != nil)
        }
        pipe.closeWriting()
        // The end of the stream: nobody else holds the other end.
        var byte: UInt8 = 0
        var state = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 30_000) == 1 && read(pipe.reading, &byte, 1) == 0)
        for _ in 0..<20 {
            drip()
            #expect(try daemon.reply(to: "xcallback:///ping")["outcome"] == "success")
        }
        #expect(try daemon.xcallback(["status"]).status == 0)
        for connection in dripping { #expect(try connection.reply()["error"]?["code"] == 408) }
        #expect(try ProcessTable.descriptors(of: daemon.pid) < 160 + 64 + 64 + 64)
        withExtendedLifetime((held, silent)) {}
    }

    /// Sends descriptors along with a line (unix(7), SCM_RIGHTS).
    private func smuggle(_ descriptors: [CInt], with line: String, over connection: Connection) -> Bool {
        let header = 16
        let length = header + descriptors.count * MemoryLayout<CInt>.size
        var control = [UInt8](repeating: 0, count: (length + 7) / 8 * 8)
        var text = Array(line.utf8)
        return control.withUnsafeMutableBytes { control in
            // The members of cmsghdr.
            control.storeBytes(of: length, as: Int.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
            for (index, descriptor) in descriptors.enumerated() {
                control.storeBytes(
                    of: descriptor, toByteOffset: header + index * MemoryLayout<CInt>.size, as: CInt.self)
            }
            return text.withUnsafeMutableBytes { text in
                var part = iovec(iov_base: text.baseAddress, iov_len: text.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    return sendmsg(connection.descriptor, &message, Int32(MSG_NOSIGNAL)) == text.count
                }
            }
        }
    }
}
