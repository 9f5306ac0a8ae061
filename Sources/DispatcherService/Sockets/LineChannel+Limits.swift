import DispatcherConfiguration
import DispatcherMessages
import NIOCore
import RequestRecord

extension LineChannel {
    struct Limits: Sendable {
        var line: Int
        /// The longest line of a worker, whose answers contain output.
        var answer: Int
        /// The number of unanswered JSON-RPC requests of a connection at which reading pauses. With the default limits
        /// the daemon accepts fewer requests, and refuses the others before reading pauses.
        var calls = 2000
        /// The time in which a line that has begun must end.
        var lineDeadline = TimeAmount.seconds(5)
        /// The longest URL that the event loop reads itself. A longer URL is read on another thread.
        var shortLine = 16 << 10
        /// The lines that the event loop answers before it serves other connections.
        var linesAtOnce = 64
        /// The bytes of lines and replies that the event loop handles before it serves other connections.
        var bytesAtOnce = 32 << 10
        /// The time that a connection waits meanwhile. A task that is due at once would run before the loop checks its
        /// sockets.
        var rest = TimeAmount.microseconds(50)
        /// The time for which a connection still reads when the service stops.
        var lastLook = TimeAmount.milliseconds(50)
        /// The time for which a peer may leave its replies unread.
        var stallDeadline = TimeAmount.seconds(60)
        /// The time after which an inactive connection is closed; nil for no limit. The connection may last twice as
        /// long.
        var idlePeriod: TimeAmount?

        /// The limits of a connection on a socket, under these settings.
        init(_ limits: Settings.Limits, door: Door) {
            // The control socket has workers, and scripts that wait for their next line; an agent stays for hours.
            if door == .desktop { idlePeriod = .seconds(60) }
            line = door.isTrusted ? limits.line : min(limits.line, Door.untrustedLine)
            // An answer is the output and the message around it.
            answer = max(line, limits.output + 4096)
        }
    }

    /// The event that makes a connection finish its requests and close. The registry fires the event into the pipeline.
    struct Drain: Sendable {
        /// Whether workers close too. Workers serve the accepted requests until no request is left.
        var endsWorkers = false
    }
}
