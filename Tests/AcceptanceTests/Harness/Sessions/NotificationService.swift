import QueryCoding

/// The notification service of a session bus, which the bus starts. It writes down what the real notify-send(1) sends to it.
final class NotificationService: Sendable {
    private let pipe: NamedPipe

    init(_ sandbox: Sandbox) throws {
        pipe = try NamedPipe("\(sandbox.path)/notifications")
        try sandbox.write(
            """
            import json
            from gi.repository import Gio, GLib
            XML = '''<node><interface name="org.freedesktop.Notifications">
            <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
            <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
            <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
            <arg type="u" direction="out"/></method>
            <method name="GetCapabilities"><arg type="as" direction="out"/></method>
            <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
            <arg type="s" direction="out"/><arg type="s" direction="out"/></method></interface></node>'''
            def call(conn, sender, path, interface, method, parameters, inv):
                if method == 'GetCapabilities':
                    return inv.return_value(GLib.Variant('(as)', (['body', 'body-markup'],)))
                if method == 'GetServerInformation':
                    return inv.return_value(GLib.Variant('(ssss)', ('stub', 'stub', '1', '1.2')))
                app, _, _, title, body, *_ = parameters.unpack()
                inv.return_value(GLib.Variant('(u)', (1,)))
                open('\(pipe.path)', 'w').write(json.dumps([app, title, body]) + chr(10))
            def own(conn, name):
                conn.register_object(
                    '/org/freedesktop/Notifications', Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], call)
            Gio.bus_own_name(Gio.BusType.SESSION, 'org.freedesktop.Notifications', 0, own, None, None)
            GLib.MainLoop().run()
            """, to: "notifications.py")
        try sandbox.addBusService(
            "org.freedesktop.Notifications", "\(SessionBus.python) \(sandbox.path)/notifications.py")
    }

    /// The app, the title and the body of the next notification.
    func next() throws -> QueryValue? {
        try pipe.line().map { try JSONParser.parse(Array($0.utf8), depthLimit: 4) }
    }
}
