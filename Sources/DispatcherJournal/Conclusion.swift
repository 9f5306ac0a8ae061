/// How a request ended and whom that is told: one record, so that there is never the one without the other.
package struct Conclusion: Sendable, Hashable {
    package var outcome: JournaledOutcome
    /// The callback for that outcome; nil if its caller gave none.
    package var callback: JournaledCallback?
    /// The route, where it did not get as far as ``Handling``.
    package var route: String?
    /// The URL as history shows it from now on; nil leaves it as it is.
    package var url: String?

    package init(
        _ outcome: JournaledOutcome, callback: JournaledCallback? = nil, route: String? = nil, url: String? = nil
    ) {
        self.outcome = outcome
        self.callback = callback
        self.route = route
        self.url = url
    }
}
