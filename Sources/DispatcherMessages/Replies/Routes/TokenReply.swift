package import QueryCoding

/// The reply to `token`: `{"token":…,"parameter":…,"file":…}`.
package struct TokenReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case token, parameter, file
    }

    package var token: String
    /// The parameter of a URL that carries it.
    package var parameter: String
    /// The file that holds it.
    package var file: String

    package init(token: String, parameter: String, file: String) {
        self.token = token
        self.parameter = parameter
        self.file = file
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        token = try members.text(.token)
        parameter = try members.text(.parameter)
        file = try members.text(.file)
    }

    package var value: QueryValue {
        .reply([
            (Name.token, .string(token)), (Name.parameter, .string(parameter)), (Name.file, .string(file)),
        ])
    }
}
