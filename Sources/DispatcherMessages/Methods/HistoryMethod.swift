import QueryCoding
package import XCallbackURL

/// `history`: returns the requests of the journal.
///
/// The reply has the matching requests, newest first, and the cursor to follow from. For an id or the end of an id, the
/// reply has everything that is known about the matching requests.
package enum HistoryMethod: Method {
    package struct Parameters: MethodParameters {
        private enum CodingKeys: String, CodingKey {
            case id, ending, route, outcome, since, limit, follow
            case listsAnswers = "answers"
            case isRunning = "running"
        }

        package var id: String?
        /// The last characters of an id.
        package var ending: String?
        package var route: String?
        /// Whether the answers to calls and the round trips of `doctor` are listed; nil for yes.
        package var listsAnswers: Bool?
        package var outcome: CallbackKind?
        /// An ISO 8601 time, or the age of the oldest request as a duration.
        package var since: String?
        /// The maximum number of requests.
        package var limit: Int?
        /// The position from which to wait for further matching requests.
        package var follow: FollowPosition?
        /// Whether to list the requests without an outcome yet; nil for no.
        package var isRunning: Bool?

        package init() {}
    }

    package typealias Result = HistoryReply
    package static let name = "history"
}

/// The position from which to follow the history: `true` for now, a cursor for the requests after it, `false` to not
/// follow.
package enum FollowPosition: Codable, Sendable, Hashable {
    case no, now
    case after(Int64)

    package init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder).value
        if let isFollowed = value.bool {
            self = isFollowed ? .now : .no
        } else if let cursor = value.whole(Int64.self), cursor >= 0 {
            self = .after(cursor)
        } else {
            throw MessageError("must be true, or the cursor of an earlier answer", at: decoder.codingPath)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .no: try false.encode(to: encoder)
        case .now: try true.encode(to: encoder)
        case .after(let cursor): try cursor.encode(to: encoder)
        }
    }
}
