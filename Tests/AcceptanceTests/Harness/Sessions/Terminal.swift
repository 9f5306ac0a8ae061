/// A real terminal, foot(1), on a Wayland display. It shows one link, and a virtual keyboard opens the link: the terminal
/// asks the compositor for an activation token then, and hands the token to the program that it starts.
final class Terminal: Sendable {
    /// The reason why this machine cannot have one; nil if it can.
    static let absence = lack(of: ["sway", "foot", "wtype", "xdg-open"]) ?? UserSession.absence

    private let session: UserSession
    private let display: WaylandDisplay

    /// Shows a link. The terminal has the keyboard afterwards.
    init(_ display: WaylandDisplay, in session: UserSession, link: String) throws {
        self.display = display
        self.session = session
        let sandbox = session.sandbox
        let typed = try NamedPipe("\(sandbox.path)/typed")
        try sandbox.program(
            "printf %s \"$XDG_ACTIVATION_TOKEN\" > '\(sandbox.path)/token'\nexec xdg-open \"$1\"", to: "launch")
        // A terminal that asks what it is has shown all that came before, so its answer comes after the link is there.
        try sandbox.write(
            """
            #!/bin/bash
            stty raw -echo
            printf '\\e]8;;%s\\e\\\\link\\e]8;;\\e\\\\' "$1"
            read -r -n 1
            printf '\\e[c'
            read -r -d c
            echo shown > '\(typed.path)'
            exec sleep 600
            """, to: "show", executable: true)
        try sandbox.write(
            """
            [key-bindings]
            show-urls-launch=F1
            [url]
            launch=\(sandbox.path)/launch ${url}
            label-letters=s

            """, to: "terminal.ini")
        try OrdinaryUser.own(sandbox)
        // While this virtual keyboard is there, the keys of another one reach the terminal as soon as they are typed.
        try start(["wtype", "-s", "600000", "-k", "x"])
        try start(["foot", "--config", "\(sandbox.path)/terminal.ini", "\(sandbox.path)/show", link])
        try wait(for: "the terminal") {
            try type(["x"])
            return typed.line(milliseconds: 200) != nil
        }
    }

    /// Opens the link by the keyboard.
    /// - Returns: The token that the terminal has handed to the program.
    func open() throws -> String {
        try type(["-k", "F1", "-k", "s"])
        return try awaited("the terminal's token") { session.sandbox.lines("token").first }
    }

    private func type(_ keys: [String]) throws {
        try session.perform(["wtype"] + keys, display.variables).succeeded()
    }

    private func start(_ command: [String]) throws {
        let variables = display.variables.map { "--setenv=\($0.key)=\($0.value)" }
        try session.perform(["systemd-run", "--user", "--collect", "--quiet"] + variables + command).succeeded()
    }
}
