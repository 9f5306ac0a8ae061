import DispatcherConfiguration
import DispatcherMessages
import NIOCore

extension LineChannel {
    struct Limits: Sendable {
        var line: Int
        /// The longest line of a worker: its answers contain output.
        var answer: Int
        /// JSON-RPC requests under way before reading pauses: more than the daemon lets in, so that it answers first.
        var calls = 2000
        /// How long a line that was begun may take to end.
        var lineDeadline = TimeAmount.seconds(5)
        /// The longest URL that the event loop looks at itself. Any other is read on another thread.
        var shortLine = 16 << 10
        /// The lines that the event loop answers before it serves other connections.
        var linesAtOnce = 64
        /// The bytes of lines and replies that the event loop passes before it serves other connections.
        var bytesAtOnce = 32 << 10
        /// How long a connection waits meanwhile. A task that is due would run before the loop looks at its sockets.
        var rest = TimeAmount.microseconds(50)
        /// How long we read on when the service stops.
        var lastLook = TimeAmount.milliseconds(50)
        /// How long a peer may leave its replies unread.
        var stallDeadline = TimeAmount.seconds(60)
        /// After how long a connection is closed on which nothing happened; nil for never. It may last twice as long.
        var idlePeriod: TimeAmount?

        /// The longest line of the desktop socket.
        private static let desktopLine = 256 << 10

        /// The limits of a connection on a socket, under these settings.
        init(_ limits: Settings.Limits, door: Door) {
            // The control socket has workers, and scripts that wait for their next line.
            if door == .desktop { idlePeriod = .seconds(60) }
            line = door == .desktop ? min(limits.line, Self.desktopLine) : limits.line
            // An answer is the output and the message around it.
            answer = max(line, limits.output + 4096)
        }
    }

    /// Fired into the pipeline to make the connection finish its requests and close.
    struct Drain: Sendable {
        /// Whether workers close too. They serve the accepted requests until none is left.
        var endsWorkers = false
    }
}
