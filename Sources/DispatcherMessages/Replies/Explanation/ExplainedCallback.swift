import QueryCoding
package import XCallbackURL

/// A callback in the reply to `explain`: `"success":{"url":…,"verdict":"open"}`.
package struct ExplainedCallback: Sendable, Hashable {
    package enum Name: String, Sendable {
        case url, verdict
    }

    package var kind: CallbackKind
    package var url: String
    /// What would be done with it.
    package var verdict: String

    package init(kind: CallbackKind, url: String, verdict: String) {
        self.kind = kind
        self.url = url
        self.verdict = verdict
    }

    /// Reads an object of callbacks by their kinds. Unknown kinds are ignored.
    static func all(_ value: QueryValue) throws(ReplyError) -> [ExplainedCallback] {
        var callbacks: [ExplainedCallback] = []
        for member in try QueryValue.replyMembers(value) {
            guard let kind = CallbackKind(rawValue: member.name) else { continue }
            do throws(ReplyError) {
                let members = try ReplyMembers(member.value, named: Name.self)
                callbacks.append(
                    ExplainedCallback(
                        kind: kind, url: try members.text(.url), verdict: try members.text(.verdict)))
            } catch {
                throw error.within(member.name)
            }
        }
        return callbacks
    }

    var member: QueryValue.Member {
        QueryValue.Member(kind.rawValue, .reply([(Name.url, .string(url)), (Name.verdict, .string(verdict))]))
    }
}
