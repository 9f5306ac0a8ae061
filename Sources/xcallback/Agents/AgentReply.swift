import DispatcherMessages
import QueryCoding
import RequestRecord
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
        case .cancel where reply.cancelReason == .notAllowed:
            self.init(failure: "cancelled: the user did not allow this; do not repeat it", id: reply.id)
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
            text = result.isEmpty ? "done, without output" : Self.visible(result)
        } else {
            // Some programs give a model the structured content alone, and others the text: with a schema, both say the
            // same.
            text = Self.visible(output.json, isJSON: true)
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

    /// Returns the text without control characters, or JSON with their escapes: programs print it in terminals, which would obey
    /// the characters.
    private static func visible(_ text: String, isJSON: Bool = false) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
        }
        // Most texts have none, and may be long.
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            let escape = isJSON ? "\\u00\(String(scalar.value, radix: 16))" : "\u{FFFD}"
            text += isControl(scalar) ? escape : String(scalar)
        }
    }
}
