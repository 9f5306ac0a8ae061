import Foundation
import TestSupport
import Testing

/// `actions: true`: the routes of a file in the menu of applications.
@Suite(
    .enabled(
        if: has("xdg-mime") && has("update-desktop-database") && has("desktop-file-validate"),
        "needs xdg-utils and desktop-file-utils"),
    .timeLimit(.minutes(1)))
struct FeatureEntryTests {
    private let sandbox: Sandbox
    private let entry = "data/applications/xcallback-feature-desk.desktop"

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            #"""
            schemes: [desk]
            actions: true
            routes:
              - {name: tea, path: /tea, summary: 'Tea \s in 4 min', desktop: allow, run: [echo, Tea is ready], output: text}
              - {name: cake, path: /cake, run: ["false"]}
              - {name: note, path: /note, input: {text: line}, run: [echo, $text]}
              - {name: find, path: /find, input: {a: "line?", b: "line?"}, require: [[a, b]], run: [echo, $a, $b]}
              - {name: key, path: /key, token: {file: token, required: true}, run: [echo]}
              - {name: app, path: /app, from-app: [firefox], run: [echo]}
              - {name: all, path: "/**", run: [echo]}
            """#, "desk")
        try sandbox.routes("schemes: [other]\nroutes: [{name: r, path: /r, run: [echo]}]\n", "other")
    }

    @discardableResult
    private func xcallback(_ arguments: String...) throws -> Ended {
        try run("\(Products.folder)/xcallback", arguments, sandbox.environment)
    }

    /// The command of the entry's group that has a name.
    private func command(ofActionNamed name: String) throws -> [String] {
        let group = try sandbox.contents(entry).components(separatedBy: "\n\n").first {
            $0.contains("\nName=\(name)\n")
        }
        let line = group?.split(separator: "\n").first { $0.hasPrefix("Exec=") }
        return try #require(line).dropFirst("Exec=".count).split(separator: " ").map(String.init)
    }

    @Test func `the entry opens the page, and has an action for each route without input`() throws {
        let installed = try xcallback("install", "--no-check")
        #expect(installed.status == 0, "\(installed)")
        let text = try sandbox.contents(entry)
        #expect(text.contains("\nName=desk\n") && text.contains("\nActions=route1;route2;\n"), "\(text)")
        #expect(!text.contains("NoDisplay") && !text.contains("MimeType"))
        #expect(try command(ofActionNamed: "desk").dropFirst() == ["page", "--open"])
        #expect(try command(ofActionNamed: "desk.cake").dropFirst() == ["run", "--notify", "desk.cake"])
        let checked = try run("desktop-file-validate", ["\(sandbox.path)/\(entry)"], sandbox.environment)
        #expect(checked.status == 0 && !checked.output.contains("error"), "\(checked)")
        #expect(
            !FileManager.default.fileExists(atPath: "\(sandbox.path)/data/applications/xcallback-feature-other.desktop")
        )
        try xcallback("uninstall")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/\(entry)"))
    }

    @Test func `an action runs its route and shows the result`() throws {
        let shown = try NamedPipe("\(sandbox.path)/shown")
        try FileManager.default.createDirectory(atPath: "\(sandbox.path)/bin", withIntermediateDirectories: true)
        try sandbox.write(
            "#!/bin/sh\nprintf '%s|' \"$@\" > '\(shown.path)'\necho > '\(shown.path)'\n", to: "bin/notify-send",
            executable: true)
        try xcallback("install", "--no-check")
        let daemon = try RunningDaemon(sandbox)
        var environment = sandbox.environment
        environment["PATH"] = "\(sandbox.path)/bin:\(environment["PATH"] ?? "")"
        let tea = try command(ofActionNamed: #"Tea \\s in 4 min"#)
        #expect(try run(tea[0], Array(tea.dropFirst()), environment).status == 0)
        #expect(shown.line()?.hasSuffix("|--|desk.tea|Tea is ready|") == true)
        let cake = try command(ofActionNamed: "desk.cake")
        #expect(try run(cake[0], Array(cake.dropFirst()), environment).status == 1)
        let line = try #require(shown.line())
        #expect(
            line.contains("|--|desk.cake|") && line.hasSuffix("|error 1: the command exited with status 1|"), "\(line)")
        #expect(daemon.stop() == 0)
    }

    @Test func `doctor says when the menu is behind its file, and new renews it`() throws {
        try xcallback("install", "--no-check")
        let daemon = try RunningDaemon(sandbox)
        func finding() throws -> String? {
            try xcallback("doctor", "--no-round-trip").output.split(separator: "\n").first { $0.contains("menu desk") }
                .map(String.init)
        }
        #expect(try finding()?.hasPrefix("ok ") == true)
        let path = "config/xcallbackd/routes.d/desk.yaml"
        try sandbox.write(sandbox.contents(path).replacing("Tea", with: "Coffee"), to: path)
        #expect(try finding()?.hasPrefix("hint ") == true)
        let added = try xcallback("new", "desk/lamp", "--", "echo", "on")
        #expect(added.status == 0 && added.errors.contains("/xcallback-feature-desk.desktop"), "\(added)")
        #expect(try finding()?.hasPrefix("ok ") == true)
        let text = try sandbox.contents(entry)
        #expect(text.contains("Name=Coffee") && text.contains("desk.lamp"), "\(text)")
        // The key gone, so is the entry.
        try sandbox.write(sandbox.contents(path).replacing("actions: true", with: ""), to: path)
        try xcallback("install", "--no-check")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/\(entry)"))
        #expect(daemon.stop() == 0)
    }

    @Test func `a scheme with the entry's name keeps it`() throws {
        try sandbox.routes("schemes: [feature-desk]\nroutes: [{name: r, path: /r, run: [echo]}]\n", "clash")
        let installed = try xcallback("install", "--no-check")
        #expect(installed.status == 0 && installed.output.contains("'desk' has no entry in the menu"), "\(installed)")
        #expect(try sandbox.contents(entry).contains("MimeType=x-scheme-handler/feature-desk;"))
    }
}
