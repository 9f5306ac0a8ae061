import Foundation
import Glibc
import RequestRecord
import TestSupport

/// A session bus of a test's own. The bus starts the services of its sandbox only, with the variables of the sandbox.
final class SessionBus: Sendable {
    let address: String
    private let daemon: Child

    /// Why there can be none here; nil if there can.
    static let absence: String? = {
        guard has("dbus-daemon"), has("busctl"), has("gdbus") else { return "needs dbus-daemon, busctl and gdbus" }
        let probe = try? run(python, ["-c", "from gi.repository import Gio"], ["PATH": "/usr/bin:/bin"])
        return probe?.status == 0 ? nil : "needs python3-gi"
    }()

    /// The Python of the system, which has its packages.
    static let python = "/usr/bin/python3"

    /// - Parameter variables: Those of the programs that it starts, besides the sandbox's.
    init(_ sandbox: Sandbox, _ variables: [String: String] = [:]) throws {
        let pipe = try ChildPipe()
        daemon = try Child(
            find("dbus-daemon", sandbox.environment),
            ["--config-file=\(sandbox.writeBusConfiguration())", "--nofork", "--nopidfile", "--print-address=1"],
            sandbox.environment.merging(variables) { $1 }, output: pipe.writing)
        pipe.closeWriting()
        address = pipe.read(line: true).trimmingCharacters(in: .newlines)
        guard !address.isEmpty else { throw Failure("no session bus") }
    }

    /// The variables of a program in the session.
    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }
}

/// An app that the bus starts. It writes `activation-token|desktop-startup-id|URL` of each call into a named pipe.
final class BusApp: Sendable {
    static let name = "org.example.Pa-per"
    private let pipe: NamedPipe

    /// - Parameters:
    ///   - isActivatable: Whether its .desktop entry says that the bus starts it.
    ///   - answers: The Python expression of its answer to the call.
    init(
        _ sandbox: Sandbox, scheme: String, isActivatable: Bool = true, answers: String = "inv.return_value(None)"
    ) throws {
        pipe = try NamedPipe("\(sandbox.path)/\(scheme).pipe")
        try sandbox.write(
            """
            from gi.repository import Gio, GLib
            XML = '''<node><interface name="org.freedesktop.Application"><method name="Open">
            <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method></interface></node>'''
            def call(conn, sender, path, interface, method, parameters, inv):
                urls, data = parameters.unpack()
                line = '|'.join([data.get('activation-token', ''), data.get('desktop-startup-id', '')] + urls)
                \(answers)
                open('\(pipe.path)', 'w').write(line + chr(10))
            def own(conn, name):
                conn.register_object('/org/example/Pa_per', Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], call)
            Gio.bus_own_name(Gio.BusType.SESSION, '\(Self.name)', 0, own, None, None)
            GLib.MainLoop().run()
            """, to: "paper.py")
        try sandbox.addBusService(Self.name, "\(SessionBus.python) \(sandbox.path)/paper.py")
        try sandbox.write(
            """
            [Desktop Entry]
            Type=Application
            Name=Paper
            Exec=/bin/false %u
            DBusActivatable=\(isActivatable)
            MimeType=x-scheme-handler/\(scheme);

            """, to: "data/applications/\(Self.name).desktop")
        try run("update-desktop-database", ["\(sandbox.path)/data/applications"], sandbox.environment)
    }

    /// The next call; nil if none comes in time.
    func next() -> String? { pipe.line() }
}
