import Testing

/// `pick` with the menu programs of the machine, beside what its transcript shows.
@Suite(.timeLimit(.minutes(2)))
struct MenuTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A route whose title, choice and text are found by the same query.
    private func startLoud() throws -> RunningDaemon {
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - name: say
                path: /say
                summary: Say it loudly
                input: {how: {one-of: [loud, low]}, text: line}
                run: [printf, --, "%s:%s", $how, $text]
                output: text
            """, "t")
        return try RunningDaemon(sandbox)
    }

    @Test(.needs(programs: "fzf", "script"))
    func `fzf picks in a terminal`() throws {
        let daemon = try startLoud()
        // It accepts the best line for this text, or the text itself where there are no lines.
        let menu = "fzf --sync --print-query --query loud --bind start:accept --prompt \"{}: \""
        let program = "\(Products.folder)/xcallback pick -- \(menu)"
        var environment = sandbox.environment
        environment["TERM"] = "xterm"
        let ended = try run("/bin/sh", ["-c", "script -qec '\(program)' /dev/null </dev/null"], environment)
        #expect(ended.status == 0 && ended.output.contains("loud:loud"), "\(ended)")
        _ = daemon
    }

    @Test(.needs(programs: "rofi", "xdotool", "Xvfb"))
    func `rofi picks on X`() throws {
        let daemon = try startLoud()
        let display = try VirtualDisplay(sandbox)
        let environment = sandbox.environment.merging(display.variables) { $1 }
        try picks(
            ["rofi", "-dmenu", "-p", "{}", "-filter", "loud"], typing: ["xdotool", "key", "Return"], environment)
        _ = daemon
    }

    @Test(
        .needs(programs: "sway", "wtype"),
        // fuzzel would end when the virtual keyboard is removed, which may be before the keys arrive.
        arguments: [
            ["fuzzel", "--dmenu", "--no-exit-on-keyboard-focus-loss", "--prompt", "{} "],
            ["wofi", "--dmenu", "--prompt", "{}"],
        ])
    func `a menu picks on Wayland`(menu: [String]) throws {
        guard has(menu[0]) else { return print("SKIPPED: needs \(menu[0])") }
        let daemon = try startLoud()
        let display = try WaylandDisplay()
        let environment = sandbox.environment.merging(display.variables) { $1 }
        try picks(menu, typing: ["wtype", "-k", "Return"], environment)
        _ = daemon
    }

    /// Lets a menu pick, and types for it until it has ended: a key that comes before the menu is lost.
    private func picks(_ menu: [String], typing keys: [String], _ environment: [String: String]) throws {
        let output = "\(sandbox.path)/picked"
        let command = "exec '\(Products.folder)/xcallback' pick -- \"$@\" > '\(output)'"
        let child = try Child("/bin/sh", ["-c", command, "sh"] + menu, environment)
        try wait(for: "the end of \(menu[0])") {
            _ = try run(keys[0], Array(keys.dropFirst()), environment)
            return !child.isRunning
        }
        #expect(child.wait() == 0)
        let picked = try sandbox.contents("picked")
        #expect(picked.hasPrefix("loud:"), "\(picked)")
    }
}
