import Foundation
import QueryCoding
import Testing

/// The tools for an agent: notes, the player and a shopping list.
@Suite(.timeLimit(.minutes(1)))
struct AssistantTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    private let server: MCPServer

    init() throws {
        sandbox = try Recipe.sandbox("assistant")
        try sandbox.write("# Milk\n\nTwo bottles\n", to: "home/Notes/1.md")
        try sandbox.write("# Trip\n\nMILK and $HOME\n", to: "home/Notes/2.md")
        // It counts the questions, and each answer is a yes.
        try sandbox.write(
            "#!/bin/sh\nprintf '%s\\n--\\n' \"$1\" >> \"$HOME/questions\"\n", to: "prompt", executable: true)
        try sandbox.settings("prompt: [\(sandbox.path)/prompt]\n")
        try sandbox.write(
            "#!/bin/sh\necho \"$*\" >> \"$HOME/played\"\necho 'Playing: Silence'\n", to: "bin/playerctl",
            executable: true)
        daemon = try RunningDaemon(sandbox)
        server = try MCPServer(sandbox.environment)
        try server.begin()
    }

    /// The text that a tool answers.
    private func call(_ tool: String, _ arguments: QueryValue = .object([])) throws -> String? {
        let result = try server.call("assistant_\(tool)", arguments)["result"]
        return result?["content"]?.elements?.first?["text"]?.string
    }

    private var questions: [String] {
        get throws {
            guard FileManager.default.fileExists(atPath: "\(sandbox.path)/home/questions") else { return [] }
            return try sandbox.contents("home/questions").components(separatedBy: "\n--\n").dropLast()
        }
    }

    @Test func `notes are searched and read unasked, and a line is added after a question`() throws {
        #expect(try call("search-notes", ["text": "milk"]) == #"{"result":["1: # Milk","2: MILK and $HOME"]}"#)
        #expect(try call("search-notes", ["text": "^#"]) == #"{"result":[]}"#)
        #expect(try call("search-notes", ["text": "--help"]) == #"{"result":[]}"#)
        #expect(try call("read-note", ["id": 1]) == "# Milk\n\nTwo bottles")
        #expect(try call("read-note", ["id": 9]) == "error 4: there is no note 9")
        #expect(try questions.isEmpty)
        #expect(try call("append-to-note", ["id": 1, "text": "and `cheese`"]) == "done")
        let asked = try #require(try questions.first)
        #expect(
            asked.hasPrefix(#"An agent asks (it says: "old""#) && asked.contains("\nAdd a line to a note in ~/Notes?\n")
        )
        #expect(try call("read-note", ["id": 1]) == "# Milk\n\nTwo bottles\nand `cheese`")
    }

    @Test func `the shopping list is read unasked, and changed after a question`() throws {
        #expect(try call("shopping") == #"{"result":[]}"#)
        for item in ["2 eggs", "-e tea", "$(id)"] { #expect(try call("buy", ["item": .string(item)]) == "done") }
        #expect(try call("shopping") == #"{"result":["2 eggs","-e tea","$(id)"]}"#)
        #expect(try call("bought", ["item": "-e tea"]) == "done")
        #expect(try call("bought", ["item": "eggs"]) == "error 4: the list has no such item")
        #expect(try call("shopping") == #"{"result":["2 eggs","$(id)"]}"#)
        #expect(try questions.count == 5)
        for item in ["2 eggs", "$(id)"] { #expect(try call("bought", ["item": .string(item)]) == "done") }
        #expect(try call("shopping") == #"{"result":[]}"#)
    }

    @Test func `the player tells what plays unasked, and pauses after a question`() throws {
        #expect(try call("playing") == "Playing: Silence")
        #expect(try questions.isEmpty)
        #expect(try call("play-pause") == "done")
        #expect(try questions.count == 1)
        #expect(try sandbox.contents("home/played").hasSuffix("\nplay-pause\n"))
    }
}
