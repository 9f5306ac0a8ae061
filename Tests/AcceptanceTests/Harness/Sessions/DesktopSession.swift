import Foundation
import Testing

/// A session on a desktop, with the programs as installed and apps that need half a second to start: of an ordinary user
/// with the service, or without a user manager.
final class DesktopSession: Sendable {
    let sandbox: Sandbox
    private let service: Service
    private let display: VirtualDisplay
    private let variables: [String: String]

    private enum Service: Sendable {
        case managed(UserSession)
        case alone(RunningDaemon, SessionBus)
    }

    /// - Parameter language: The locale.
    init(_ desktop: Desktop, language: String = "C.UTF-8", isManaged: Bool = true) throws {
        sandbox = try Sandbox()
        display = try VirtualDisplay(sandbox)
        let receiver = "#!/bin/sh\nsleep 0.5\nprintf '%s\\n' \"$1\" >> '\(sandbox.path)/arrived'\n"
        try sandbox.registerApp(scheme: "otherapp", receiver)
        // One entry for both schemes, as browsers have it: KDE opens http by the app of https, and KDE 6 downloads a page for
        // an app whose entry does not name the page's scheme.
        try sandbox.registerApp(scheme: "https", and: ["http"], receiver)
        try sandbox.registerApp(
            scheme: "asked",
            #"""
            #!/bin/bash
            sleep 0.5
            answer=${1##*x-success=} answer=${answer%%&*}
            answer=$(printf %b "${answer//%/\\x}")
            exec xdg-open "${answer%\?}?text=Hello%20W%C3%B6rld"
            """#)
        try sandbox.settings("prompt: ['true']\ncallbacks: {hosts: ['http://127.0.0.1:9'], allow: [otherapp, stays]}\n")
        try sandbox.routes(
            """
            schemes: [note, phpstorm]
            desktop: allow
            routes:
              - {name: make, path: /make, input: {text: line}, run: [printf, --, "<%s>", $text], output: text}
              - {name: show, path: /show, input: {n: int}, open: "otherapp://shown?n=$n"}
            """)
        let variables = desktop.variables.merging(["DISPLAY": display.name, "LANG": language]) { $1 }
        if isManaged {
            let session = try UserSession(sandbox, isOrdinary: true)
            try session.setEnvironment(variables)
            service = .managed(session)
            self.variables = variables
        } else {
            let bus = try SessionBus(sandbox, variables)
            self.variables = variables.merging(bus.environment) { $1 }
            service = .alone(try RunningDaemon(sandbox, environment: self.variables), bus)
        }
        try perform("'\(Products.folder)/xcallback' install --no-check").succeeded()
        // KDE keeps a cache of the apps. Without it, each opener makes the cache while the others wait for a lock, for half a
        // minute if there are ten.
        if let builder = desktop.cacheBuilder { _ = try perform(builder) }
    }

    /// Runs a script in the session, with the variables of the desktop.
    func perform(_ script: String) throws -> Ended {
        switch service {
        case .managed(let session): try session.perform(["sh", "-c", script], variables)
        case .alone: try run("sh", ["-c", script], sandbox.environment.merging(variables) { $1 })
        }
    }

    /// All that the daemon has recorded, and its log.
    var history: String { (try? perform("xcallback history --all --json; journalctl --user").output) ?? "" }

    /// Sends URLs to the daemon, side by side.
    func send(_ urls: [String]) throws -> Ended {
        let words = ["xcallback", "send", "--parallel", "\(urls.count)", "--"] + urls
        return try perform(words.map { "'\($0)'" }.joined(separator: " "))
    }

    /// The URLs that have reached the apps of `otherapp:` and `http:`.
    var arrived: [String] { sandbox.lines("arrived") }

    /// Waits until that many URLs have reached an app. Returns them in order, percent-decoded as KDE does; fewer, if no more
    /// come.
    func arrivals(_ count: Int) -> [String] {
        try? wait(for: "\(count) URLs") { arrived.count >= count }
        defer { try? FileManager.default.removeItem(atPath: "\(sandbox.path)/arrived") }
        return arrived.map { $0.removingPercentEncoding ?? $0 }.sorted()
    }

    /// Expects that no unit of an opener is left once the apps have ended, and no systemd-run.
    func expectNothingLeft() throws {
        let command = "systemctl --user list-units --all --plain --no-legend 'app-xcallback*'; pgrep -x systemd-run"
        var left = ""
        try? wait(for: "the end of all units") {
            left = try perform(command).output
            return left.isEmpty
        }
        #expect(left == "")
    }
}
