/// An app with a real .desktop entry: it writes its URL into a FIFO, so that a test waits for the
/// event itself.
final class ReceivingApp: Sendable {
    private let pipe: NamedPipe

    /// Registers the app for a scheme in the sandbox's home.
    /// - Parameters:
    ///   - tellsToken: Whether it writes its activation token before the URL, as it is in both variables.
    ///   - thenWaits: Whether it writes its process id too and stays, as an app with a window does.
    init(_ sandbox: Sandbox, scheme: String, tellsToken: Bool = false, thenWaits: Bool = false) throws {
        pipe = try NamedPipe("\(sandbox.path)/\(scheme).fifo")
        try sandbox.registerApp(
            scheme: scheme,
            "#!/bin/sh\n"
                + (tellsToken ? "set -- \"$XDG_ACTIVATION_TOKEN|$DESKTOP_STARTUP_ID|$1\"\n" : "")
                + "printf '%s\\n' \"$@\" > '\(pipe.path)'\n"
                + (thenWaits ? "printf '%s\\n' \"$$\" > '\(pipe.path)'\nexec sleep 600\n" : ""))
    }

    /// Waits for the next URL that the app is opened with; nil if none comes for half a minute.
    func next() -> String? { pipe.line() }

    /// Whether nothing more has come.
    var isQuiet: Bool { pipe.isQuiet }
}
