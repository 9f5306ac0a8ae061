package import DispatcherMessages
import Glibc
package import QueryCoding
import RequestRecord
package import UnixSystem
package import XCallbackURL

/// The reason why a call has no result.
package enum ClientError: Error, Sendable, Hashable, CustomStringConvertible {
    case unreachable(String, Int32)
    case notPermitted(String)
    /// The listening process belongs to another user.
    case otherUser(String, theirs: UInt32, ours: UInt32)
    /// The folder has only the desktop socket.
    case desktopOnly(String)
    /// This program was started for a request from the socket of this name, and may not use another one.
    case startedFor(String)
    case failed(SystemCallError)
    /// The connection broke after it had been established.
    case lost(Int32)
    case timedOut
    /// The daemon hangs. `pid` is its process; nil if the service manager started it.
    case unresponsive(String, pid: Int32?)
    /// The daemon refused the connection, and runs nothing that was sent on the connection.
    case turnedAway(OutcomeError)
    /// The daemon refused the call. A refused run has an outcome.
    case refused(code: Int, message: String, dataCode: Int?, outcome: QueryValue?)
    /// The daemon's reply cannot be read.
    case unreadable(String)

    package var exitStatus: ExitStatus {
        switch self {
        case .unreachable, .failed: .unreachable
        case .notPermitted, .otherUser, .desktopOnly, .startedFor: .notPermitted
        case .refused(RPCError.Code.unknownMethod.rawValue, _, _, _): .notPermitted
        // The command line has wrong parameters. If the reply has a code, the parameters are valid, but name something
        // that does not exist.
        case .refused(RPCError.Code.invalidParameters.rawValue, _, nil, _): .usage
        case .lost, .unresponsive: .connectionLost
        case .timedOut: .timedOut
        case .turnedAway(let error): error.code == StandardCode.refused.rawValue ? .notPermitted : .unreachable
        // No answer to a call can arrive: xcallback is not installed.
        case .refused(_, _, StandardCode.unavailable.rawValue?, _): .configuration
        case .refused, .unreadable: .errorOutcome
        }
    }

    /// Whether the daemon has no route of the name that the call gives.
    package var isUnknownRoute: Bool { namesNothing(.invalidParameters) }

    /// Whether the daemon knows no request of the id that the call gives.
    package var isUnknownRequest: Bool { namesNothing(.refused) }

    /// Whether the daemon refused the call with this code, because there is nothing of the name or id.
    private func namesNothing(_ code: RPCError.Code) -> Bool {
        if case .refused(code.rawValue, _, StandardCode.noRoute.rawValue?, _) = self { true } else { false }
    }

    /// Whether the daemon was reached, so that another attempt would end in the same way.
    package var isReply: Bool {
        switch self {
        case .turnedAway, .refused, .unreadable: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .unreachable, .unresponsive: "\(problem); \(remedy ?? "")"
        case .notPermitted(let path): "no permission to use the socket \(path)"
        case .otherUser(let path, let theirs, let ours):
            "the daemon at \(path) runs as uid \(theirs) and this process as uid \(ours); run as that user, in a container with "
                + "'podman run --userns=keep-id' or 'docker run --user \(theirs)'"
        case .desktopOnly(let path): "only the desktop socket is at \(path): it accepts URLs and nothing else"
        case .failed(let error): error.description
        case .lost(let code): "the connection to the daemon was lost: \(Self.text(code))"
        case .timedOut: "the daemon did not reply in time"
        case .startedFor(let door):
            "this program was started for a request from the \(door) socket (XCALLBACK_DOOR=\(door)), and may "
                + (door == Door.agent.rawValue ? "run routes by " : "send URLs to ")
                + "that socket only; in a terminal of your own, run 'unset XCALLBACK_DOOR XCALLBACK_DEPTH XCALLBACK_ID' first"
        case .turnedAway(let error): "refused: \(error.message)"
        case .refused(RPCError.Code.refused.rawValue, let message, let code?, _): "error \(code): \(message)"
        case .refused(_, let message, _, _): message
        case .unreadable(let problem): "cannot read the daemon's reply: \(problem)"
        }
    }

    /// The commands that start the daemon, with `systemctl` if the user manager of systemd runs. The manager starts a daemon
    /// that has crashed too often, and its sockets, only after `reset-failed`.
    package static var starter: String {
        let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return access("\(folder)/systemd/private", F_OK) == 0
            ? "'systemctl --user reset-failed; systemctl --user start xcallbackd' or 'xcallbackd &'" : "'xcallbackd &'"
    }

    /// The commands that start the daemon, or replace a daemon that hangs; nil for another error.
    package var remedy: String? {
        switch self {
        // The folder above the folder of the sockets was given.
        case .unreachable(let path, _) where access("\(Directory.parent(of: path))/xcallbackd/control.sock", F_OK) == 0:
            "its sockets are in \(Directory.parent(of: path))/xcallbackd: name that folder"
        case .unreachable: "start it with \(Self.starter)"
        case .unresponsive(_, nil): "restart it with 'systemctl --user restart xcallbackd'"
        case .unresponsive(_, let pid?): "end it with 'kill -KILL \(pid)', then start it with \(Self.starter)"
        default: nil
        }
    }

    /// The description without the remedy.
    package var problem: String {
        switch self {
        case .unreachable(let path, let code): "no daemon at \(path): \(Self.text(code))"
        case .unresponsive(let path, _): "the daemon at \(path) does not answer"
        default: description
        }
    }

    private static func text(_ code: Int32) -> String { code == 0 ? "end of stream" : SystemCallError.reason(code) }
}
