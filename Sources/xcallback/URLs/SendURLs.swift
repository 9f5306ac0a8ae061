import DispatcherClient
import DispatcherMessages
import QueryCoding
import UnixSystem

/// Has the daemon run URLs, and prints each outcome as a line of JSON, or in several lines on a terminal.
struct SendURLs {
    /// The URLs; `-` means the URLs in the lines of standard input.
    let urls: [String]
    /// The maximum number of URLs that run at once; above 1, the outcomes are printed as they arrive.
    var parallel = 1

    /// Returns the first status that is not success.
    func run() -> ExitStatus {
        var lanes: [Lane] = []
        do { return try deliver(to: .here, &lanes) } catch { return .reporting(error, of: lanes.map(\.id)) }
    }

    private func deliver(to address: SocketDirectory, _ lanes: inout [Lane]) throws(ClientError) -> ExitStatus {
        Interruption.begin(at: address)
        let input = InputLines()
        var source = urls.lazy.flatMap { $0 == "-" ? AnySequence(input.lazy.filter(Self.isURL)) : AnySequence([$0]) }
            .makeIterator()
        var status = ExitStatus.success
        var isUnknown = false
        defer { if isUnknown { MissingRoute.report(url: urls.count == 1 ? urls[0] : nil) } }
        while true {
            while lanes.count < parallel, let url = source.next() {
                lanes.append(try Lane(address))
                try lanes[lanes.count - 1].send(url)
            }
            guard let first = lanes.first else { return status }
            let ready = lanes.count == 1 ? 0 : try first.client.wait(for: lanes.map { $0.client.descriptor })
            guard let index = ready else { continue }
            let outcome = try lanes[index].receive()
            Shell.print(json: outcome)
            OpenURL.reportLostCallback(of: outcome)
            isUnknown = isUnknown || DispatchParameters.hasNoRoute(outcome)
            if status == .success { status = ExitStatus(of: outcome) }
            if let url = source.next() { try lanes[index].send(url) } else { lanes.remove(at: index) }
        }
    }

    /// Whether a line of a file is neither blank nor a comment.
    private static func isURL(_ line: String) -> Bool {
        let first = line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return first.map { $0 != UInt8(ascii: "#") } ?? false
    }

    /// A connection with one running URL.
    private final class Lane {
        private let address: SocketDirectory
        private(set) var client: DaemonClient
        private(set) var id = ""

        init(_ address: SocketDirectory) throws(ClientError) {
            self.address = address
            client = try DaemonClient(to: address, door: address.door)
        }

        func send(_ url: String) throws(ClientError) {
            id = RandomToken.make()
            Interruption.cancels(id)
            try client.send(DispatchMethod.name) { printer in
                DispatchParameters.printParameters(url: url, id: id, to: address, into: &printer)
            }
        }

        func receive() throws(ClientError) -> QueryValue {
            defer { Interruption.forget(id) }
            return try client.receive()
        }
    }
}
