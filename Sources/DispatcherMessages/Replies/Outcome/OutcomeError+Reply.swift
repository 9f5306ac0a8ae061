package import QueryCoding
package import XCallbackURL

/// `{"code":…,"message":…,"detail":…}`
extension OutcomeError {
    package enum Name: String, Sendable {
        case code, message, detail
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        self.init(
            code: try members.whole(.code), message: try members.text(.message),
            detail: try members.optionalText(.detail))
    }

    package var value: QueryValue {
        .reply([
            (Name.code, .integer(code)), (Name.message, .string(message)), (Name.detail, detail.map { .string($0) }),
        ])
    }
}
