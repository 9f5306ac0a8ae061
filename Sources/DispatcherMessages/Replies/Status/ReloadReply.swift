package import QueryCoding

/// The reply to `reload`: `{"loaded":[…],"refused":[{"file":…,"mistakes":[…]}]}`.
package struct ReloadReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case loaded, refused
    }

    /// A file with mistakes, because of which the previous configuration stays in use.
    package struct Refused: Sendable, Hashable {
        package enum Name: String, Sendable {
            case file, mistakes
        }

        package var file: String
        package var mistakes: [String]

        package init(file: String, mistakes: [String]) {
            self.file = file
            self.mistakes = mistakes
        }

        package init(_ value: QueryValue) throws(ReplyError) {
            let members = try ReplyMembers(value, named: Name.self)
            file = try members.text(.file)
            mistakes = try members.texts(.mistakes)
        }

        package var value: QueryValue {
            .reply([(Name.file, .string(file)), (Name.mistakes, .texts(mistakes))])
        }
    }

    /// The paths of the files that were loaded.
    package var loaded: [String]
    package var refused: [Refused]

    package init(loaded: [String], refused: [Refused]) {
        self.loaded = loaded
        self.refused = refused
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        loaded = try members.texts(.loaded)
        refused = try members.list(.refused, of: Refused.init)
    }

    package var value: QueryValue {
        .reply([(Name.loaded, .texts(loaded)), (Name.refused, .array(refused.map(\.value)))])
    }
}
