import Testing

@testable import DesktopEntries

/// Desktop tools that are missing, fail or hang.
@Suite(.timeLimit(.minutes(5)))
struct DesktopProgramTests {
    @Test func `a missing program is reported with its package`() throws {
        #expect {
            try DesktopProgram.systemctl.output([], environment: ["PATH": "/nonexistent"])
        } throws: { ($0 as? DesktopProgramError)?.description == "no systemctl on PATH; install the package systemd" }
    }

    @Test(arguments: [
        ("echo 'no home' >&2; echo more >&2; exit 3", 20, "ended with status 3: no home"),
        ("sleep 600 & wait", 1, "did not end within 1 s and was killed"),
    ])
    func `a program that fails or hangs is reported with its reason`(script: String, seconds: Int, end: String) throws {
        let home = try Home()
        try home.script("bin/systemctl", script)
        #expect {
            try DesktopProgram.systemctl.output(["default", "x"], environment: home.environment, seconds: seconds)
        } throws: { ($0 as? DesktopProgramError)?.description == "'systemctl default x' \(end)" }
    }

    @Test func `a tool gets its environment and arguments as they are, and nothing else`() throws {
        let home = try Home()
        try home.script("bin/systemctl", #"printf '%s|' "$#" "$1" "$2" "$PWD2" "$DISPLAY"; cat"#)
        let environment = home.environment.merging(["PWD2": "a\nb=c"]) { $1 }
        let output = try DesktopProgram.systemctl.output(["$(id) 'x'", ""], environment: environment)
        #expect(output == "2|$(id) 'x'||a\nb=c|:5|")
    }
}
