public import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
public import XCallbackURL

/// The options of every command that talks to the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(help: "Folder of the daemon's sockets; default: $XDG_RUNTIME_DIR/xcallbackd.", completion: .directory)
    var socketDirectory: String?

    /// Calls a method on the control socket. Throws the exit status after printing an error.
    /// - Parameters:
    ///   - milliseconds: The longest wait, after which the daemon counts as hanging; nil for no limit.
    ///   - fill: Sets the parameters.
    func call<M: Method>(
        _ method: M.Type, milliseconds: Int32? = nil, _ fill: (inout M.Parameters) -> Void = { _ in }
    ) throws -> DaemonClient.Answer<M.Result> {
        do {
            var client = try DaemonClient(to: address, door: .control)
            return try client.call(method, milliseconds: milliseconds, fill)
        } catch {
            let failure = Shell.failure(error)
            if let address = try? address { MissingRoute.report(at: address, after: error) }
            throw failure
        }
    }

    var address: SocketDirectory {
        get throws(SocketDirectoryError) {
            try SocketDirectory(override: socketDirectory, variable: Shell.variable)
        }
    }
}

extension CallbackKind: ExpressibleByArgument {}

extension Door: ExpressibleByArgument {}

extension Scheme: ExpressibleByArgument {
    /// Accepts a scheme with its colon too.
    public init?(argument: String) { self.init(argument.last == ":" ? String(argument.dropLast()) : argument) }
}
