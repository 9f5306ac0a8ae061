import QueryCoding
import Testing

/// The clipboards of a real X server and of a real Wayland compositor.
@Suite(.timeLimit(.minutes(2)))
struct ClipboardTests {
    private static let text = "Grüße\n$(id) `id` \"a\" 'b' \\n %s $$ $HOME ${HOME} 漢字 🙂"
    private static let x11Absence = lack(of: ["Xvfb", "xclip"])
    private static let waylandAbsence = lack(of: ["sway", "wl-copy", "wl-paste"])

    /// A program that reads the clipboard without us.
    private static let xclip = ["xclip", "-selection", "clipboard", "-out"]
    private static let wlPaste = ["wl-paste", "--no-newline"]

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Recipe.sandbox(["clipboard"])
    }

    @Test(.needs(x11Absence))
    func `a script writes the clipboard of X11 and reads it`() throws {
        let display = try VirtualDisplay(sandbox)
        try expectRoundTrip(display.variables, reader: Self.xclip)
        display.end()
    }

    @Test(.needs(waylandAbsence))
    func `a script writes the clipboard of Wayland and reads it`() throws {
        let display = try WaylandDisplay()
        try expectRoundTrip(display.variables, reader: Self.wlPaste)
    }

    @Test(.needs(x11Absence), .needs(UserSession.absence))
    func `what a click has copied under X11 stays when the click's unit has ended`() throws {
        let display = try VirtualDisplay(sandbox)
        let session = try UserSession(sandbox, isOrdinary: true)
        try expectCopyByClick(in: session, display.variables, reader: Self.xclip)
        display.end()
    }

    @Test(.needs(waylandAbsence), .needs(UserSession.absence))
    func `what a click has copied under Wayland stays when the click's unit has ended`() throws {
        let session = try UserSession(sandbox, isOrdinary: true)
        let display = try WaylandDisplay(in: session)
        try expectCopyByClick(in: session, display.variables, reader: Self.wlPaste)
    }

    /// Copies texts by the control socket of a daemon without a user manager, and reads them by the daemon and without it.
    private func expectRoundTrip(_ variables: [String: String], reader: [String]) throws {
        let daemon = try RunningDaemon(sandbox, environment: variables)
        // The empty text replaces the other one.
        for text in [Self.text, "", "<p>a</p>"] {
            let copied = try daemon.reply(to: "clip:///copy?text=\(CallTester.encoded(text))")
            #expect(copied["outcome"] == "success", "\(copied.json)")
            // xclip may end a moment before the X server knows of the text.
            try wait(for: "the text on the clipboard") {
                try daemon.reply(to: "clip:///paste")["output"] == ["result": .string(text)]
            }
            // The program of the copy holds the text still.
            #expect(try run(reader, sandbox.environment.merging(variables) { $1 }).output == text)
        }
    }

    /// Copies a text by a click that the user allows, and reads it when the click has ended.
    private func expectCopyByClick(in session: UserSession, _ variables: [String: String], reader: [String]) throws {
        try sandbox.settings("prompt: ['true']\n")
        try OrdinaryUser.own(sandbox)
        try session.setEnvironment(variables)
        try session.perform(["\(Products.folder)/xcallback", "install", "--no-check"], variables).succeeded()
        let url = "clip:///copy?text=\(CallTester.encoded(Self.text))"
        let clicked = try session.perform(["xdg-open", url], variables)
        #expect(clicked.status == 0, "\(clicked)")
        try wait(for: "the text on the clipboard") { try session.perform(reader, variables).output == Self.text }
        // The unit of the click's command has ended, and the clipboard still has the text.
        let history = ["\(Products.folder)/xcallback", "history", "show", "last", "--json"]
        let request = try JSONParser.parse(Array(session.perform(history).output.utf8), depthLimit: 9)
        let unit = try #require(request["unit"]?.string, "\(request.json)")
        try wait(for: "the end of the command") {
            let units = ["systemctl", "--user", "list-units", "--plain", "--no-legend", unit]
            return try session.perform(units).output.isEmpty
        }
        let shown = try session.perform(reader, variables)
        #expect(shown.output == Self.text, "\(shown)")
    }
}
