import QueryCoding
import Testing

/// The tools for an agent: notes and a shopping list.
@Suite(.timeLimit(.minutes(1)))
struct AssistantTests {
    private let sandbox: Sandbox
    private let prompt: ScriptedPrompt
    private let daemon: RunningDaemon
    private let server: MCPServer

    init() throws {
        sandbox = try Recipe.sandbox(["assistant"])
        try sandbox.write("# Milk\n\nTwo bottles\n", to: "home/Notes/1.md")
        try sandbox.write("# Trip\n\nMILK and $HOME\n", to: "home/Notes/2.md")
        try sandbox.write("Tea\n", to: "home/Notes/a|w b&.md")
        // Each answer is a yes.
        prompt = try ScriptedPrompt(sandbox, "exit 0")
        try sandbox.settings(prompt.setting)
        daemon = try RunningDaemon(sandbox)
        server = try MCPServer(sandbox.environment)
        try server.begin()
    }

    /// The text that a tool answers.
    private func call(_ tool: String, _ arguments: QueryValue = .object([])) throws -> String? {
        let result = try server.call("assistant_\(tool)", arguments)["result"]
        return result?["content"]?.elements?.first?["text"]?.string
    }

    @Test func `notes are searched and read unasked, and a line is added after a question`() throws {
        #expect(try call("search-notes", ["text": "milk"]) == #"{"result":["1: # Milk","2: MILK and $HOME"]}"#)
        #expect(try call("search-notes", ["text": "tea"]) == #"{"result":["a|w b&: Tea"]}"#)
        #expect(try call("search-notes", ["text": "^#"]) == #"{"result":[]}"#)
        #expect(try call("search-notes", ["text": "--help"]) == #"{"result":[]}"#)
        #expect(try call("read-note", ["id": 1]) == "# Milk\n\nTwo bottles")
        #expect(try call("read-note", ["id": 9]) == "error 4: there is no note 9")
        #expect(try prompt.questions.isEmpty)
        #expect(try call("append-to-note", ["id": 1, "text": "and `cheese`"]) == "done")
        let asked = try #require(prompt.questions.first)
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
        #expect(try prompt.questions.count == 5)
        for item in ["2 eggs", "$(id)"] { #expect(try call("bought", ["item": .string(item)]) == "done") }
        #expect(try call("shopping") == #"{"result":[]}"#)
    }
}
