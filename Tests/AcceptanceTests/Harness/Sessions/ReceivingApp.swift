import Foundation
import Glibc
import RequestRecord
import TestSupport

/// An app with a real .desktop entry: it writes its URL into a FIFO, so that a test waits for the
/// event itself.
final class ReceivingApp: Sendable {
    private let descriptor: CInt

    /// Registers the app for a scheme in the sandbox's home.
    /// - Parameters:
    ///   - tellsToken: Whether it writes its activation token before the URL, as it is in both variables.
    ///   - thenWaits: Whether it writes its process id too and stays, as an app with a window does.
    init(_ sandbox: Sandbox, scheme: String, tellsToken: Bool = false, thenWaits: Bool = false) throws {
        let fifo = "\(sandbox.path)/\(scheme).fifo"
        guard mkfifo(fifo, 0o600) == 0 else { throw Failure("mkfifo \(fifo)") }
        // Open for both: the app's write never waits for us.
        descriptor = open(fifo, O_RDWR | O_CLOEXEC)
        try sandbox.registerApp(
            scheme: scheme,
            "#!/bin/sh\n"
                + (tellsToken ? "set -- \"$XDG_ACTIVATION_TOKEN|$DESKTOP_STARTUP_ID|$1\"\n" : "")
                + "printf '%s\\n' \"$@\" > '\(fifo)'\n"
                + (thenWaits ? "printf '%s\\n' \"$$\" > '\(fifo)'\nexec sleep 600\n" : ""))
    }

    deinit { close(descriptor) }

    /// Waits for the next URL that the app is opened with; nil if none comes for half a minute.
    func next() -> String? {
        var line: [UInt8] = []
        while isReady(milliseconds: 30_000) {
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }

    /// Whether nothing more has come.
    var isQuiet: Bool { !isReady(milliseconds: 0) }

    private func isReady(milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) == 1
    }
}
