package import QueryCoding

/// The path of a link, and the parameters that remain for its query.
package struct LinkPath: Sendable, Hashable {
    /// The decoded segments; none is empty.
    package var segments: [String] = []
    /// Whether the path ends in a slash.
    package var endsInSlash = false
    /// The parameters that are not in the path and have a name, in the order of the input.
    package var query = QueryParameters()
}
