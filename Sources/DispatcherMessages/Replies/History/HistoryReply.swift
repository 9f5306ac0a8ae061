package import QueryCoding

/// The reply to `history`: `{"requests":[…],"cursor":7}`.
package struct HistoryReply: Reply, Codable {
    /// Newest first.
    package var requests: [HistoryLine]
    /// The position to follow from.
    package var cursor: Int64

    package init(requests: [HistoryLine], cursor: Int64) {
        self.requests = requests
        self.cursor = cursor
    }

    /// The requests as the daemon printed them, which may have members that this version does not know.
    package static func printedRequests(of reply: QueryValue) -> [QueryValue] {
        reply[CodingKeys.requests.stringValue]?.elements ?? []
    }
}
