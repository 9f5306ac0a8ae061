import DispatcherMessages
import Foundation
import Glibc
import TestSupport
import UnixSystem

/// A transcript of the command line: the files of a sandbox, then commands, each with what it prints and its exit status.
///
/// `== ` begins a section. `== daemon` starts the daemon. `== 80` has commands on a terminal of 80 columns, and `== pipe`
/// commands whose output goes into pipes, with `! ` before the lines of standard error. Any other section is a file, by its
/// path in the sandbox or, for `routes.d/` and config.yaml, in the folder of the configuration. `$ ` begins a command of the
/// shell, and `[64]` is a status that is not 0. Ids, times and paths that vary are masked, most in their own width.
struct Transcript {
    private let sandbox: Sandbox
    private var daemon: RunningDaemon?
    private let environment: [String: String]

    private init() throws {
        sandbox = try Sandbox()
        environment = sandbox.environment.merging(["NO_COLOR": "1", "TERM": "xterm", "TZ": "UTC"]) { $1 }
    }

    /// Runs the commands of a transcript.
    /// - Returns: The transcript with what the commands print now.
    static func played(_ text: String) throws -> String {
        var transcript = try Transcript()
        let sections = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n== ")
        let played = try sections.dropFirst().map { try transcript.played(section: $0) }
        return ([sections[0]] + played).joined(separator: "\n== ") + "\n"
    }

    private mutating func played(section: String) throws -> String {
        let lines = section.components(separatedBy: "\n")
        switch lines[0] {
        case "daemon": daemon = try RunningDaemon(sandbox)
        case "pipe",
            _ where Int(lines[0]) != nil:
            return try lines.filter { $0.hasPrefix("$ ") }.reduce(into: lines[0]) { played, command in
                played += "\n\(command)" + (try shown(String(command.dropFirst(2)), columns: Int(lines[0])))
            }
        default:
            let isConfiguration = lines[0].hasPrefix("routes.d/") || lines[0] == "config.yaml"
            let text = lines.dropFirst().joined(separator: "\n").replacing(Self.shownPath, with: sandbox.path) + "\n"
            try sandbox.write(
                text, to: (isConfiguration ? "config/xcallbackd/" : "") + lines[0], executable: text.hasPrefix("#!"))
        }
        return section
    }

    /// Runs a command, and returns the lines that it prints and its status, each after a line feed.
    private func shown(_ command: String, columns: Int?) throws -> String {
        let ended =
            try columns.map { try runOnTerminal(command, columns: $0) }
            ?? run("/bin/sh", ["-c", command], environment)
        let errors = ended.errors.split(separator: "\n").map { "! \($0)" }
        let output = ended.output.hasSuffix("\n") ? String(ended.output.dropLast()) : ended.output
        let lines = (output.isEmpty ? [] : [output]) + errors + (ended.status == 0 ? [] : ["[\(ended.status)]"])
        return masked(lines.map { "\n\($0)" }.joined())
    }

    /// Runs a command on a terminal of its own.
    private func runOnTerminal(_ command: String, columns: Int) throws -> Ended {
        let terminal = try Descriptor(opening: "/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: CInt = 0
        var number: CUnsignedInt = 0
        // TIOCSPTLCK and TIOCGPTN: openpty(3) would let the children of other tests inherit the terminal.
        guard ioctl(terminal.number, 0x4004_5431, &lock) == 0, ioctl(terminal.number, 0x8004_5430, &number) == 0 else {
            throw Failure("no terminal")
        }
        let side = try Descriptor(opening: "/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var mode = termios()
        guard ioctl(side.number, UInt(TIOCSWINSZ), &size) == 0, tcgetattr(side.number, &mode) == 0 else {
            throw Failure("no terminal")
        }
        // The terminal puts no carriage return before a line feed.
        mode.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(side.number, TCSANOW, &mode)
        let child = try Child("/bin/sh", ["-c", command], environment, output: side.number, errors: side.number)
        close(side.release())
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        // The end of the last program on the terminal is an error of the read.
        while case let count = read(terminal.number, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
        return Ended(status: child.wait(), output: String(decoding: bytes, as: UTF8.self), errors: "")
    }

    /// The path of the sandbox in a transcript.
    private static let shownPath = "/tmp/xcallback-XXXXXX"

    private func masked(_ text: String) -> String {
        text.replacing(sandbox.path, with: Self.shownPath).replacing(PackageVersion.text, with: "VERSION")
            .replacing(/\b[0-9A-HJKMNP-TV-Z]{26}\b/, with: "ID________________________")
            .replacing(/\b[0-9a-f]{32}\b/, with: "id______________________________")
            .replacing(#/  [0-9A-HJKMNP-TV-Z]{6}(?=  |\n|$)/#, with: "  ID____")
            .replacing(/pid \d+,\s+since[^()]+?ago/, with: "pid N, since a moment ago")
            .replacing(/\d{4}-\d\d-\d\d/, with: "YYYY-MM-DD").replacing(/\d\d:\d\d:\d\d/, with: "HH:MM:SS")
            .replacing(/\d+(\s+)seconds?(\s+)ago/) { "N\($0.1)seconds\($0.2)ago" }
            .replacing(/pid( +)\d+/) { "pid\($0.1)N" }
            .replacing(/program\s+\S*\/xcallback\b/, with: "program     PROGRAMS/xcallback")
            .replacing(/\b\d+(?:\.\d+)? (ms|s)\b( *)/) { match in
                let time = "N \(match.1)"
                return match.2.count < 2
                    ? time + match.2 : time.padding(toLength: match.0.count, withPad: " ", startingAt: 0)
            }
    }
}
