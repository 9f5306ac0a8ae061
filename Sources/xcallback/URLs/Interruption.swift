import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem

/// Ctrl-C while this program waits for requests: the daemon cancels them before the program ends.
enum Interruption {
    private struct State: Sendable {
        /// The ids of the requests that this program alone waits for.
        var ids: [String] = []
        /// A descriptor that polls as readable once Ctrl-C has come. No thread reads from the descriptor, so that both
        /// threads see the Ctrl-C: a connection can break because the same Ctrl-C has ended its ssh.
        var arrival: CInt = -1
    }

    private static let state = Lock(State())
    private static let thread = WorkThread("interrupt")
    /// How long the daemon may take to cancel a request, in milliseconds.
    private static let patience: Int32 = 3000
    /// How often an unknown request is cancelled.
    private static let attempts = 10

    /// Waits for Ctrl-C from now on. Does nothing without a control socket, which a cancel needs, and in a background
    /// job of a script, which ignores Ctrl-C.
    static func begin(at address: SocketDirectory) {
        guard address.door == .control, !isIgnored, let arrival = Signals.descriptor(of: SIGINT)?.release() else {
            return
        }
        state.withLock { $0.arrival = arrival }
        let isWaiting = thread.run {
            while !waitUntilReadable(arrival, milliseconds: -1) {}
            // A second Ctrl-C ends the program at once.
            signal(SIGINT, SIG_DFL)
            cancelAll()
            kill(getpid(), SIGINT)
        }
        if !isWaiting { signal(SIGINT, SIG_DFL) }
    }

    /// Whether the program that started this one made it ignore Ctrl-C.
    private static var isIgnored: Bool {
        var action = sigaction()
        guard sigaction(SIGINT, nil, &action) == 0 else { return true }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Adds a request that this program is about to send and waits for, and that Ctrl-C cancels. Once Ctrl-C has come, this
    /// function does not return: the program ends by Ctrl-C.
    static func cancels(_ id: String) {
        let isAdded = state.withLock { state in
            guard !waitUntilReadable(state.arrival, milliseconds: 0) else { return false }
            state.ids.append(id)
            return true
        }
        while !isAdded { pause() }
    }

    /// Removes a request that this program no longer waits for. Once Ctrl-C has come, this function does not return:
    /// the program ends by Ctrl-C.
    static func forget(_ id: String) {
        while waitUntilReadable(state.withLock { $0.arrival }, milliseconds: 0) { pause() }
        state.withLock { state in state.ids.removeAll { $0 == id } }
    }

    /// Returns whether the daemon knows the request, or does not answer.
    private static func cancel(_ id: String) -> Bool {
        do {
            _ = try Daemon.call(CancelMethod.self, milliseconds: patience) { $0.id = id }
            return true
        } catch {
            // A request that has ended meanwhile needs no cancel; without a daemon there is no request.
            return (error as? ClientError)?.isUnknownRequest != true
        }
    }

    private static func cancelAll() {
        for id in state.withLock({ $0.ids }) {
            // The request may not have been sent, and it comes by another connection.
            var rest = attempts
            while !cancel(id), rest > 0 {
                usleep(50_000)
                rest -= 1
            }
        }
    }
}
