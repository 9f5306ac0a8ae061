import DispatcherMessages
import ProgramHelp
import QueryCoding
import RequestRecord
import Testing
import XCallbackURL

/// The pages that the programs print, and the commands in them.
struct ManualPageTests {
    private static let names = ["xcallback", "xcallbackd", "xcallbackd.yaml"]

    private func page(_ name: String, _ sandbox: Sandbox) throws -> String {
        let ended = try run("\(Products.folder)/xcallback", ["man", name], sandbox.environment)
        #expect(ended.status == 0 && ended.errors == "")
        return ended.output
    }

    @Test(.needs(programs: "mandoc", "groff"), .timeLimit(.minutes(1)), arguments: names)
    func `mandoc and groff have no complaint`(name: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write(page(name, sandbox), to: "page")
        let lint = try run("mandoc", ["-T", "lint", "-W", "warning", "\(sandbox.path)/page"], sandbox.environment)
        #expect(lint == Ended(status: 0, output: "", errors: ""))
        let groff = try run("groff", ["-ww", "-man", "-Tutf8", "\(sandbox.path)/page"], sandbox.environment)
        #expect(groff.status == 0 && groff.errors == "")
    }

    @Test(.needs(programs: "groff"), .timeLimit(.minutes(1)))
    func `a page shows quotes, hyphens and dollars as they are typed`() throws {
        let sandbox = try Sandbox()
        try sandbox.write(page("xcallback", sandbox), to: "page")
        let text = try run(
            "groff", ["-man", "-Tutf8", "-P-c", "-rLL=200n", "\(sandbox.path)/page"], sandbox.environment
        ).output
        #expect(text.contains("xcallback explain --from agent 'notes:///create?title=Hi'"))
        #expect(text.contains("run: [sh, -c, 'kill -KILL \"$$PPID\"']"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `the pages have every command, option, key and code`() throws {
        let sandbox = try Sandbox()
        let command = try page("xcallback", sandbox)
        let help = try run("\(Products.folder)/xcallback", ["help", "--all"], sandbox.environment).output
        let listed = help.matches(of: /SUBCOMMANDS:\n((?:  .*\n)+)/).flatMap { $0.1.split(separator: "\n") }
        #expect(listed.count > 20)
        for line in listed where !line.hasPrefix("   ") {
            let name = try #require(line.split(separator: " ").first)
            #expect(command.contains("\n.SS \"xcallback \(name.replacing("-", with: "\\-")) "), "\(name)")
        }
        #expect(command.contains("\n\\fB\\-\\-parallel\\fR COUNT\n"))
        #expect(command.contains("\n.SH \"DESCRIPTION\"\nxcallbackd is a daemon that serves "))
        #expect(!command.contains("Exit status:") && help.contains("Exit status:"))
        let daemon = try run("\(Products.folder)/xcallbackd", ["--man"], sandbox.environment).output
        #expect(daemon == (try page("xcallbackd", sandbox)))
        #expect(daemon.contains("\n\\fB\\-\\-log\\-level\\fR "))
        #expect(try page("xcallbackd.yaml", sandbox).contains("\n\\fBcancel\\-exit\\fR\n"))
        let unknown = try run("\(Products.folder)/xcallback", ["man", "xcallbackd.conf"], sandbox.environment)
        #expect(unknown.status == 64)
    }

    /// A daemon with a route of the path /hi, and those of the examples.
    private func daemon(_ example: ManualExample) throws -> RunningDaemon {
        let sandbox = try Sandbox()
        let routes = ["{name: hi, path: /hi, run: [\"true\"]}", example.route].compactMap(\.self)
        try sandbox.routes("schemes: [demo]\nroutes:\n" + routes.map { "  - \($0)\n" }.joined(), "demo")
        try sandbox.settings("limits: {output: 64KiB}\n")
        return try RunningDaemon(sandbox)
    }

    @Test(.timeLimit(.minutes(1)), arguments: DispatcherMessages.ExitStatus.allCases)
    func `the example of each exit status ends with it`(status: DispatcherMessages.ExitStatus) throws {
        let daemon = try daemon(status.example)
        let ended = try run("/bin/sh", ["-c", status.example.command], daemon.sandbox.environment)
        #expect(ended.status == status.rawValue, "\(ended)")
    }

    @Test(.timeLimit(.minutes(1)), arguments: StandardCode.allCases)
    func `the example of each error code ends with it`(code: StandardCode) throws {
        let daemon = try daemon(code.example)
        let ended = try run("/bin/sh", ["-c", code.example.command], daemon.sandbox.environment)
        let last = try #require(ended.output.split(separator: "\n").last, "\(ended)")
        let outcome = try JSONParser.parse(Array(last.utf8), depthLimit: 16)
        #expect(outcome["error"]?["code"] == .integer(code.rawValue), "\(ended)")
    }
}
