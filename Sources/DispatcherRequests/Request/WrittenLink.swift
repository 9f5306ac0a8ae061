import QueryCoding
import URLSchemeRouter

/// A link that the daemon wrote to run a route by its name, and what the route reads from it. The request takes these
/// values as they are; the text is for its record.
package final class WrittenLink: Sendable {
    package let text: String
    /// The table with the route.
    package let table: DispatchTable
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
