package import QueryCoding

/// The reply to `history`: `{"requests":[…],"cursor":7}`.
package struct HistoryReply: Reply, Codable {
    /// The requests, newest first.
    package var requests: [HistoryLine]
    /// The position to follow from.
    package var cursor: Int64

    package init(requests: [HistoryLine], cursor: Int64) {
        self.requests = requests
        self.cursor = cursor
    }

    /// Returns the requests as the daemon printed them, including members that this version does not know.
    package static func printedRequests(of reply: QueryValue) -> [QueryValue] {
        reply[CodingKeys.requests.stringValue]?.elements ?? []
    }
}
