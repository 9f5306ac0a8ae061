/// What a notification is about. Each kind has its own limit: any page can cause failing clicks, and a flood of them must not
/// hide what the daemon reports about itself.
package enum NotificationKind: Sendable, Hashable {
    /// A click ended with an error that no callback reports.
    case failedClick
    /// A callback or a link of a click did not reach its app.
    case lostAnswer
    /// The result of a route with `notify: true`.
    case result
    /// Another app took a scheme.
    case takenScheme
    /// A journal that left its file, or a configuration that stops every request.
    case daemon
    /// The questions of a route or of a socket are muted.
    case mutedQuestions
}
