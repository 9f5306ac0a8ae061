package import QueryCoding

/// The reply to `history`: `{"requests":[…],"cursor":7}`.
package struct HistoryReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case requests, cursor
    }

    /// Newest first.
    package var requests: [HistoryLine]
    /// The position to follow from.
    package var cursor: Int

    package init(requests: [HistoryLine], cursor: Int) {
        self.requests = requests
        self.cursor = cursor
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        requests = try members.list(.requests, of: HistoryLine.init)
        cursor = try members.whole(.cursor)
    }

    package var value: QueryValue {
        .reply([(Name.requests, .array(requests.map(\.value))), (Name.cursor, .integer(cursor))])
    }

    /// The requests of a reply as the daemon printed them, which may have members that this version does not know.
    package static func printedRequests(of value: QueryValue) throws(ReplyError) -> [QueryValue] {
        try ReplyMembers(value, named: Name.self)
            .list(.requests) { request throws(ReplyError) in request }
    }
}
