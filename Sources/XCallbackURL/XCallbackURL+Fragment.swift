import QueryCoding

extension XCallbackURL {
    /// Returns the URL with the parameters of its fragment, which is read as a query, after its own parameters. Ignores
    /// callbacks and `x-source` in the fragment. Throws `tooManyParameters` for more than `limit` parameters.
    package func readingFragment(plusAsSpace: Bool, parameterLimit limit: Int) throws(XCallbackURLError) -> XCallbackURL
    {
        guard let fragment else { return self }
        // Only the first `#` of a URL begins the fragment.
        let query = fragment.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23")
        let read = try XCallbackURL("\(scheme):?\(query)", plusAsSpace: plusAsSpace, parameterLimit: limit)
        guard parameters.elements.count + read.parameters.elements.count <= limit else {
            throw .tooManyParameters(limit: limit)
        }
        var url = self
        url.parameters.elements += read.parameters.elements
        url.reserved.elements += read.reserved.elements
        return url
    }
}
