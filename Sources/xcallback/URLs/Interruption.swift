import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// Ctrl-C while this program waits for requests: the daemon cancels them before the program ends.
enum Interruption {
    private struct State: Sendable {
        /// The ids of the requests that this program alone waits for.
        var ids: [String] = []
        /// Polls as readable once Ctrl-C has come. Nobody reads it, so that both threads see the same: a connection can
        /// break because the same Ctrl-C has ended its ssh.
        var arrival: CInt = -1
    }

    private static let state = WaitingLock(State())
    private static let thread = WorkThread("interrupt")
    /// How long the daemon may take to cancel a request, in milliseconds.
    private static let patience: Int32 = 3000

    /// Waits for Ctrl-C from now on. It does nothing where there is no control socket to cancel by, and in a background job
    /// of a script, which ignores Ctrl-C.
    static func begin(at address: DaemonAddress) {
        guard address.door == .control, !isIgnored, let arrival = Signals.descriptor(of: SIGINT)?.release() else {
            return
        }
        state.withLock { $0.arrival = arrival }
        let isWaiting = thread.run {
            while !hasCome(within: -1) {}
            // A second one ends the program at once.
            signal(SIGINT, SIG_DFL)
            cancelAll(at: address)
            kill(getpid(), SIGINT)
        }
        if !isWaiting { signal(SIGINT, SIG_DFL) }
    }

    /// Whether Ctrl-C comes within so many milliseconds; a negative number is no limit.
    private static func hasCome(within milliseconds: CInt) -> Bool {
        var poll = pollfd(fd: state.withLock { $0.arrival }, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, milliseconds) > 0
    }

    /// Whether whoever started this program had it ignore Ctrl-C.
    private static var isIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGINT, nil, &action) == 0 else { return true }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// This program waits for a request.
    static func cancels(_ id: String) { state.withLock { $0.ids.append(id) } }

    /// It does not wait for the request any more. Once Ctrl-C has come, this does not return: the program ends by it.
    static func forget(_ id: String) {
        while hasCome(within: 0) { pause() }
        state.withLock { state in state.ids.removeAll { $0 == id } }
    }

    private static func cancelAll(at address: DaemonAddress) {
        for id in state.withLock({ $0.ids }) {
            do throws(ClientError) {
                var client = try DaemonClient(to: address, door: .control)
                _ = try client.call(CancelMethod.self, milliseconds: patience) { $0.id = id }
            } catch {
                // A request that has ended meanwhile needs no cancel; without a daemon there is none.
            }
        }
    }
}
