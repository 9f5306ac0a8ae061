package import DispatcherMessages

extension ExitStatus {
    /// The status in a few words.
    package var brief: String { String(example.text.prefix { $0 != ":" }) }

    /// The status in a sentence.
    package var meaning: String { String(example.text.dropFirst(brief.count + 2)) }

    /// Both texts, and a command that ends with the status.
    package var example: ManualExample { ManualExample(Int(rawValue), in: Self.manual) }

    /// Each status in a few words and in a sentence, the route that its example needs, and the command.
    private static let manual = """
        0 success: Success.
          xcallback send demo:///hi
        1 error outcome: The outcome is an error, whatever its code.
          xcallback send demo:///nothing
        2 cancelled: The request was cancelled.
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
          xcallback send demo:///cancel
        64 usage: The command line is wrong.
          xcallback send
        69 daemon not reachable: No daemon answers, or it has too many connections.
          xcallback send --socket-directory /nonexistent demo:///hi
        75 connection lost after sending, or no answer: The connection was lost after sending, or the daemon hangs. \
        The id of the request is printed.
          - {name: kill, path: /kill, run: [sh, -c, 'kill -KILL "$$PPID"']}
          xcallback send demo:///kill
        77 not permitted: The program may not use the socket, or not for this.
          XCALLBACK_DOOR=desktop xcallback status
        78 configuration: The configuration is wrong.
          xcallback check /nonexistent.yaml
        124 timed out: The time limit of --timeout expired.
          - {name: slow, path: /slow, run: [sleep, "9"]}
          xcallback call --timeout 100ms demo:///slow
        """
}
