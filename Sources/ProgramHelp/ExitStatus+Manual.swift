package import DispatcherMessages

extension ExitStatus {
    /// The status in a few words.
    package var brief: String {
        switch self {
        case .success: "success"
        case .errorOutcome: "error outcome"
        case .cancelled: "cancelled"
        case .usage: "usage"
        case .unreachable: "daemon not reachable"
        case .connectionLost: "connection lost after sending, or no answer"
        case .notPermitted: "not permitted"
        case .configuration: "configuration"
        case .timedOut: "timed out"
        }
    }

    /// The status in a sentence.
    package var meaning: String {
        switch self {
        case .success: "Success."
        case .errorOutcome: "The outcome is an error, whatever its code."
        case .cancelled: "The request was cancelled."
        case .usage: "The command line is wrong."
        case .unreachable: "No daemon answers, or it has too many connections."
        case .connectionLost:
            "The connection was lost after sending, or the daemon hangs. The id of the request is printed."
        case .notPermitted: "The program may not use the socket, or not for this."
        case .configuration: "The configuration is wrong."
        case .timedOut: "The time limit of --timeout expired."
        }
    }

    /// A command that ends with the status.
    package var example: ManualExample {
        switch self {
        case .success: ManualExample("xcallback send demo:///hi")
        case .errorOutcome: ManualExample("xcallback send demo:///nothing")
        case .cancelled:
            ManualExample(
                "xcallback send demo:///cancel", route: "{name: cancel, path: /cancel, run: [sh, -c, \"exit 130\"]}")
        case .usage: ManualExample("xcallback send")
        case .unreachable: ManualExample("xcallback send --socket-directory /nonexistent demo:///hi")
        case .connectionLost:
            ManualExample(
                "xcallback send demo:///kill",
                route: "{name: kill, path: /kill, run: [sh, -c, 'kill -KILL \"$$PPID\"']}")
        case .notPermitted: ManualExample("XCALLBACK_DOOR=desktop xcallback status")
        case .configuration: ManualExample("xcallback check /nonexistent.yaml")
        case .timedOut:
            ManualExample(
                "xcallback call --timeout 100ms demo:///slow", route: "{name: slow, path: /slow, run: [sleep, \"9\"]}")
        }
    }
}
