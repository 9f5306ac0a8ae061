import QueryCoding
import URLSchemeRouter

/// A link that the daemon wrote, and what its route reads from it. A request that runs the route by its name takes these
/// values as they are. Its record, its command and a later run of the same link have the text; debug builds check that the
/// text reads back as the same values.
package final class WrittenLink: Sendable {
    package let text: String
    /// The table with the route.
    let table: DispatchTable
    let match: RouteTable<DispatchRoute>.Match
    /// The decoded input of a route from a file; an empty object for any other route.
    let input: QueryValue

    init(_ match: RouteTable<DispatchRoute>.Match, _ input: QueryValue, in table: DispatchTable) {
        text = match.url.description
        self.table = table
        self.match = match
        self.input = input
    }
}
