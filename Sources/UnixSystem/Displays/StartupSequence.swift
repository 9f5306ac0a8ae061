/// The sign by which a desktop shows that an app starts after a click, such as a busy cursor. The sign stays for 15 to 30
/// seconds, unless the first window of the app ends it. A program without a window has to end it itself.
package enum StartupSequence {
    /// Ends the sequence of an activation token. A server that does not know the token ignores that. Blocks for at most a
    /// second.
    ///
    /// GTK and KIO begin a sequence if the .desktop entry has `StartupNotify=true`. On X11 the window manager shows it, and
    /// libsn, by which xfwm4, Mutter and Openbox listen, accepts its end from any client: Qt and Wine send it from windows of
    /// their own. On Wayland only Mutter shows it for long, and ends it at a request of `gtk_shell1` (set_startup_id in
    /// meta-wayland-gtk-shell.c), also a sequence that began on X11. KWin ends its feedback by itself after five seconds
    /// (klaunchrc), and wlroots has none.
    /// - Parameter environment: The variables of the session. With both displays, Wayland's is the user's if its server runs.
    package static func end(_ token: String, in environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let folder = environment["XDG_RUNTIME_DIR"]
        if let display = value("WAYLAND_DISPLAY"),
            let server = DisplayConnection(to: DisplayServer.waylandPath(display, runtimeFolder: folder))
        {
            endOnWayland(token, server)
        } else if let number = value("DISPLAY").flatMap({ DisplayServer.localNumber($0[...]) }) {
            let file = value("XAUTHORITY") ?? "\(environment["HOME"] ?? "")/.Xauthority"
            let authority = (try? FileContents.read(file, limit: 1 << 20)) ?? []
            if let server = DisplayServer.connect(toLocal: number) {
                endOnX11(token, server, cookie: cookie(of: number, in: authority) ?? [])
            }
        }
    }

    /// Speaks the protocol of Wayland: each message has the number of an object, its size and the number of a request or
    /// event.
    private static func endOnWayland(_ token: String, _ server: DisplayConnection) {
        func request(_ object: UInt32, _ code: UInt32, _ body: [UInt8]) -> [UInt8] {
            bytes(object, UInt32(8 + body.count) << 16 | code) + body
        }
        func string(_ text: String) -> [UInt8] {
            let text = Array(text.utf8) + [0]
            return bytes(UInt32(text.count)) + padded(text)
        }
        // A client numbers its objects without a gap: the answer to the first `sync` is 3.
        let (display, registry, shell): (UInt32, UInt32, UInt32) = (1, 2, 4)
        /// Awaits the answer to a request by `sync` of an object with that number, and calls the body for the events before it.
        func synchronize(_ answer: UInt32, _ event: (UInt32, [UInt8]) -> Void = { _, _ in }) -> Bool {
            guard server.send(request(display, 0, bytes(answer))) else { return false }
            while let head = server.receive(8), case let size = Int(number(head, at: 4) >> 16), size >= 8,
                let body = server.receive(size - 8)
            {
                let (object, code) = (number(head, at: 0), number(head, at: 4) & 0xffff)
                if object == answer { return true }
                // The event "error".
                if object == display, code == 0 { return false }
                event(object, body)
            }
            return false
        }
        var name: UInt32?
        guard server.send(request(display, 1, bytes(registry))) else { return }
        let isListed = synchronize(3) { object, body in
            // The event "global": its name, its interface and the version.
            guard object == registry, body.dropFirst(4).starts(with: string("gtk_shell1")) else { return }
            name = number(body, at: 0)
        }
        guard isListed, let name else { return }
        _ = server.send(request(registry, 0, bytes(name) + string("gtk_shell1") + bytes(1, shell)))
        _ = server.send(request(shell, 1, string(token)))
        // Mutter drops what it has not read when a client leaves.
        _ = synchronize(5)
    }

    /// Speaks the protocol of X11, with the numbers in little-endian order.
    private static func endOnX11(_ token: String, _ server: DisplayConnection, cookie: [UInt8]) {
        let name = cookie.isEmpty ? [] : cookieName
        let lengths = UInt32(name.count) | UInt32(cookie.count) << 16
        let greeting = [UInt8(ascii: "l"), 0, 11, 0, 0, 0] + bytes(lengths) + [0, 0]
        guard server.send(greeting + padded(name) + padded(cookie)), let head = server.receive(8), head[0] == 1,
            let setup = server.receive(Int(number(head, at: 4) >> 16) * 4), setup.count >= 32
        else { return }
        // The name of the vendor and the formats of pixels are before the first screen, which begins with its root window.
        let vendor = Int(number(setup, at: 16) & 0xffff)
        let screen = 32 + (vendor + 3) / 4 * 4 + 8 * Int(setup[21])
        guard setup.count >= screen + 4 else { return }
        let (root, window) = (number(setup, at: screen), number(setup, at: 4))
        /// Sends a request, and returns the answer, after events that go to every client.
        func answer(to request: [UInt8]) -> [UInt8]? {
            guard server.send(request) else { return nil }
            while let packet = server.receive(32), packet[0] != 0 { if packet[0] == 1 { return packet } }
            return nil
        }
        func atom(_ text: String) -> UInt32? {
            let name = padded(Array(text.utf8))
            let words = UInt32(2 + name.count / 4)
            // InternAtom makes no atom here: if there is none, nobody listens.
            return answer(to: bytes(16 | 1 << 8 | words << 16, UInt32(text.utf8.count)) + name).map {
                number($0, at: 8)
            }
        }
        guard let first = atom("_NET_STARTUP_INFO_BEGIN"), let next = atom("_NET_STARTUP_INFO"), first != 0, next != 0
        else { return }
        let escaped = token.utf8.flatMap {
            ["\"", "\\"].contains(UnicodeScalar($0)) ? [UInt8(ascii: "\\"), $0] : [$0]
        }
        var rest = (Array("remove: ID=\"".utf8) + escaped + Array("\"".utf8) + [0])[...]
        var kind = first
        while !rest.isEmpty {
            let part = Array(rest.prefix(20))
            // SendEvent, to the clients that listen for changes of properties: a ClientMessage of bytes. Its window only tells
            // messages apart, and need not exist.
            let event = bytes(33 | 8 << 8, window, kind) + part + Array(repeating: 0, count: 20 - part.count)
            guard server.send(bytes(25 | 11 << 16, root, 1 << 22) + event) else { return }
            (rest, kind) = (rest.dropFirst(20), next)
        }
        // GetInputFocus, which is answered after all messages have been delivered.
        _ = answer(to: bytes(43 | 1 << 16))
    }

    private static let cookieName = Array("MIT-MAGIC-COOKIE-1".utf8)

    /// Returns the cookie by which an X server of this machine accepts clients, from the file of XAUTHORITY.
    private static func cookie(of display: String, in file: [UInt8]) -> [UInt8]? {
        let host = ((try? FileContents.read("/proc/sys/kernel/hostname")) ?? []).filter { $0 != UInt8(ascii: "\n") }
        var rest = file[...]
        /// Reads a number of two bytes, the high byte first.
        func half() -> Int? {
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            return Int(high) << 8 | Int(low)
        }
        func field() -> ArraySlice<UInt8>? {
            guard let count = half(), rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        while let family = half(), let address = field(), let number = field(), let name = field(), let value = field()
        {
            // FamilyWild, or FamilyLocal with the name of the machine.
            guard family == 0xffff || family == 256 && address.elementsEqual(host) else { continue }
            guard number.isEmpty || number.elementsEqual(display.utf8), name.elementsEqual(cookieName) else { continue }
            return Array(value)
        }
        return nil
    }

    /// Returns numbers as both protocols send them: Wayland in the order of the machine, which is little-endian, too.
    private static func bytes(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> UInt32 {
        bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Adds zeros up to a multiple of four bytes.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
}
