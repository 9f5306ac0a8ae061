package import QueryCoding

/// The reply to `link`: `{"url":…}`.
package struct LinkReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case url
    }

    package var url: String

    package init(url: String) { self.url = url }

    package init(_ value: QueryValue) throws(ReplyError) {
        url = try ReplyMembers(value, named: Name.self).text(.url)
    }

    package var value: QueryValue { .reply([(Name.url, .string(url))]) }
}
