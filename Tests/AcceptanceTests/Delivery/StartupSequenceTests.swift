import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The desktop shows that an app starts, from a click until a window follows. If no window follows, we end that.
@Suite(.needs(programs: "python3"), .timeLimit(.minutes(2)))
struct StartupSequenceTests {
    private static let routes = """
        schemes: [s]
        routes:
          - {name: silent, path: /silent, desktop: allow, run: ["true"]}
          - {name: show, path: /show, desktop: allow, open: "otherapp://shown"}
          - {name: lost, path: /lost, desktop: allow, open: "nobody:lost"}
        """
    private let sandbox: Sandbox
    /// What reaches the display.
    private let heard: NamedPipe

    init() throws {
        sandbox = try Sandbox(Self.routes, as: "s")
        heard = try NamedPipe("\(sandbox.path)/heard")
    }

    private func click(
        _ url: QueryValue, _ token: QueryValue, _ daemon: RunningDaemon, door: Door = .desktop
    ) throws {
        let variables: QueryValue = ["XDG_ACTIVATION_TOKEN": token]
        _ = try daemon.answer("dispatch", ["url": url, "environment": variables], door: door)
    }

    /// Starts a program of Python that first says that it listens.
    private func listen(_ script: String, _ arguments: String..., environment: [String: String] = [:]) throws -> Child {
        let variables = sandbox.environment.merging(environment) { $1 }
        return try Child.printing(["python3", "-c", script, heard.path] + arguments, variables).child
    }

    /// As xfwm4 and Mutter listen: by the messages to the root window, after another client has made their names.
    private static let windowManager = """
        import ctypes, sys
        x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XDefaultRootWindow.restype = ctypes.c_ulong
        heard = open(sys.argv[1], "w")
        display = ctypes.c_void_p(x.XOpenDisplay(None))
        for name in [b"_NET_STARTUP_INFO_BEGIN", b"_NET_STARTUP_INFO"]: x.XInternAtom(display, name, 0)
        x.XSelectInput(display, ctypes.c_ulong(x.XDefaultRootWindow(display)), ctypes.c_long(1 << 22))
        x.XSync(display, 0)
        print("listens", flush=True)
        event, text = ctypes.create_string_buffer(192), b""
        while True:
            x.XNextEvent(display, event)
            # A ClientMessage of 20 bytes.
            if event.raw[0] != 33: continue
            text += event.raw[56:76]
            if 0 in text:
                print(text.split(b"\\0")[0].decode(), file=heard, flush=True)
                text = b""
        """

    /// A few bytes of Mutter: its registry, and the request by which a program without a window ends what is shown.
    private static let compositor = """
        import socket, struct, sys
        heard = open(sys.argv[1], "w")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[2])
        listener.listen()
        print("listens", flush=True)
        def string(text):
            text += b"\\0"
            return struct.pack("I", len(text)) + text + bytes(-len(text) % 4)
        def event(thing, code, body): client.sendall(struct.pack("II", thing, (8 + len(body)) << 16 | code) + body)
        def add(number, interface):
            assert number == len(things) + 1
            things[number] = interface
        while True:
            client, _ = listener.accept()
            things = {1: "display"}
            while head := client.recv(8, socket.MSG_WAITALL):
                thing, size = struct.unpack("II", head)
                body = client.recv((size >> 16) - 8, socket.MSG_WAITALL)
                match things[thing], size & 0xffff:
                    case "display", 1:
                        registry, = struct.unpack("I", body)
                        add(registry, "registry")
                        for name, interface in [(3, b"wl_compositor"), (17, b"gtk_shell1")]:
                            event(registry, 0, struct.pack("I", name) + string(interface) + struct.pack("I", 5))
                    case "display", 0:
                        number, = struct.unpack("I", body)
                        add(number, "callback")
                        event(1, 1, struct.pack("I", number))
                        event(number, 0, struct.pack("I", 0))
                    case "registry", 0:
                        assert body[:-8] == struct.pack("I", 17) + string(b"gtk_shell1")
                        version, number = struct.unpack("II", body[-8:])
                        assert version == 1
                        add(number, "shell")
                    case "shell", 1:
                        print("set_startup_id", body[4:].split(b"\\0")[0].decode(), file=heard, flush=True)
        """

    @Test(.needs(programs: "Xvfb", "xdg-open", "update-desktop-database"))
    func `on X11 it is ended at once, for a command after five seconds, and for an app by its window`() throws {
        let display = try VirtualDisplay(sandbox, asksForCookie: true)
        let manager = try listen(Self.windowManager, environment: display.variables)
        let app = try ReceivingApp(sandbox, scheme: "otherapp")
        // The user manager may still name the display of an earlier session.
        let daemon = try RunningDaemon(
            sandbox, environment: display.variables.merging(["WAYLAND_DISPLAY": "gone"]) { $1 })
        try click("s:///show", "shown", daemon)
        #expect(app.next() == "otherapp://shown")
        try click("s:///silent", "silent", daemon)
        try click("s:///lost", "lost", daemon)
        try click("s:///nowhere", #"no"w\here_TIME7"#, daemon)
        #expect(heard.line() == #"remove: ID="no\"w\\here_TIME7""#)
        #expect(Set([heard.line(), heard.line()]) == [#"remove: ID="silent""#, #"remove: ID="lost""#])
        #expect(heard.isQuiet && manager.isRunning)
    }

    @Test func `on Wayland Mutter ends it, but not for a script`() throws {
        let compositor = try listen(Self.compositor, "\(sandbox.path)/run/wayland-9")
        let daemon = try RunningDaemon(sandbox, environment: ["WAYLAND_DISPLAY": "wayland-9"])
        try click("s:///nowhere", "of-a-script", daemon, door: .control)
        try click("s:///nowhere", "clicked", daemon)
        #expect(heard.line() == "set_startup_id clicked")
        #expect(heard.isQuiet && compositor.isRunning)
    }

    @Test func `a click that reaches no daemon ends it itself`() throws {
        let compositor = try listen(Self.compositor, "\(sandbox.path)/run/wayland-9")
        let variables = ["WAYLAND_DISPLAY": "wayland-9", "DESKTOP_STARTUP_ID": "clicked"]
        let ended = try run(
            "\(Products.folder)/xcallback", ["open", "--from", "desktop", "--", "s:///silent"],
            sandbox.environment.merging(variables) { $1 })
        #expect(ended.status != 0)
        #expect(heard.line() == "set_startup_id clicked" && compositor.isRunning)
    }
}
