import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The result of a call of a tool.
struct AgentReply {
    let members: [(String, QueryValue?)]
    /// The members of `_meta`.
    var meta: [(String, QueryValue?)] = []

    /// The result for the outcome of a request.
    init(_ reply: OutcomeReply, of tool: AgentTool) {
        switch reply.outcome {
        case .success where reply.outputSize != nil:
            self.init(failure: "the action has succeeded before, and its output is no longer remembered", id: reply.id)
        case .success(let output): self.init(success: output, hasSchema: tool.hasSchema)
        case .cancel:
            self.init(failure: "cancelled: the request was cancelled by the user or by its command", id: reply.id)
        case .error(let error): self.init(error, id: reply.id)
        }
    }

    private init(success output: QueryValue, hasSchema: Bool) {
        let values = output.members ?? []
        let text: String
        if !hasSchema, values.isEmpty {
            text = "done"
        } else if !hasSchema, values.count == 1, values[0].name == "result", let result = values[0].value.string {
            text = Self.visible(result)
        } else {
            // Some programs give a model the structured content alone, and others the text: with a schema, both say the
            // same.
            text = Self.visible(json: output)
        }
        members = [
            ("content", Self.content(text)), ("structuredContent", hasSchema ? output : nil), ("isError", false),
        ]
    }

    init(_ error: OutcomeError, id: String? = nil) { self.init(failure: error.description, code: error.code, id: id) }

    /// The result for an error. It has no structured content, which clients would check against the schema.
    private init(failure text: String, code: Int? = nil, id: String? = nil) {
        members = [("content", Self.content(Self.visible(text))), ("isError", true)]
        if let code { meta.append(("xcallbackd/code", .integer(code))) }
        if let id { meta.append(("xcallbackd/id", .string(id))) }
    }

    private static func content(_ text: String) -> QueryValue { [["type": "text", "text": .string(text)]] }

    /// Returns the text without control characters: programs print it in terminals, which would obey them.
    private static func visible(_ text: String) -> String {
        replacingControls(in: text) { "\t\n\r".unicodeScalars.contains($0) ? String($0) : "\u{FFFD}" }
    }

    /// Returns JSON that has the escape of each control character.
    private static func visible(json value: QueryValue) -> String {
        replacingControls(in: value.json) { "\\u00\(String($0.value, radix: 16))" }
    }

    private static func replacingControls(in text: String, by replacement: (Unicode.Scalar) -> String) -> String {
        // Most texts have none, and may be long.
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.properties.generalCategory == .control ? replacement(scalar) : String(scalar)
        }
    }
}
