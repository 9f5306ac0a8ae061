package import QueryCoding

extension StatusReply {
    /// A file of the configuration: `{"path":…,"state":"loaded","mistakes":[…]}`.
    package struct File: Sendable, Hashable {
        package enum Name: String, Sendable {
            case path, state, mistakes
        }

        package var path: String
        /// What the daemon made of it: `loaded`, `refused`, …
        package var state: String
        package var mistakes: [String]

        package init(path: String, state: String, mistakes: [String]) {
            self.path = path
            self.state = state
            self.mistakes = mistakes
        }

        package init(_ value: QueryValue) throws(ReplyError) {
            let members = try ReplyMembers(value, named: Name.self)
            path = try members.text(.path)
            state = try members.text(.state)
            mistakes = try members.texts(.mistakes)
        }

        package var value: QueryValue {
            .reply([(Name.path, .string(path)), (Name.state, .string(state)), (Name.mistakes, .texts(mistakes))])
        }
    }
}
