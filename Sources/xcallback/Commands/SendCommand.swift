import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding

/// `xcallback send URL…`
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Run URLs and print each outcome as a line of JSON.",
        discussion: """
            The exit status is the first one that is not 0.

            Example:
              xcallback send --parallel 4 - < urls.txt
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(
        help:
            "Maximum number of URLs to run at once, 1 to 256; prints the outcomes as they arrive. With --host each needs a login."
    )
    var parallel = 1

    @Argument(help: "URLs, or '-' to read them from the lines of standard input.")
    var urls: [String]

    func validate() throws {
        guard (1...256).contains(parallel) else { throw ValidationError("--parallel takes 1 to 256") }
    }

    func run() throws {
        let address: DaemonAddress
        do { address = try daemon.address } catch { throw XCallbackCommand.failure(error) }
        var source = URLSource(urls)
        var status = ExitStatus.success
        var lanes: [Lane] = []
        while true {
            while lanes.count < parallel, let url = source.next() {
                do {
                    lanes.append(try Lane(address))
                    try lanes[lanes.count - 1].send(url)
                } catch {
                    throw XCallbackCommand.failure(error)
                }
            }
            guard let index = Self.readyLane(lanes) else { break }
            let outcome = try lanes[index].receive()
            Shell.print(outcome.json)
            if status == .success { status = Dispatch.exitStatus(of: outcome) }
            if let url = source.next() { try lanes[index].send(url) } else { lanes.remove(at: index) }
        }
        try XCallbackCommand.exit(status)
    }

    /// Waits for a reply, and returns the index of its lane; nil if there is no lane.
    private static func readyLane(_ lanes: [Lane]) -> Int? {
        guard lanes.count > 1 else { return lanes.isEmpty ? nil : 0 }
        var descriptors = lanes.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno == EINTR {}
        return descriptors.firstIndex { $0.revents != 0 }
    }

    /// A connection with one running URL.
    private final class Lane {
        private let address: DaemonAddress
        private var client: DaemonClient
        private var id = ""

        init(_ address: DaemonAddress) throws {
            self.address = address
            client = try DaemonClient(to: address, door: address.door)
        }

        var descriptor: CInt { client.descriptor }

        func send(_ url: String) throws {
            id = Dispatch.makeID()
            do {
                try client.send(.dispatch, Dispatch.parameters(url: url, id: id, to: address))
            } catch {
                throw lost(error)
            }
        }

        func receive() throws -> QueryValue {
            do {
                return try client.receive()
            } catch {
                throw lost(error)
            }
        }

        private func lost(_ error: ClientError) -> ExitCode {
            if error.exitStatus == .connectionLost { Shell.report("the request has the id \(id)") }
            return XCallbackCommand.failure(error)
        }
    }
}

/// Reads the URLs of a command line one at a time; `-` means the lines of standard input.
private struct URLSource {
    private var arguments: ArraySlice<String>
    private var input = InputLines()
    private var readsInput = false

    init(_ arguments: [String]) { self.arguments = arguments[...] }

    mutating func next() -> String? {
        while true {
            if readsInput {
                if let line = input.next() { return line }
                readsInput = false
            }
            guard let argument = arguments.popFirst() else { return nil }
            guard argument == "-" else { return argument }
            readsInput = true
        }
    }
}
