/// What is about to run for a request.
package struct Handling: Sendable, Hashable {
    package var route: String
    /// The decoded input as JSON, if it is to be kept.
    package var input: String?
    /// The command's arguments as JSON.
    package var arguments: String?
    /// The URL as history shows it from now on; nil leaves it as it is.
    package var url: String?

    package init(route: String, input: String? = nil, arguments: String? = nil, url: String? = nil) {
        self.route = route
        self.input = input
        self.arguments = arguments
        self.url = url
    }
}
