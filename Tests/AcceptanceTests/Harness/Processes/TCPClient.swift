import Glibc
import TestSupport

/// A connection to a server on this machine.
final class TCPClient {
    private let descriptor: CInt

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard connected == 0 else { throw Failure("nothing listens on port \(port)") }
    }

    deinit { close(descriptor) }

    /// Sends a request of HTTP, and returns the answer, which must name the length of its body.
    func exchange(_ request: [UInt8]) throws -> (status: Int, body: [UInt8]) {
        var rest = request[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("the server does not read") }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let whole = try Self.whole(answer) { return whole }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else {
                throw Failure("the server does not answer: \(String(decoding: answer, as: UTF8.self))")
            }
            answer += chunk[..<count]
        }
    }

    /// An answer whose last byte has arrived.
    private static func whole(_ answer: [UInt8]) throws -> (status: Int, body: [UInt8])? {
        guard let end = answer.indices.first(where: { answer[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
            return nil
        }
        let head = String(decoding: answer[..<end], as: UTF8.self)
        let body = Array(answer[(end + 4)...])
        guard let status = head.firstMatch(of: /^HTTP\/1\.1 (\d+)/).flatMap({ Int($0.1) }),
            let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap({ Int($0.1) })
        else { throw Failure(head) }
        return body.count >= length ? (status, body) : nil
    }
}
