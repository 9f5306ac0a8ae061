import DispatcherClient
import DispatcherMessages
import QueryCoding

/// Has the daemon run URLs, and prints each outcome as a line of JSON, or in several lines on a terminal.
struct SendURLs {
    /// The URLs; `-` means the URLs in the lines of standard input.
    let urls: [String]
    /// The maximum number of URLs that run at once; above 1, the outcomes are printed as they arrive.
    var parallel = 1

    /// Returns the first status that is not success.
    /// - Parameter address: The daemon's address; evaluated here, so that its errors are printed here.
    func run(at address: @autoclosure () throws -> SocketDirectory = try .here) -> ExitStatus {
        do { return try deliver(to: try address()) } catch { return .reporting(error) }
    }

    private func deliver(to address: SocketDirectory) throws(ClientError) -> ExitStatus {
        Interruption.begin(at: address)
        var source = URLSource(urls)
        var status = ExitStatus.success
        var lanes: [Lane] = []
        var isUnknown = false
        defer { if isUnknown { MissingRoute.report(at: address, url: urls.count == 1 ? urls[0] : nil) } }
        while true {
            while lanes.count < parallel, let url = source.next() {
                let lane = try Lane(address)
                lanes.append(lane)
                try lane.send(url)
            }
            guard let index = try Self.readyLane(lanes) else { return status }
            let outcome = try lanes[index].receive()
            Shell.print(json: outcome)
            OpenURL.reportLostCallback(of: outcome)
            isUnknown = isUnknown || DispatchParameters.hasNoRoute(outcome)
            if status == .success { status = DispatchParameters.exitStatus(of: outcome) }
            if let url = source.next() { try lanes[index].send(url) } else { lanes.remove(at: index) }
        }
    }

    /// Waits for a reply, and returns the index of its lane; nil if there is no lane.
    private static func readyLane(_ lanes: [Lane]) throws(ClientError) -> Int? {
        guard lanes.count > 1 else { return lanes.isEmpty ? nil : 0 }
        do throws(ClientError) {
            return try lanes[0].client.wait(for: lanes.map { $0.client.descriptor })
        } catch {
            for lane in lanes { _ = lane.lost(error) }
            throw error
        }
    }

    /// A connection with one running URL.
    private final class Lane {
        private let address: SocketDirectory
        private(set) var client: DaemonClient
        private var id = ""

        init(_ address: SocketDirectory) throws(ClientError) {
            self.address = address
            client = try DaemonClient(to: address, door: address.door)
        }

        func send(_ url: String) throws(ClientError) {
            id = DispatchParameters.makeID()
            Interruption.cancels(id)
            do {
                try client.send(DispatchMethod.name) { printer in
                    DispatchParameters.printParameters(url: url, id: id, to: address, into: &printer)
                }
            } catch {
                throw lost(error)
            }
        }

        func receive() throws(ClientError) -> QueryValue {
            defer { Interruption.forget(id) }
            do {
                return try client.receive()
            } catch {
                throw lost(error)
            }
        }

        func lost(_ error: ClientError) -> ClientError {
            if error.exitStatus == .connectionLost { Shell.report("the request has the id \(id)") }
            return error
        }
    }
}

/// Reads the URLs of a command line one at a time; `-` means the lines of standard input that are neither blank nor a
/// comment.
private struct URLSource {
    private var arguments: ArraySlice<String>
    private var input = InputLines()
    private var readsInput = false

    init(_ arguments: [String]) { self.arguments = arguments[...] }

    mutating func next() -> String? {
        while true {
            if readsInput {
                while let line = input.next() {
                    if Self.isURL(line) { return line }
                }
                readsInput = false
            }
            guard let argument = arguments.popFirst() else { return nil }
            guard argument == "-" else { return argument }
            readsInput = true
        }
    }

    /// Whether a line of a file is neither blank nor a comment.
    private static func isURL(_ line: String) -> Bool {
        let first = line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return first.map { $0 != UInt8(ascii: "#") } ?? false
    }
}
