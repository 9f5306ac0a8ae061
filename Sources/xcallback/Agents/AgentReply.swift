import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The result of a call of a tool.
enum AgentReply {
    /// Returns the result for the outcome of a request.
    static func result(_ reply: OutcomeReply, of tool: AgentTool) -> QueryValue {
        switch reply.outcome {
        case .success(let output): return success(output, hasSchema: tool.hasSchema)
        case .cancel: return failure("cancelled: the request was cancelled by the user or by its command", id: reply.id)
        case .error(let error):
            let detail = error.detail.map { " (\($0))" } ?? ""
            return failure("error \(error.code): \(error.message)\(detail)", code: error.code, id: reply.id)
        }
    }

    private static func success(_ output: QueryValue, hasSchema: Bool) -> QueryValue {
        if hasSchema {
            // Some programs give a model the structured content alone, and others the text: both say the same.
            return .record([("content", content(output.json)), ("structuredContent", output), ("isError", false)])
        }
        let members = output.members ?? []
        let text: String
        if members.isEmpty {
            text = "done"
        } else if members.count == 1, members[0].name == "result", let result = members[0].value.string {
            text = visible(result)
        } else {
            text = output.json
        }
        return .record([("content", content(text)), ("isError", false)])
    }

    /// Returns the result for an error. It has no structured content, which clients would check against the schema.
    static func failure(_ text: String, code: Int? = nil, id: String? = nil) -> QueryValue {
        var meta: [(String, QueryValue?)] = []
        if let code { meta.append(("xcallbackd/code", .integer(code))) }
        if let id { meta.append(("xcallbackd/id", .string(id))) }
        return .record([
            ("content", content(visible(text))), ("isError", true), ("_meta", meta.isEmpty ? nil : .record(meta)),
        ])
    }

    private static func content(_ text: String) -> QueryValue { [["type": "text", "text": .string(text)]] }

    /// Returns the text without control characters: programs print it in terminals, which would obey them.
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isControl =
                        scalar.properties.generalCategory == .control && !"\t\n\r".unicodeScalars.contains(scalar)
                    return isControl ? "\u{FFFD}" : scalar
                }))
    }
}
