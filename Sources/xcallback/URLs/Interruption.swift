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
        var isInterrupted = false
    }

    private static let state = WaitingLock(State())
    private static let thread = WorkThread("interrupt")
    /// How long the daemon may take to cancel a request.
    private static let patience: Int32 = 3000

    /// Waits for Ctrl-C from now on. It does nothing where there is no control socket of this machine to cancel by, and in
    /// a background job of a script, which ignores Ctrl-C.
    static func begin(at address: DaemonAddress) {
        guard case .local = address, address.door == .control, !isIgnored else { return }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        // Blocked in every thread, so that the one that waits gets it.
        guard pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { return }
        let isWaiting = thread.run {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGINT)
            var number: CInt = 0
            guard sigwait(&signals, &number) == 0 else { return }
            // A second one ends the program at once.
            signal(SIGINT, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            cancelAll(at: address)
            kill(getpid(), SIGINT)
        }
        if !isWaiting { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
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

    /// It has the reply to a request. Once Ctrl-C has come, this does not return: the program ends by it.
    static func forget(_ id: String) {
        let isInterrupted = state.withLock { state in
            state.ids.removeAll { $0 == id }
            return state.isInterrupted
        }
        while isInterrupted { pause() }
    }

    private static func cancelAll(at address: DaemonAddress) {
        let ids = state.withLock { state in
            state.isInterrupted = true
            return state.ids
        }
        for id in ids {
            do throws(ClientError) {
                var client = try DaemonClient(to: address, door: .control)
                _ = try client.call(.cancel, .record([(ParameterName.id, .string(id))]), milliseconds: patience)
            } catch {
                // A request that has ended meanwhile needs no cancel; without a daemon there is none.
            }
        }
    }
}
