import Foundation
import TestSupport

/// A display without a screen, with a window manager and one of the programs that ask the user. Keys and clicks answer its
/// dialogs.
final class DialogDisplay: Sendable {
    enum Program: String, CaseIterable {
        case zenity, kdialog
    }

    /// Why there can be none here; nil if there can.
    static let absence = lack(of: Program.allCases.map(\.rawValue) + ["Xvfb", "openbox", "xdotool"])

    /// So long a dialog has to be seen before a yes counts.
    static let readingTime = Duration.milliseconds(1500)

    /// The variables of the daemon. Its PATH has this program alone of those that ask the user.
    let variables: [String: String]
    private let program: Program
    /// Whether it is a zenity from 4 on, whose buttons are in another order.
    private let isNewZenity: Bool
    private let environment: [String: String]
    private let display: VirtualDisplay
    private let manager: Child

    init(_ sandbox: Sandbox, program: Program) throws {
        self.program = program
        display = try VirtualDisplay(sandbox)
        environment = sandbox.environment.merging(display.variables) { $1 }
        let version = try run(program.rawValue, ["--version"], environment).output
        isNewZenity = program == .zenity && !version.hasPrefix("3.")
        // A window that comes while the window manager starts may never be shown.
        let isReady = "\(sandbox.path)/managed-\(display.name.dropFirst())"
        manager = try Child(
            find("openbox", environment), ["--sm-disable", "--startup", "touch \(isReady)"], environment)
        try wait(for: "the window manager") { FileManager.default.fileExists(atPath: isReady) }
        let folder = "\(sandbox.path)/bin"
        try sandbox.makeFolder(folder)
        for name in [program.rawValue, "touch"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: find(name, environment))
        }
        variables = display.variables.merging(["PATH": folder, "QT_QPA_PLATFORM": "xcb"]) { $1 }
    }

    func end() { display.end() }

    /// The window of a dialog. The next dialog may get its number again, but is another process.
    struct Window: Equatable {
        fileprivate let number, process: String
    }

    /// The key that leads from the first button to "Allow once".
    func keyToAllow(offersAlways: Bool) -> String { isNewZenity && offersAlways ? "shift+Tab" : "Tab" }

    /// The key that leads from the first button to "Always …".
    var keyToAlways: String { isNewZenity ? "Tab" : "shift+Tab" }

    private func xdotool(_ arguments: [String]) throws -> String { try run("xdotool", arguments, environment).output }

    private func windows() throws -> [Window] {
        try xdotool(["search", "--onlyvisible", "--name", "^xcallbackd"]).split(separator: "\n").compactMap { line in
            let process = try xdotool(["getwindowpid", String(line)])
            return process.isEmpty ? nil : Window(number: String(line), process: process)
        }
    }

    /// Waits for a dialog, other than the last one.
    func window(after last: Window? = nil) throws -> Window {
        try awaited("a dialog") { try windows().last { $0 != last } }
    }

    func title(of window: Window) throws -> String { try xdotool(["getwindowname", window.number]) }

    /// Waits until the program counts a yes.
    func read() { usleep(1_700_000) }

    /// Takes the connection to the display away from a dialog, as `xkill` does.
    func kill(_ window: Window) throws { _ = try xdotool(["windowkill", window.number]) }

    func press(_ keys: [String], in window: Window) throws {
        _ = try xdotool(["windowfocus", "--sync", window.number, "key"] + keys)
    }

    /// Moves the pointer to the button "Allow once" of a dialog that has three buttons.
    /// - Returns: The place on the display.
    @discardableResult
    func point(in window: Window) throws -> [String] {
        let shown = try xdotool(["getwindowgeometry", "--shell", window.number])
        guard let width = shown.firstMatch(of: /WIDTH=(\d+)/).flatMap({ Int($0.1) }),
            let height = shown.firstMatch(of: /HEIGHT=(\d+)/).flatMap({ Int($0.1) })
        else { throw Failure("no size: \(shown)") }
        let (x, y) =
            switch program {
            case .kdialog: (width - 155, height - 22)
            // The buttons are in a column where the text is narrower than they are.
            case .zenity where isNewZenity: (width / 2, height - (width < 450 ? 107 : 50))
            case .zenity: (width - 70, height - 22)
            }
        _ = try xdotool(["mousemove", "--sync", "--window", window.number, "\(x)", "\(y)"])
        let place = try xdotool(["getmouselocation", "--shell"])
        return place.matches(of: /[XY]=(\d+)/).map { String($0.1) }
    }

    /// Clicks where the pointer is.
    func click(times count: Int, every milliseconds: Int) throws {
        _ = try xdotool(["click", "--repeat", "\(count)", "--delay", "\(milliseconds)", "1"])
    }

    /// Begins to click at a place.
    func startClicking(at place: [String], times count: Int, every milliseconds: Int) throws -> Child {
        let click = ["click", "--repeat", "\(count)", "--delay", "\(milliseconds)", "1"]
        return try Child(find("xdotool", environment), ["mousemove"] + place + click, environment)
    }
}
