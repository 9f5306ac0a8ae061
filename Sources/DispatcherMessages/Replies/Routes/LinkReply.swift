/// The reply to `link`: `{"url":…}`.
package struct LinkReply: Reply, Codable {
    package var url: String

    package init(url: String) { self.url = url }
}
